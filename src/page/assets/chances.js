// How likely each number of turns is: bars, or how many games are over by then, with the figures under the pointer.
function chancesPlot(stage) {
  const WIDTH = 900, HEIGHT = 360, LEFT = 56, BOTTOM = 34, TOP = 14;
  const chances = stage.chances;
  const sums = [];
  chances.reduce((sum, chance, turn) => (sums[turn] = sum + chance), 0);
  const all = sums[sums.length - 1] || 1;
  const end = sums.findIndex((sum) => sum >= all * 0.999);
  const last = Math.max(1, end < 0 ? chances.length - 1 : end);
  const view = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "board chances", role: "img", "aria-label": "Turns until the goal is reached" });
  const text = element("p", { class: "now", "aria-live": "polite" });
  const kind = element("select", { "aria-label": "What is plotted", onchange: () => paint() },
    element("option", { value: "each" }, "chance of each length"), element("option", { value: "sum" }, "games over by then"));
  const turn = element("input", { type: "range", min: "0", max: String(last), "aria-label": "Turns", oninput: () => point(Number(turn.value)) });
  const x = (at) => LEFT + (WIDTH - LEFT - 10) * at / (last + 1);
  const percent = (value) => `${(value * 100).toPrecision(3)} %`;
  const marker = shape("rect", { y: TOP, height: HEIGHT - TOP - BOTTOM, class: "pointer" });
  const bucket = Math.ceil((last + 1) / 800);
  const gap = bucket > 1 ? 0 : 0.08;

  function paint() {
    const isSum = kind.value === "sum";
    // Turns share their bars where there are more of them than there is room for.
    const values = [];
    for (let at = 0; at <= last; at += bucket) {
      const part = (isSum ? sums : chances).slice(at, Math.min(last + 1, at + bucket));
      values.push(part.reduce((most, value) => Math.max(most, value), 0));
    }
    const most = isSum ? 1 : values.reduce((a, b) => Math.max(a, b), 1e-12) * 1.05;
    const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most);
    const lines = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => [
      shape("line", { x1: LEFT, x2: WIDTH - 10, y1: y(part * most), y2: y(part * most), class: "grid" }),
      shape("text", { x: LEFT - 6, y: y(part * most) + 4, class: "left" }, percent(part * most)),
    ]);
    const step = 10 ** Math.floor(Math.log10(last + 1)) / (String(last + 1)[0] < 3 ? 5 : 1) || 1;
    const labels = [];
    for (let at = 0; at <= last; at += Math.max(1, step)) labels.push(shape("text", { x: x(at + 0.5), y: HEIGHT - 12, class: "below" }, String(at)));
    const bars = values.map((value, at) => shape("rect", { x: x((at + gap) * bucket), width: x((at + 1 - gap) * bucket) - x((at + gap) * bucket), y: y(value), height: Math.max(0, y(0) - y(value)), class: "bar" }));
    view.replaceChildren(...lines, marker, ...bars, ...labels);
    point(Number(turn.value));
  }
  function point(at) {
    turn.value = at;
    marker.setAttribute("x", x(at));
    marker.setAttribute("width", Math.max(1, x(1) - x(0)));
    text.textContent = `${at} turns: ${percent(chances[at] ?? 0)} end then, ${percent(sums[at] ?? 0)} by then`;
  }
  view.addEventListener("pointermove", (event) => {
    const box = view.getBoundingClientRect();
    const scale = Math.min(box.width / WIDTH, box.height / HEIGHT);
    const inside = (event.clientX - box.left - (box.width - WIDTH * scale) / 2) / scale;
    point(Math.max(0, Math.min(last, Math.floor((inside - LEFT) / (WIDTH - LEFT - 10) * (last + 1)))));
  });
  const median = sums.findIndex((sum) => sum >= 0.5);
  turn.value = Math.max(0, median);
  paint();
  return { view, text, controls: [kind, element("label", { class: "pull" }, "Turns ", turn)], by: (count) => point(Math.max(0, Math.min(last, Number(turn.value) + count))) };
}
