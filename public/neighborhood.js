// The neighborhood of a descriptor in the graph of dependencies: what it uses and what uses it, to a chosen depth, and a list
// of everything that a change of it can affect. Without this script, the page has diagrams and a list of all dependencies.

(() => {
  "use strict";

  const place = document.getElementById("neighborhood");
  if (!globalThis.descriptoriumDependencies || !place) return;

  const SVG = "http://www.w3.org/2000/svg";
  const [HEIGHT, DOWN, MARGIN] = [40, 12, 8];
  // Boxes and the gaps between columns become narrower before the diagram is scaled down.
  const [WIDE, NARROW] = [{ width: 216, across: 88 }, { width: 160, across: 48 }];
  // Names are still legible: they have 13 px at scale 1.
  const LEAST_SCALE = 0.7;
  // In a frame of a phone, narrow boxes would shorten most names.
  const PHONE = 560;
  // In rows, lines are to the left of the boxes, and each level has a title.
  const [LINES, TITLE, MOST_WIDTH] = [56, 22, 420];
  // More boxes in a column could not be told apart.
  const MAX_IN_COLUMN = 24;
  const LISTED = 200;
  const ALL = 99;

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

  // The graph --------------------------------------------------------------------------------------------------------

  // Descriptors are identified by their pages: several can have the same name and version.
  let graph = null;
  function read({ descriptors, uses: pairs }) {
    const uses = descriptors.map(() => []);
    const users = descriptors.map(() => []);
    for (const [from, to, isPart] of pairs) {
      uses[from].push([to, isPart]);
      users[to].push([from, isPart]);
    }
    const all = descriptors.map(([title, page, kind, version, apart = ""]) => ({
      // The name without its version.
      name: version ? title.slice(0, -version.length - 1) : title,
      title, page, kind, version, apart, key: page.replace(/\.html$/, ""), label: apart ? `${title} · ${apart}` : title,
    }));
    const related = [...all.keys()].filter((at) => uses[at].length + users[at].length > 0);
    const byKey = new Map(all.map(({ key }, at) => [key, at]));
    const byLabel = new Map(all.map(({ label }, at) => [label, at]));
    const byTitle = Map.groupBy(all.keys(), (at) => all[at].title);
    graph = { all, pairs, uses, users, related, byKey, byLabel, byTitle };
    names.replaceChildren(...related.map((at) => element("option", { value: all[at].label })));
  }

  // The descriptors that a text can mean: by page, by name, or by a name that several have.
  function meant(text) {
    const found = graph.byKey.get(text) ?? graph.byLabel.get(text);
    return found === undefined ? graph.byTitle.get(text) ?? [] : [found];
  }

  // The descriptors at each distance, without the first one and those in `known`.
  function levels(start, next, depth, known = new Set()) {
    known.add(start);
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

  // The controls -----------------------------------------------------------------------------------------------------

  const input = element("input", { type: "search", list: "neighborhood-names", "aria-label": "Descriptor", placeholder: "Name of a descriptor" });
  const names = element("datalist", { id: "neighborhood-names" });
  const depth = element("select", { "aria-label": "Depth" }, ...[1, 2, 3].map((value) => element("option", { value }, `Depth ${value}`)), element("option", { value: ALL }, "All"));
  const direction = element("select", { "aria-label": "Direction" },
    element("option", { value: "both" }, "Both directions"), element("option", { value: "down" }, "Dependencies"), element("option", { value: "up" }, "Users"));
  const full = element("button", { type: "button" }, "Full screen");
  const status = element("p", { role: "status" });
  const form = element("form", { class: "filter" }, input, names, depth, direction, ...(document.fullscreenEnabled ? [full] : []), status);
  const view = element("div", { class: "view", tabindex: "0", role: "group", "aria-label": "Neighborhood" });
  const zooms = [["out", "Zoom out (-)", "−"], ["in", "Zoom in (+)", "+"], ["fit", "Fit to page (0)", "Fit"], ["actual", "Actual size, 1:1 (1)", "1:1"]]
    .map(([zoom, label, words]) => element("button", { type: "button", "data-zoom": zoom, "aria-label": label, title: label }, words));
  const caption = element("figcaption", {}, element("div", { class: "zooms" }, ...zooms, element("span", { class: "by-wheel" }, "Ctrl + scroll to zoom, drag to pan")));
  const impact = element("div", { class: "impact" });
  const figure = element("figure", { class: "diagram neighborhood" }, view, caption);
  place.append(element("h2", { id: "around" }, "Neighborhood"), form, element("div", { class: "around" }, figure, impact));

  // The diagram ------------------------------------------------------------------------------------------------------

  // Shortens the text of a label until it fits into its box. Its end says more than its middle.
  function shorten(label, width) {
    const text = label.textContent;
    for (let length = text.length - 1; length > 4 && label.getComputedTextLength() > width; length -= 1) {
      const end = Math.floor(length / 3);
      label.textContent = `${text.slice(0, length - end)}…${text.slice(-end)}`;
    }
  }

  // The levels whose boxes are all shown, by their distances from the chosen box.
  const opened = new Set();

  // The size that the diagram can have without scrolling.
  function room() {
    const isFull = document.fullscreenElement !== null;
    const style = getComputedStyle(figure);
    const width = figure.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return { width, height: isFull ? view.clientHeight : Math.max(416, 0.75 * innerHeight) };
  }

  // Users in columns to the left and dependencies to the right, if they fit beside each other.
  function inColumns(columns, shown, width) {
    const n = columns.length;
    const total = (size) => n * size.width + (n - 1) * size.across + 2 * MARGIN;
    if (total(NARROW) * (width < PHONE ? 1 : LEAST_SCALE) > width) return null;
    const part = Math.min(1, Math.max(0, (width - total(NARROW)) / (total(WIDE) - total(NARROW))));
    const between = (key) => NARROW[key] + part * (WIDE[key] - NARROW[key]);
    const size = { width: between("width"), across: between("across") };
    const rows = columns.map((column, x) => shown[x].length + (column.length > shown[x].length ? 1 : 0));
    const height = Math.max(...rows) * (HEIGHT + DOWN) - DOWN + 2 * MARGIN;
    const left = (x) => MARGIN + x * (size.width + size.across);
    const top = (x) => (height - rows[x] * (HEIGHT + DOWN) + DOWN) / 2;
    const at = (x, y) => ({ x: left(x), y: top(x) + y * (HEIGHT + DOWN) });
    // From the right side to the left one; within a column along its left side.
    function line(a, b) {
      const [y1, y2] = [a.y + HEIGHT / 2, b.y + HEIGHT / 2];
      const [x1, x2] = a.x === b.x ? [a.x, b.x] : b.x < a.x ? [a.x, b.x + size.width] : [a.x + size.width, b.x];
      const bend = b.x <= a.x ? -size.across / 2 : size.across / 2;
      const end = a.x === b.x ? x2 + bend : x2 - bend;
      return `M${x1},${y1} C${x1 + bend},${y1} ${end},${y2} ${x2},${y2}`;
    }
    return { width: total(size), height, box: size.width, at, line, titles: [] };
  }

  // In a narrow window, or for a long chain: users in rows above and dependencies below.
  function inRows(columns, shown, width, own) {
    const box = Math.min(MOST_WIDTH, width - LINES - 2 * MARGIN);
    const tops = [];
    const titles = [];
    let y = MARGIN;
    columns.forEach((column, x) => {
      const steps = Math.abs(x - own);
      const kind = x < own ? "Users" : "Dependencies";
      if (steps > 0) {
        titles.push({ x: LINES, y: y + 14, words: steps === 1 ? kind : `${kind}, ${steps} steps` });
        y += TITLE;
      }
      tops.push(y);
      y += (shown[x].length + (column.length > shown[x].length ? 1 : 0)) * (HEIGHT + DOWN) + DOWN / 2;
    });
    const height = y - DOWN * 1.5 + MARGIN;
    const at = (x, row) => ({ x: LINES, y: tops[x] + row * (HEIGHT + DOWN) });
    // An arc along the left side, wider for a longer way.
    function line(a, b) {
      const [y1, y2] = [a.y + HEIGHT / 2, b.y + HEIGHT / 2];
      const bend = LINES - MARGIN - 30 * Math.exp(-Math.abs(y2 - y1) / 400);
      return `M${LINES},${y1} C${LINES - bend},${y1} ${LINES - bend},${y2} ${LINES},${y2}`;
    }
    return { width: LINES + box + MARGIN, height, box, at, line, titles };
  }

  function more(start, distance, count, { x, y }) {
    const text = drawn("text", { x, y: y + HEIGHT / 2, class: "detail" });
    text.textContent = `and ${count} more`;
    const button = drawn("g", { class: "more", role: "button", tabindex: "0" }, text);
    const open = () => { opened.add(distance); draw(start); view.focus(); };
    button.addEventListener("click", open);
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      open();
    });
    return button;
  }

  let drawnWidth = 0;
  function draw(start) {
    const { all, pairs, uses, users } = graph;
    const known = new Set();
    const before = direction.value === "down" ? [] : levels(start, users, Number(depth.value), known);
    // In a cycle, a user that is also used is shown once.
    const after = direction.value === "up" ? [] : levels(start, uses, Number(depth.value), known);
    const columns = [...before.toReversed(), [start], ...after];
    const own = before.length;
    const shown = columns.map((column, x) => opened.has(x - own) || column.length <= MAX_IN_COLUMN ? column : column.slice(0, MAX_IN_COLUMN));
    const { width, height } = room();
    drawnWidth = figure.clientWidth;
    const layout = inColumns(columns, shown, width) ?? inRows(columns, shown, width, own);
    const places = new Map();
    const boxes = [];
    shown.forEach((column, x) => {
      column.forEach((at, y) => places.set(at, layout.at(x, y)));
      const left = columns[x].length - column.length;
      if (left > 0) boxes.push(more(start, x - own, left, layout.at(x, column.length)));
    });
    const lines = [];
    for (const [from, to, isPart] of pairs) {
      const [a, b] = [places.get(from), places.get(to)];
      if (!a || !b) continue;
      lines.push(drawn("path", { d: layout.line(a, b), class: isPart ? "line part" : "line reference", "data-from": from, "data-to": to }));
    }
    for (const { x, y, words } of layout.titles) {
      const title = drawn("text", { x, y, class: "detail" });
      title.textContent = words;
      boxes.push(title);
    }
    for (const [at, { x, y }] of places) {
      const { name, label, page, kind, version, apart } = all[at];
      const first = drawn("text", { x: x + 12, y: y + 18, class: "label" });
      first.textContent = name;
      const second = drawn("text", { x: x + 12, y: y + 32, class: "detail" });
      second.textContent = [version, kind, apart === kind ? "" : apart].filter((part) => part !== "").join(" · ");
      const hint = drawn("title", {});
      hint.textContent = label;
      const box = drawn("rect", { x, y, width: layout.box, height: HEIGHT, rx: 8, class: at === start ? "box own" : "box" });
      boxes.push(drawn("a", { href: page, "data-at": at, ...(at === start ? { "aria-current": "true" } : {}) }, hint, box, first, second));
    }
    // Scaled down until it fits. If names would be illegible, it can be scrolled down, but not sideways.
    const fitting = height / layout.height;
    const scale = Math.min(1, width / layout.width, fitting < LEAST_SCALE ? 1 : fitting);
    const svg = drawn("svg", {
      viewBox: `0 0 ${layout.width} ${layout.height}`, width: Math.floor(layout.width * scale), height: Math.floor(layout.height * scale),
      role: "group", "aria-label": `Neighborhood of ${all[start].label}`,
    }, ...lines, ...boxes);
    figure.classList.remove("zoomed");
    view.style.height = "";
    view.replaceChildren(svg);
    for (const text of svg.querySelectorAll("a > text")) shorten(text, layout.box - 24);
    const { y } = places.get(start);
    view.scrollLeft = 0;
    view.scrollTop = (y + HEIGHT / 2) * scale - view.clientHeight / 2;
    trace(svg);
    list(start);
    document.dispatchEvent(new CustomEvent("descriptorium:drawn"));
  }

  // Pointing at a box highlights everything on the way to and from it.
  function trace(svg) {
    const lines = [...svg.querySelectorAll(".line")];
    const mark = (at) => {
      const reach = (next) => new Set([at, ...levels(at, next, ALL).flat()]);
      const [below, above] = [reach(graph.uses), reach(graph.users)];
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

  function named(at) {
    const { title, page, apart } = graph.all[at];
    const link = element("a", { href: page }, ...breakable(title));
    return apart ? [link, " ", element("span", { class: "origin" }, ...breakable(apart))] : [link];
  }

  function list(start) {
    const affected = levels(start, graph.users, ALL);
    const all = affected.flat();
    // Whether it only refers to the chosen one, or to what is affected by it.
    const reached = new Set([start, ...all]);
    const isReference = (at) => !graph.uses[at].some(([other, isPart]) => isPart && reached.has(other));
    const items = affected.flatMap((level, index) => level.map((at) => [at, index + 1])).map(([at, distance]) => {
      const words = `${distance === 1 ? "directly" : `${distance} steps`}${isReference(at) ? ", as a reference" : ""}`;
      return element("li", {}, ...named(at), " ", element("span", { class: "origin" }, words));
    });
    const words = all.length === 0 ? "Nothing uses it." : `A change can affect ${all.length} ${all.length === 1 ? "descriptor" : "descriptors"}:`;
    const rest = items.splice(LISTED);
    const folded = element("details", {}, element("summary", {}, `and ${rest.length.toLocaleString("en")} more`), element("ul", { class: "plain" }, ...rest));
    impact.replaceChildren(element("h3", {}, ...named(start)), element("p", { class: "note" }, words), element("ul", { class: "plain" }, ...items), ...(rest.length > 0 ? [folded] : []));
  }

  // The choice -------------------------------------------------------------------------------------------------------

  let current = null;
  function show(at) {
    if (current !== at) opened.clear();
    current = at;
    input.value = graph.all[at].label;
    status.textContent = "";
    draw(at);
  }

  function remember() {
    const query = new URLSearchParams({ of: graph.all[current].key, depth: depth.value, direction: direction.value });
    history.replaceState(null, "", `#?${query}`);
  }

  // Shows the descriptor that a text means, or says why there is none.
  function ask(text) {
    const [first, ...others] = meant(text);
    if (first !== undefined && others.length === 0) {
      show(first);
      return true;
    }
    const several = `${others.length + 1} descriptors have this name: ${[first, ...others].slice(0, 6).map((at) => graph.all[at]?.apart).join(", ")}${others.length > 5 ? ", …" : ""}. Choose one from the list.`;
    status.textContent = first === undefined ? `There is no descriptor “${text}”.` : several;
    return false;
  }

  function recall() {
    if (!location.hash.startsWith("#?")) return false;
    const query = new URLSearchParams(location.hash.slice(2));
    for (const [select, key] of [[depth, "depth"], [direction, "direction"]]) {
      if ([...select.options].some(({ value }) => value === query.get(key))) select.value = query.get(key);
    }
    return query.has("of") && ask(query.get("of"));
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("change", () => { if (input.value !== "" && ask(input.value)) remember(); });
  for (const select of [depth, direction]) {
    select.addEventListener("change", () => {
      if (current === null) return;
      show(current);
      remember();
    });
  }
  full.addEventListener("click", () => document.fullscreenElement ? document.exitFullscreen() : place.requestFullscreen());
  document.addEventListener("fullscreenchange", () => {
    full.textContent = document.fullscreenElement === place ? "Close" : "Full screen";
    if (current !== null) draw(current);
  });
  new ResizeObserver(() => {
    // A zoomed diagram keeps its scale.
    const isOther = Math.abs(figure.clientWidth - drawnWidth) > 4;
    if (current !== null && isOther && !figure.classList.contains("zoomed")) draw(current);
  }).observe(figure);
  addEventListener("hashchange", recall);

  // On a page that follows its folder, the graph is loaded again. A counter in the address prevents the use of a cached script.
  const source = document.querySelector("script[src$='dependencies.js']")?.src;
  let generation = 0;
  document.addEventListener("descriptorium:followed", () => {
    generation += 1;
    const script = element("script", { src: `${source}?${generation}` });
    script.addEventListener("load", () => {
      script.remove();
      const key = graph.all[current]?.key;
      read(globalThis.descriptoriumDependencies);
      const at = graph.byKey.get(key) ?? busiest();
      if (at === undefined) return;
      show(at);
    });
    document.head.append(script);
  });

  const degree = (at) => graph.uses[at].length + graph.users[at].length;
  const busiest = () => graph.related.toSorted((a, b) => degree(b) - degree(a))[0];
  depth.value = "2";
  read(globalThis.descriptoriumDependencies);
  if (!recall()) {
    // What was asked for and is missing is still said.
    const [said, first] = [status.textContent, busiest()];
    if (first !== undefined) show(first);
    status.textContent = said;
  }
})();
