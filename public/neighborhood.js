// The neighborhood of a descriptor in the graph of dependencies: what it uses to the right, what uses it to the left, to a
// chosen depth, and a list of everything that a change of it can affect. Without this script, the page has diagrams and a list
// of all dependencies.

(() => {
  "use strict";

  const data = globalThis.descriptoriumDependencies;
  const place = document.getElementById("neighborhood");
  if (!data || !place) return;

  const SVG = "http://www.w3.org/2000/svg";
  const [WIDTH, HEIGHT, ACROSS, DOWN] = [216, 40, 88, 12];
  // More boxes in a column could not be told apart.
  const MAX_IN_COLUMN = 24;
  const LISTED = 200;

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  function drawn(name, attributes, ...children) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  // A name that may only be broken behind a separator, and not inside of a version.
  const breakable = (text) => text.split(/(?<=[._/:-])(?<!\d\.(?=\d))/).flatMap((part) => [part, document.createElement("wbr")]);

  const count = data.descriptors.length;
  const uses = Array.from({ length: count }, () => []);
  const users = Array.from({ length: count }, () => []);
  for (const [from, to, isPart] of data.uses) {
    uses[from].push([to, isPart]);
    users[to].push([from, isPart]);
  }
  const titleOf = (at) => data.descriptors[at][0];
  // The name without its version.
  function nameOf(at) {
    const [title, , , version] = data.descriptors[at];
    return version ? title.slice(0, -version.length - 1) : title;
  }
  const byTitle = new Map(data.descriptors.map(([title], at) => [title, at]));
  const related = [...Array(count).keys()].filter((at) => uses[at].length + users[at].length > 0);

  // The descriptors at each distance, without the first one.
  function levels(start, next, depth) {
    const known = new Set([start]);
    const found = [];
    let edge = [start];
    for (let level = 0; level < depth && edge.length > 0; level += 1) {
      const after = [];
      for (const at of edge) {
        for (const [other] of next[at]) {
          if (known.has(other)) continue;
          known.add(other);
          after.push(other);
        }
      }
      if (after.length > 0) found.push(after);
      edge = after;
    }
    return found;
  }

  const input = element("input", { type: "search", list: "neighborhood-names", "aria-label": "Descriptor", placeholder: "Name of a descriptor" });
  const names = element("datalist", { id: "neighborhood-names" }, ...related.map((at) => element("option", { value: titleOf(at) })));
  const depth = element("select", { "aria-label": "Depth" }, ...[1, 2, 3].map((value) => element("option", { value }, `Depth ${value}`)), element("option", { value: 99 }, "All"));
  const direction = element("select", { "aria-label": "Direction" },
    element("option", { value: "both" }, "Both directions"), element("option", { value: "down" }, "Dependencies"), element("option", { value: "up" }, "Users"));
  const full = element("button", { type: "button" }, "Full screen");
  const form = element("form", { class: "filter" }, input, names, depth, direction, full);
  const view = element("div", { class: "view", tabindex: "0", role: "group", "aria-label": "Neighborhood" });
  const impact = element("div", { class: "impact" });
  const figure = element("figure", { class: "diagram neighborhood" }, view);
  place.append(element("h2", { id: "around" }, "Neighborhood"), form, element("div", { class: "around" }, figure, impact));

  // Shortens the text of a label until it fits into its box. Its end says more than its middle.
  function shorten(label, width) {
    const text = label.textContent;
    for (let length = text.length - 1; length > 4 && label.getComputedTextLength() > width; length -= 1) {
      const end = Math.floor(length / 3);
      label.textContent = `${text.slice(0, length - end)}…${text.slice(-end)}`;
    }
  }

  // The columns whose boxes are all shown, by their distances from the chosen box.
  const opened = new Set();

  function draw(start) {
    const isUp = direction.value !== "down";
    const isDown = direction.value !== "up";
    const before = isUp ? levels(start, users, Number(depth.value)) : [];
    const after = isDown ? levels(start, uses, Number(depth.value)) : [];
    const columns = [...before.toReversed(), [start], ...after];
    const places = new Map();
    const boxes = [];
    const isOpen = (x) => opened.has(x - before.length) || columns[x].length <= MAX_IN_COLUMN;
    const tallest = Math.max(...columns.map((column, x) => isOpen(x) ? column.length : MAX_IN_COLUMN + 1));
    const height = tallest * (HEIGHT + DOWN) - DOWN + 16;
    columns.forEach((column, x) => {
      const shown = isOpen(x) ? column : column.slice(0, MAX_IN_COLUMN);
      const rows = shown.length + (column.length > shown.length ? 1 : 0);
      const top = (height - rows * (HEIGHT + DOWN) + DOWN) / 2;
      shown.forEach((at, y) => places.set(at, { x: 8 + x * (WIDTH + ACROSS), y: top + y * (HEIGHT + DOWN) }));
      if (column.length > shown.length) {
        const text = drawn("text", { x: 8 + x * (WIDTH + ACROSS), y: top + shown.length * (HEIGHT + DOWN) + HEIGHT / 2, class: "detail" });
        text.textContent = `and ${column.length - shown.length} more`;
        const button = drawn("g", { class: "more", role: "button", tabindex: "0" }, text);
        const open = () => { opened.add(x - before.length); draw(start); view.focus(); };
        button.addEventListener("click", open);
        button.addEventListener("keydown", (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          open();
        });
        boxes.push(button);
      }
    });
    const lines = [];
    for (const [from, to, isPart] of data.uses) {
      const [a, b] = [places.get(from), places.get(to)];
      if (!a || !b) continue;
      const [y1, y2] = [a.y + HEIGHT / 2, b.y + HEIGHT / 2];
      // From the right side to the left one; within a column along its left side.
      const [x1, x2] = a.x === b.x ? [a.x, b.x] : b.x < a.x ? [a.x, b.x + WIDTH] : [a.x + WIDTH, b.x];
      const bend = b.x <= a.x ? -ACROSS / 2 : ACROSS / 2;
      const end = a.x === b.x ? x2 + bend : x2 - bend;
      const path = drawn("path", { d: `M${x1},${y1} C${x1 + bend},${y1} ${end},${y2} ${x2},${y2}`, class: isPart ? "line part" : "line reference" });
      path.dataset.from = from;
      path.dataset.to = to;
      lines.push(path);
    }
    for (const [at, { x, y }] of places) {
      const [title, page, kind, version] = data.descriptors[at];
      const name = drawn("text", { x: x + 12, y: y + 18, class: "label" });
      name.textContent = nameOf(at);
      const detail = drawn("text", { x: x + 12, y: y + 32, class: "detail" });
      detail.textContent = version ? `${version} · ${kind}` : kind;
      const hint = drawn("title", {});
      hint.textContent = title;
      const box = drawn("rect", { x, y, width: WIDTH, height: HEIGHT, rx: 8, class: at === start ? "box own" : "box" });
      const link = drawn("a", { href: page, "data-at": at }, hint, box, name, detail);
      boxes.push(link);
    }
    const width = columns.length * (WIDTH + ACROSS) - ACROSS + 16;
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": `Neighborhood of ${titleOf(start)}` }, ...lines, ...boxes);
    view.replaceChildren(svg);
    for (const label of svg.querySelectorAll("a > text")) shorten(label, WIDTH - 24);
    // A little too wide is shrunk rather than scrolled.
    svg.classList.toggle("fits", width <= view.clientWidth * 1.35);
    const own = places.get(start) ?? { x: 0, y: 0 };
    const scale = svg.getBoundingClientRect().width / width || 1;
    view.scrollLeft = (own.x + WIDTH / 2) * scale - view.clientWidth / 2;
    view.scrollTop = (own.y + HEIGHT / 2) * scale - view.clientHeight / 2;
    trace(svg);
    list(start);
  }

  // Pointing at a box highlights everything on the way to and from it.
  function trace(svg) {
    const lines = [...svg.querySelectorAll(".line")];
    const mark = (at) => {
      const reach = (start, next) => new Set([start, ...levels(start, next, 99).flat()]);
      const [below, above] = [reach(at, uses), reach(at, users)];
      svg.classList.add("traced");
      for (const line of lines) {
        const [from, to] = [Number(line.dataset.from), Number(line.dataset.to)];
        line.classList.toggle("on", (below.has(from) && below.has(to)) || (above.has(from) && above.has(to)));
      }
      for (const box of svg.querySelectorAll("a")) {
        const other = Number(box.dataset.at);
        box.classList.toggle("on", below.has(other) || above.has(other));
      }
    };
    const clear = () => svg.classList.remove("traced");
    for (const box of svg.querySelectorAll("a")) {
      box.addEventListener("pointerenter", () => mark(Number(box.dataset.at)));
      box.addEventListener("pointerleave", clear);
      box.addEventListener("focus", () => mark(Number(box.dataset.at)));
      box.addEventListener("blur", clear);
    }
  }

  function list(start) {
    const affected = levels(start, users, 99);
    const all = affected.flat();
    // Whether it only refers to the chosen one, or to what is affected by it.
    const reached = new Set([start, ...all]);
    const isReference = (at) => !uses[at].some(([other, isPart]) => isPart && reached.has(other));
    const items = affected.flatMap((level, index) => level.map((at) => [at, index + 1])).map(([at, distance]) => {
      const [title, page] = data.descriptors[at];
      const words = `${distance === 1 ? "directly" : `${distance} steps`}${isReference(at) ? ", as a reference" : ""}`;
      return element("li", {}, element("a", { href: page }, ...breakable(title)), " ", element("span", { class: "origin" }, words));
    });
    const words = all.length === 0 ? "Nothing uses it." : `A change can affect ${all.length} ${all.length === 1 ? "descriptor" : "descriptors"}:`;
    const rest = items.splice(LISTED);
    const more = element("details", {}, element("summary", {}, `and ${rest.length.toLocaleString("en")} more`), element("ul", { class: "plain" }, ...rest));
    impact.replaceChildren(element("h3", {}, ...breakable(titleOf(start))), element("p", { class: "note" }, words), element("ul", { class: "plain" }, ...items), ...(rest.length > 0 ? [more] : []));
  }

  let current = null;
  function show(at) {
    if (current !== at) opened.clear();
    current = at;
    input.value = titleOf(at);
    draw(at);
    const query = new URLSearchParams({ of: titleOf(at), depth: depth.value, direction: direction.value });
    history.replaceState(null, "", `#?${query}`);
  }

  function recall() {
    if (!location.hash.startsWith("#?")) return null;
    const query = new URLSearchParams(location.hash.slice(2));
    for (const [select, key] of [[depth, "depth"], [direction, "direction"]]) {
      if ([...select.options].some(({ value }) => value === query.get(key))) select.value = query.get(key);
    }
    return byTitle.get(query.get("of")) ?? null;
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("change", () => { const at = byTitle.get(input.value); if (at !== undefined) show(at); });
  for (const select of [depth, direction]) select.addEventListener("change", () => { if (current !== null) show(current); });
  full.addEventListener("click", () => document.fullscreenElement ? document.exitFullscreen() : place.requestFullscreen());
  document.addEventListener("fullscreenchange", () => {
    const isFull = document.fullscreenElement === place;
    full.textContent = isFull ? "Close" : "Full screen";
    if (current !== null) draw(current);
  });
  addEventListener("hashchange", () => { const at = recall(); if (at !== null && at !== current) show(at); });

  depth.value = "2";
  const asked = recall();
  const busiest = related.toSorted((a, b) => uses[b].length + users[b].length - uses[a].length - users[a].length)[0];
  if (asked !== null) show(asked);
  else if (busiest !== undefined) { current = busiest; input.value = titleOf(busiest); draw(busiest); }
})();
