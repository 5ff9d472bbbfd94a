// A game, a route or a way, step by step over the picture of its case.
function stepPlayer(stage, backdrop) {
  const unit = stage.unit;
  const spot = (place) => {
    if (Array.isArray(stage.spots)) {
      const [x, y, width = 0, height = 0] = stage.spots[place];
      return [x + width / 2, y + height / 2];
    }
    const { origin, step, columns } = stage.spots;
    return [origin[0] + (place % columns) * step, origin[1] + Math.floor(place / columns) * step];
  };
  // Where places are rectangles, the frame around one is as large as it.
  const frame = (place) => {
    const area = Array.isArray(stage.spots) ? stage.spots[place] : [];
    if (area.length === 4) return { x: area[0] - 4, y: area[1] - 4, width: area[2] + 8, height: area[3] + 8 };
    const [x, y] = spot(place);
    return { x: x - unit * 1.5, y: y - unit * 0.6, width: unit * 3, height: unit * 1.2 };
  };
  const view = element("div", { class: "steps" });
  let fine = 0;
  const layer = shape("g", { class: "trace" });
  const picture = backdrop.querySelector("svg");
  if (picture) {
    const copy = picture.cloneNode(true);
    copy.append(layer);
    // On large pictures a line has to be seen all the same.
    fine = copy.viewBox.baseVal.width / 320;
    copy.classList.add("board");
    copy.removeAttribute("role");
    view.append(copy);
  }
  const text = element("p", { class: "now", "aria-live": "polite" });
  const hand = element("p", { class: "hand", "aria-label": "in hand" });
  const slider = element("input", { type: "range", min: "0", "aria-label": "Step", oninput: () => go(Number(slider.value)) });
  const play = button("▶", "Play (space)", () => toggle());
  const speed = element("select", { "aria-label": "Speed" },
    ...[["0.5", "½ ×"], ["1", "1 ×"], ["2", "2 ×"], ["5", "5 ×"], ["20", "20 ×"], ["100", "100 ×"]].map(([value, label]) =>
      element("option", { value, selected: value === "1" }, label)));
  const controls = [element("div", { class: "player" },
    button("|◀", "To the start", () => go(0)), button("◀", "A step back (,)", () => go(now - 1)), play,
    button("▶|", "A step on (.)", () => go(now + 1)), slider, element("label", {}, "Speed ", speed))];
  view.append(text, hand);
  let steps = null, now = 0, timer = null;

  // The cells between two places of a grid.
  function between(from, to) {
    const { columns } = stage.spots;
    const [dx, dy] = [to % columns - from % columns, Math.floor(to / columns) - Math.floor(from / columns)];
    const count = Math.max(Math.abs(dx), Math.abs(dy));
    return Array.from({ length: count }, (_, at) => from + Math.sign(dx) * (at + 1) + Math.sign(dy) * (at + 1) * columns);
  }

  function go(step) {
    if (!steps) return;
    const last = steps.places.length - 1;
    now = Math.max(0, Math.min(last, step));
    if (now === last) stop();
    slider.max = last;
    slider.value = now;
    view.dataset.step = now;
    text.textContent = now ? `${now} of ${last}. ${steps.texts[now - 1]}` : `Start, ${last} steps`;
    const keys = now && steps.hands ? steps.hands[now - 1] ?? [] : [];
    hand.replaceChildren(...keys.map(([colour, label]) =>
      element("span", { style: `background:${css(colour)}` }, label)));
    const here = steps.places[now];
    const shapes = [];
    if (stage.trace === "visit") {
      const badges = new Map();
      for (let at = 1; at <= now; at++) badges.set(steps.places[at], at);
      for (let at = 0; at < now; at++) {
        for (const place of steps.cleared?.[at] ?? []) shapes.push(shape("rect", { ...frame(place), rx: 4, class: "cleared" }));
      }
      for (const [place, at] of badges) {
        const { x, y } = frame(place);
        shapes.push(shape("circle", { cx: x + unit * 0.25, cy: y + unit * 0.1, r: unit * 0.27, class: "badge" }),
          shape("text", { x: x + unit * 0.25, y: y + unit * 0.19, "font-size": unit * 0.27, class: "number" }, String(at)));
      }
      shapes.push(shape("rect", { ...frame(here), rx: 6, class: "here" }));
    } else {
      const points = [spot(steps.places[0])];
      for (let at = 1; at <= now; at++) {
        if (stage.trace === "cover") {
          for (const cell of between(steps.places[at - 1], steps.places[at])) {
            const [x, y] = spot(cell);
            shapes.push(shape("rect", { x: x - unit / 2, y: y - unit / 2, width: unit, height: unit, class: at === now ? "fresh" : "covered" }));
          }
        }
        for (const place of steps.via?.[at - 1] ?? []) points.push(spot(place));
        points.push(spot(steps.places[at]));
      }
      shapes.push(shape("polyline", { points: points.map((point) => point.join(",")).join(" "), "stroke-width": Math.max(unit * 0.1, fine), class: "line" }));
      const [x, y] = spot(here);
      shapes.push(shape("circle", { cx: x, cy: y, r: Math.max(unit * 0.28, fine * 2.5), class: "marker" }));
    }
    layer.replaceChildren(...shapes);
  }

  function stop() {
    clearTimeout(timer);
    timer = null;
    play.textContent = "▶";
  }
  function tick() {
    go(now + 1);
    if (timer !== null) timer = setTimeout(tick, 700 / Number(speed.value));
  }
  function toggle() {
    if (timer !== null) return stop();
    if (!steps) return;
    if (now === steps.places.length - 1) go(0);
    play.textContent = "||";
    timer = setTimeout(tick, 200);
  }
  return {
    view, controls, toggle,
    by: (count) => go(now + count),
    show(next, caption) {
      stop();
      steps = next;
      view.setAttribute("aria-label", caption);
      if (steps) go(0);
      else text.textContent = "This solution is too long to be shown step by step.";
    },
  };
}
