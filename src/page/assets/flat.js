// A flat board: squares, triangles or hexagons in the colours of their pieces, and borders where pieces meet.
function flatBoard(stage, onCell) {
  const side = 40;
  // The corners of each cell, clockwise; those of squares go without saying.
  const square = ([x, y]) => [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]].map(([x, y]) => [x * side, y * side]);
  const corners = stage.corners ?? stage.cells.map(square);
  const [right, below] = corners.flat().reduce(([x, y], [a, b]) => [Math.max(x, a), Math.max(y, b)], [0, 0]);
  const view = shape("svg", { viewBox: `-4 -4 ${right + 8} ${below + 8}`, class: "board", role: "img" });
  const name = ([x, y]) => `${Math.round(4 * x)},${Math.round(4 * y)}`;
  const ends = (cell) => corners[cell].map((from, at) => [from, corners[cell][(at + 1) % corners[cell].length]]);
  const names = (cell) => ends(cell).map(([from, to]) => [`${name(from)} ${name(to)}`, cell]);
  const owner = new Map(corners.flatMap((_, cell) => names(cell)));
  // For each side of each cell the cell beyond it, and the line between them.
  const sides = corners.map((_, cell) => ends(cell).map(([from, to]) => ({
    next: owner.get(`${name(to)} ${name(from)}`) ?? -1,
    line: `M${from.join(" ")}L${to.join(" ")}`,
  })));
  const middles = corners.map((all) => [0, 1].map((part) => all.reduce((sum, at) => sum + at[part], 0) / all.length));
  const outline = (cell) => `M${corners[cell].map((at) => at.join(" ")).join("L")}Z`;
  const areas = corners.map((_, cell) => {
    const area = shape("path", { d: outline(cell), class: "cell" });
    area.addEventListener("click", () => onCell(cell));
    view.append(area);
    return area;
  });
  const stripes = shape("pattern", { id: "stripes", width: side / 2, height: side / 2, patternUnits: "userSpaceOnUse" });
  stripes.append(shape("path", { class: "given", d: `M0 ${side / 2}L${side / 2} 0M-5 5L5 -5M15 25L25 15` }));
  const marks = shape("path", { class: "marks", fill: "url(#stripes)", d: stage.given.map(outline).join("") });
  const seams = shape("path", { class: "seams" });
  const borders = shape("path", { class: "borders" });
  const letters = shape("g", { class: "letters" });
  view.append(stripes, seams, marks, borders, letters);

  function show(owners, caption) {
    view.setAttribute("aria-label", caption);
    let thick = "";
    let thin = "";
    const lying = new Map();
    areas.forEach((area, cell) => {
      const owner = owners[cell];
      area.setAttribute("fill", owner ? css(stage.pieces[owner - 1].colour) : "var(--empty)");
      for (const { next, line } of sides[cell]) {
        if (next < 0 || owners[next] !== owner) thick += line;
        else if (next > cell) thin += line;
      }
      if (owner) lying.set(owner, [...(lying.get(owner) ?? []), middles[cell]]);
    });
    borders.setAttribute("d", thick);
    seams.setAttribute("d", thin);
    letters.replaceChildren(...[...lying].map(([owner, places]) => {
      const [x, y] = [0, 1].map((part) => places.reduce((sum, at) => sum + at[part], 0) / places.length);
      const distance = (at) => (at[0] - x) ** 2 + (at[1] - y) ** 2;
      const at = places.reduce((best, next) => (distance(next) < distance(best) ? next : best));
      const piece = stage.pieces[owner - 1];
      return shape("text", { x: at[0], y: at[1] + 7, fill: inkOn(piece.colour) }, piece.name);
    }));
  }
  return { view, show, controls: [] };
}
