// Which solutions are looked at: all, or those that have certain pieces on certain cells.
function solutionFilter(data, onChange) {
  const wanted = new Map();
  const kinds = [...new Set(data.stage.pieces.map((piece) => piece.kind))];
  const isKind = data.stage.pieces.map((piece) => kinds.indexOf(piece.kind));
  const choice = element("select", { "aria-label": "Piece to look for" },
    element("option", { value: "" }, "the piece that lies there"),
    ...kinds.map((kind, index) => element("option", { value: index }, `piece ${kind}`)));
  const list = element("span", { class: "wanted" });
  const clear = button("All", "Show all solutions again", () => { wanted.clear(); update(); });
  const view = element("div", { class: "filter" }, "Click a cell to keep the solutions with ", choice, " on it. ", list, clear);
  let numbers = null;

  function update() {
    numbers = null;
    if (wanted.size) {
      const conditions = [...wanted];
      numbers = [];
      for (let solution = 0; solution < data.count; solution++) {
        const fits = conditions.every(([cell, kind]) => {
          const owner = data.owner(solution, cell);
          return owner && isKind[owner - 1] === kind;
        });
        if (fits) numbers.push(solution);
      }
    }
    list.replaceChildren(...[...wanted].map(([cell, kind]) => {
      const [x, y, z] = data.stage.cells[cell];
      const layer = data.stage.size[2] > 1 ? `, layer ${z + 1}` : "";
      const label = `${kinds[kind]} at row ${y + 1}, column ${x + 1}${layer}`;
      return button(`${label} ✕`, `No longer ask for ${label}`, () => { wanted.delete(cell); update(); });
    }));
    clear.hidden = !wanted.size;
    onChange();
  }
  clear.hidden = true;
  return {
    view,
    get count() { return numbers ? numbers.length : data.count; },
    get isActive() { return numbers !== null; },
    // The solution at a place among those that are looked at.
    at: (place) => (numbers ? numbers[place] : place),
    ask(cell, owner) {
      const kind = choice.value === "" ? (owner ? isKind[owner - 1] : -1) : Number(choice.value);
      if (kind < 0) return;
      if (wanted.get(cell) === kind) wanted.delete(cell);
      else wanted.set(cell, kind);
      update();
    },
  };
}
