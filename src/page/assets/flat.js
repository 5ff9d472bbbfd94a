// A flat board: squares in the colours of their pieces, and borders where pieces meet.
function flatBoard(stage, onCell) {
  const side = 40;
  const [columns, rows] = stage.size;
  const view = shape("svg", { viewBox: `-4 -4 ${columns * side + 8} ${rows * side + 8}`, class: "board", role: "img" });
  const at = new Map(stage.cells.map(([x, y], cell) => [y * columns + x, cell]));
  const beside = (x, y) => (x < 0 || x >= columns || y < 0 || y >= rows ? -1 : at.get(y * columns + x) ?? -1);
  const isGiven = new Set(stage.given);
  const squares = stage.cells.map(([x, y], cell) => {
    const square = shape("rect", { x: x * side, y: y * side, width: side, height: side });
    square.addEventListener("click", () => onCell(cell));
    view.append(square);
    return square;
  });
  const marks = shape("path", { class: "given" });
  const seams = shape("path", { class: "seams" });
  const borders = shape("path", { class: "borders" });
  const letters = shape("g", { class: "letters" });
  view.append(seams, marks, borders, letters);
  marks.setAttribute("d", [...isGiven].map((cell) => {
    const [x, y] = stage.cells[cell];
    return `M${x * side} ${(y + 0.5) * side}l${side / 2} ${-side / 2}M${x * side} ${(y + 1) * side}l${side} ${-side}`
      + `M${(x + 0.5) * side} ${(y + 1) * side}l${side / 2} ${-side / 2}`;
  }).join(""));

  function show(owners, caption) {
    view.setAttribute("aria-label", caption);
    let thick = "";
    let thin = "";
    const sums = new Map();
    stage.cells.forEach(([x, y], cell) => {
      const owner = owners[cell];
      squares[cell].setAttribute("fill", owner ? css(stage.pieces[owner - 1].colour) : "var(--empty)");
      const sides = [[x, y - 1, `M${x * side} ${y * side}h${side}`], [x - 1, y, `M${x * side} ${y * side}v${side}`],
        [x, y + 1, `M${x * side} ${(y + 1) * side}h${side}`], [x + 1, y, `M${(x + 1) * side} ${y * side}v${side}`]];
      for (const [nextX, nextY, line] of sides) {
        const next = beside(nextX, nextY);
        if (next < 0 || owners[next] !== owner) thick += line;
        else if (next > cell) thin += line;
      }
      if (owner) {
        const sum = sums.get(owner) ?? { x: 0, y: 0, count: 0, cells: [] };
        sum.x += x; sum.y += y; sum.count += 1; sum.cells.push([x, y]);
        sums.set(owner, sum);
      }
    });
    borders.setAttribute("d", thick);
    seams.setAttribute("d", thin);
    letters.replaceChildren(...[...sums].map(([owner, sum]) => {
      const distance = ([x, y]) => (x - sum.x / sum.count) ** 2 + (y - sum.y / sum.count) ** 2;
      const [x, y] = sum.cells.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best));
      const piece = stage.pieces[owner - 1];
      const place = { x: (x + 0.5) * side, y: (y + 0.5) * side + 7, fill: inkOn(piece.colour) };
      return shape("text", place, piece.name);
    }));
  }
  return { view, show, controls: [] };
}
