// The data of a case: how many solutions there are, and one of them at a time.
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Uint8Array(128);
for (let at = 0; at < 64; at++) VALUES[DIGITS.charCodeAt(at)] = at;

function readCase(article) {
  const text = (name) => article.querySelector(`script.${name}`).textContent;
  const { stage, count, digits } = JSON.parse(text("stage"));
  const data = text("solutions");
  const isBoards = stage.kind === "cells";
  const cells = isBoards ? stage.cells.length : 0;
  // Where lines begin is found out when they are first asked for.
  let lines = null;
  let captions = null;
  const owner = (solution, cell) => {
    const at = (solution * cells + cell) * digits;
    const first = VALUES[data.charCodeAt(at)];
    return digits === 1 ? first : first * 64 + VALUES[data.charCodeAt(at + 1)];
  };
  return {
    stage, count, owner,
    owners(solution) {
      const all = new Array(cells);
      for (let cell = 0; cell < cells; cell++) all[cell] = owner(solution, cell);
      return all;
    },
    steps(solution) {
      lines ??= data.split("\n");
      return lines[solution] ? JSON.parse(lines[solution]) : null;
    },
    caption(solution) {
      captions ??= text("captions").split("\n");
      return captions[solution] ?? "";
    },
  };
}
