// Boxes of cubes and pyramids of balls that turn under the pointer, with layers that pull apart.
function spaceBoard(stage, onCell) {
  const canvas = element("canvas", { class: "space", role: "img", tabindex: "0" });
  const isPyramid = stage.lattice === "pyramid";
  const [columns, rows, depth] = stage.size;
  let turn = -0.55, lean = 0.5, apart = 0, owners = [], hits = [], isAsked = false;
  const pull = element("input", { type: "range", min: "0", max: "100", value: "0", "aria-label": "Pull the layers apart",
    oninput: () => { apart = pull.value / 50; draw(); } });
  const controls = [element("label", { class: "pull" }, "Layers apart ", pull),
    button("⟲", "Turn back", () => { turn = -0.55; lean = 0.5; apart = 0; pull.value = 0; draw(); })];

  // Centres in space, the middle of the board at the origin; the first layer is on top.
  function centre([x, y, layer]) {
    const level = depth - 1 - layer;
    const lift = level * (isPyramid ? Math.SQRT2 : 1) + (level - (depth - 1) / 2) * apart;
    if (!isPyramid) return [x - (columns - 1) / 2, y - (rows - 1) / 2, lift - (depth - 1) / 2];
    const side = layer;
    return [2 * x - side, 2 * y - side, lift - (depth - 1) * Math.SQRT2 / 2 + 0.3];
  }

  function project([x, y, z]) {
    const right = x * Math.cos(turn) - y * Math.sin(turn);
    const near = x * Math.sin(turn) + y * Math.cos(turn);
    return [right, near * Math.sin(lean) - z * Math.cos(lean), near * Math.cos(lean) + z * Math.sin(lean)];
  }

  function draw() {
    if (!isAsked) { isAsked = true; requestAnimationFrame(paint); }
  }

  function paint() {
    isAsked = false;
    const scale = window.devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width) return;
    canvas.width = width * scale;
    canvas.height = height * scale;
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    pen.translate(width / 2, height / 2);
    // However it is turned, it fits.
    const reach = Math.max(...stage.cells.map((cell) => Math.hypot(...centre(cell)))) + (isPyramid ? 1.05 : 0.9);
    const unit = Math.min(width, height) / 2 / reach;
    hits = [];
    if (isPyramid) paintBalls(pen, unit);
    else paintCubes(pen, unit);
  }

  function letter(pen, text, x, y, size, ink) {
    pen.font = `${size}px "DejaVu Sans", Verdana, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = ink;
    pen.fillText(text, x, y);
  }

  function paintBalls(pen, unit) {
    const balls = stage.cells.map((cell, index) => ({ at: project(centre(cell)), index }))
      .filter(({ index }) => owners[index]).sort((a, b) => a.at[2] - b.at[2]);
    balls.forEach(({ at: [x, y], index }, order) => {
      const piece = stage.pieces[owners[index] - 1];
      const [px, py] = [x * unit, y * unit];
      const light = pen.createRadialGradient(px - unit * 0.3, py - unit * 0.36, unit * 0.05, px, py, unit);
      light.addColorStop(0, css(tone(piece.colour, 0.65)));
      light.addColorStop(0.5, css(piece.colour));
      light.addColorStop(1, css(tone(piece.colour, -0.45)));
      pen.fillStyle = light;
      pen.beginPath();
      pen.arc(px, py, unit * 0.985, 0, 7);
      pen.fill();
      hits.push({ index, x: px, y: py, radius: unit });
      const isHidden = balls.slice(order + 1).some(({ at }) => Math.hypot(at[0] - x, at[1] - y) < 1.3);
      if (!isHidden) letter(pen, piece.name, px, py, unit * 0.85, inkOn(piece.colour));
    });
  }

  // The six sides of a cube: where the next cube is, and the corners.
  const SIDES = [[0, 0, 1], [0, 0, -1], [0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0]].map((out) => {
    const [u, v] = out[2] ? [[1, 0, 0], [0, 1, 0]] : out[1] ? [[1, 0, 0], [0, 0, 1]] : [[0, 1, 0], [0, 0, 1]];
    const corner = (a, b) => out.map((part, axis) => (part + a * u[axis] + b * v[axis]) / 2);
    return { out, ways: [u, v], corners: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] };
  });

  function paintCubes(pen, unit) {
    const key = (x, y, z) => (z * rows + y) * columns + x;
    const inside = (x, y, z) => x >= 0 && x < columns && y >= 0 && y < rows && z >= 0 && z < depth;
    const owned = new Map();
    stage.cells.forEach(([x, y, layer], index) => {
      if (owners[index]) owned.set(key(x, y, depth - 1 - layer), owners[index]);
    });
    const ownerAt = (x, y, z) => (inside(x, y, z) ? owned.get(key(x, y, z)) : undefined);
    // Far cubes first: along each axis from the side that is turned away.
    const away = [Math.sin(turn) * Math.cos(lean), Math.cos(turn) * Math.cos(lean), Math.sin(lean)];
    const order = stage.cells.map((cell, index) => ({ cell, index })).filter(({ index }) => owners[index]);
    const rank = ([x, y, layer]) => [(depth - 1 - layer) * Math.sign(away[2]), y * Math.sign(away[1]), x * Math.sign(away[0])];
    order.forEach((it) => { it.rank = rank(it.cell); });
    order.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2]);
    const faces = [];
    for (const { cell, index } of order) {
      const [x, y, layer] = cell;
      const z = depth - 1 - layer;
      const owner = owners[index];
      const piece = stage.pieces[owner - 1];
      const middle = centre(cell);
      for (const { out, ways, corners } of SIDES) {
        const facing = out[0] * away[0] + out[1] * away[1] + out[2] * away[2];
        const isCovered = ownerAt(x + out[0], y + out[1], z + out[2]) && !(apart > 0.02 && out[2]);
        if (facing <= 0 || isCovered) continue;
        const points = corners.map((corner) => project(corner.map((part, axis) => part + middle[axis])).map((part) => part * unit));
        const fill = tone(piece.colour, -0.4 * (1 - (out[2] ? 1 : facing)));
        pen.beginPath();
        points.forEach(([px, py], corner) => (corner ? pen.lineTo(px, py) : pen.moveTo(px, py)));
        pen.closePath();
        pen.fillStyle = pen.strokeStyle = css(fill);
        pen.lineWidth = 0.7;
        pen.fill();
        pen.stroke();
        const [u, v] = ways;
        [[v, -1], [u, 1], [v, 1], [u, -1]].forEach(([way, sign], edge) => {
          const [nx, ny, nz] = [x + way[0] * sign, y + way[1] * sign, z + way[2] * sign];
          const goesOn = ownerAt(nx, ny, nz) === owner && !ownerAt(nx + out[0], ny + out[1], nz + out[2]) && !(apart > 0.02 && way[2]);
          pen.beginPath();
          pen.moveTo(points[edge][0], points[edge][1]);
          pen.lineTo(points[(edge + 1) % 4][0], points[(edge + 1) % 4][1]);
          pen.strokeStyle = goesOn ? css(tone(fill, -0.18)) : "#232328";
          pen.lineWidth = goesOn ? 1 : Math.max(1.5, unit * 0.05);
          pen.lineCap = "round";
          pen.stroke();
        });
        const px = (points[0][0] + points[2][0]) / 2, py = (points[0][1] + points[2][1]) / 2;
        hits.push({ index, x: px, y: py, radius: unit * 0.5 });
        faces.push({ owner, x: px, y: py, facing, points });
      }
    }
    nameFaces(pen, faces, unit);
  }

  const isInside = (x, y, points) => points.every(([ax, ay], at) => {
    const [bx, by] = points[(at + 1) % 4];
    const [cx, cy] = points[(at + 2) % 4];
    return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) >= 0;
  });

  // The name of each piece on that of its sides which is turned most towards the eye and not behind another.
  function nameFaces(pen, faces, unit) {
    const best = new Map();
    faces.forEach((face, order) => {
      if (face.facing < 0.25 || face.facing < (best.get(face.owner)?.facing ?? 0) + 0.01) return;
      const corners = [0.3, 0.7].flatMap((part) => [0, 1].map((at) => [0, 1].map((axis) =>
        face.points[at][axis] * (1 - part) + face.points[at + 2][axis] * part)));
      const isHidden = faces.length > 900 || corners.concat([[face.x, face.y]]).some(([x, y]) =>
        faces.slice(order + 1).some(({ points }) => isInside(x, y, points)));
      if (!isHidden) best.set(face.owner, face);
    });
    for (const [owner, face] of best) {
      const piece = stage.pieces[owner - 1];
      letter(pen, piece.name, face.x, face.y, unit * 0.42, inkOn(tone(piece.colour, -0.15)));
    }
  }

  // One pointer turns; a tap without a move chooses what is on top there.
  let held = null, moved = 0;
  canvas.addEventListener("pointerdown", (event) => {
    held = [event.clientX, event.clientY];
    moved = 0;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!held) return;
    const [dx, dy] = [event.clientX - held[0], event.clientY - held[1]];
    held = [event.clientX, event.clientY];
    moved += Math.abs(dx) + Math.abs(dy);
    turnBy(-dx * 0.01, dy * 0.01);
  });
  canvas.addEventListener("pointerup", (event) => {
    if (held && moved < 5) {
      const box = canvas.getBoundingClientRect();
      const x = event.clientX - box.left - box.width / 2, y = event.clientY - box.top - box.height / 2;
      const hit = hits.findLast((hit) => Math.hypot(hit.x - x, hit.y - y) < hit.radius);
      if (hit) onCell(hit.index);
    }
    held = null;
  });
  canvas.addEventListener("pointercancel", () => { held = null; });

  function turnBy(round, down) {
    turn += round;
    lean = Math.max(-0.2, Math.min(Math.PI / 2, lean + down));
    canvas.dataset.turn = turn.toFixed(3);
    draw();
  }
  new ResizeObserver(draw).observe(canvas);
  return {
    view: canvas, controls, turnBy,
    show(next, caption) {
      owners = next;
      canvas.setAttribute("aria-label", caption);
      draw();
    },
  };
}
