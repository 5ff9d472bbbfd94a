// Elements of the page. Texts are always set as texts, never as markup.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function shape(name, attributes = {}, text = null) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== null) made.textContent = text;
  return made;
}

function button(label, title, act) {
  return element("button", { type: "button", title, "aria-label": title, onclick: act }, label);
}

const css = ([red, green, blue]) => `rgb(${red},${green},${blue})`;

// Moved towards white (above 0) or black (below 0).
function tone(colour, part) {
  const to = part > 0 ? 255 : 0;
  return colour.map((value) => Math.round(value * (1 - Math.abs(part)) + to * Math.abs(part)));
}

const inkOn = ([red, green, blue]) => (2 * red + 5 * green + blue > 8 * 105 ? "#141414" : "#fff");
