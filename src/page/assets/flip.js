// Flipping through solutions: buttons, a slider, and a number to jump to.
function flipper(filter, onShow) {
  let place = 0;
  const slider = element("input", { type: "range", min: "0", value: "0", "aria-label": "Solution", oninput: () => go(Number(slider.value)) });
  const number = element("input", { type: "number", min: "1", value: "1", "aria-label": "Number of the solution",
    onchange: () => go(Number(number.value) - 1) });
  const total = element("span", { class: "total" });
  const view = element("nav", { class: "flip" }, button("◀", "The solution before (←)", () => go(place - 1)),
    number, total, button("▶", "The next solution (→)", () => go(place + 1)), slider);

  function go(next) {
    const last = Math.max(0, filter.count - 1);
    place = Math.max(0, Math.min(last, Math.trunc(next) || 0));
    slider.max = last;
    number.max = filter.count;
    slider.value = place;
    number.value = filter.count ? place + 1 : 0;
    total.textContent = ` of ${filter.count.toLocaleString("en")}${filter.isActive ? " that fit" : ""}`;
    slider.hidden = filter.count < 2;
    onShow(filter.count ? filter.at(place) : -1);
  }
  return { view, go, by: (count) => go(place + count), end: () => go(filter.count - 1), again: () => go(0) };
}
