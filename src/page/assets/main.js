// Puts the parts together for each case of the page, and hands keys to the case that is looked at.
const players = [];
document.documentElement.classList.add("scripted");

for (const article of document.querySelectorAll("article.case")) {
  const data = readCase(article);
  const isBoard = data.stage.kind === "cells";
  const isWay = data.stage.kind === "places";
  if (data.stage.kind === "chances") {
    const plot = chancesPlot(data.stage);
    const viewer = article.querySelector(".viewer");
    viewer.append(plot.text, plot.view, element("div", { class: "controls" }, ...plot.controls));
    viewer.hidden = false;
    article.classList.add("live");
    players.push({ article, board: plot, flip: { by() {}, go() {}, end() {} }, isWay: true });
    continue;
  }
  if (!data.count || !(isBoard || isWay)) {
    article.classList.add("still");
    continue;
  }
  const viewer = article.querySelector(".viewer");
  const caption = element("p", { class: "caption" });
  let shown = -1;
  const onCell = (cell) => shown >= 0 && filter.ask(cell, data.owner(shown, cell));
  const filter = isBoard ? solutionFilter(data, () => flip.again())
    : { count: data.count, isActive: false, at: (place) => place };
  const board = isWay ? stepPlayer(data.stage, article.querySelector(".backdrop"))
    : data.stage.lattice === "flat" ? flatBoard(data.stage, onCell) : spaceBoard(data.stage, onCell);
  const flip = flipper(filter, (solution) => {
    shown = solution;
    article.dataset.shown = solution;
    board.view.hidden = solution < 0;
    if (solution < 0) {
      caption.textContent = "No solution has these pieces there.";
      return;
    }
    caption.textContent = data.caption(solution);
    board.show(isBoard ? data.owners(solution) : data.steps(solution), `Solution ${solution + 1}`);
  });
  flip.view.hidden = data.count < 2;
  viewer.append(flip.view, board.view, caption, element("div", { class: "controls" }, ...board.controls));
  if (isBoard && data.count > 1) viewer.append(filter.view);
  const keys = isWay ? "Keys: space plays, ← → steps, ↑ ↓ solutions" : "Keys: ← → solutions, Home End"
    + (board.turnBy ? "; drag to turn, or W A S D" : "");
  viewer.append(element("p", { class: "keys" }, keys));
  viewer.hidden = false;
  article.classList.add("live");
  players.push({ article, board, flip, isWay });
  flip.go(0);
}

let active = players[0];
document.addEventListener("focusin", (event) => {
  active = players.find(({ article }) => article.contains(event.target)) ?? active;
});
document.addEventListener("pointerdown", (event) => {
  active = players.find(({ article }) => article.contains(event.target)) ?? active;
});
document.addEventListener("keydown", (event) => {
  const isTyped = event.target.closest("input, select, textarea") !== null;
  if (!active || event.ctrlKey || event.altKey || event.metaKey || isTyped) return;
  const { board, flip, isWay } = active;
  const isButton = event.target.closest("button, summary") !== null;
  const acts = {
    ArrowLeft: () => (isWay ? board.by(-1) : flip.by(-1)),
    ArrowRight: () => (isWay ? board.by(1) : flip.by(1)),
    ",": () => isWay && board.by(-1),
    ".": () => isWay && board.by(1),
    Home: () => flip.go(0),
    End: () => flip.end(),
    ...(isWay ? { ArrowUp: () => flip.by(-1), ArrowDown: () => flip.by(1) } : {}),
    ...(isWay && !isButton ? { " ": () => board.toggle() } : {}),
    ...(board.turnBy ? { a: () => board.turnBy(0.12, 0), d: () => board.turnBy(-0.12, 0), w: () => board.turnBy(0, 0.12),
      s: () => board.turnBy(0, -0.12) } : {}),
  };
  const act = acts[event.key];
  if (!act) return;
  act();
  event.preventDefault();
});
