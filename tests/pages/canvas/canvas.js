// The modeller with a diagram of `?n=` boxes for benchmarks of graph editors: the canvas fills the window, and
// `window.__bench` reports positions of boxes. The rest of the modeller runs, but is not shown. `cargo xtask bench
// canvas` puts this page next to builds of the modeller that open such a diagram.

const query = new URLSearchParams(location.search);
const n = Number(query.get("n") ?? 100);
const columns = Math.ceil(Math.sqrt(n));
const [ACROSS, DOWN, WIDTH, HEIGHT] = [220, 140, 160, 60];
const frame = document.querySelector("iframe");

// The center of the diagram at its actual size, or all of it.
const size = { x: columns * ACROSS, y: Math.ceil(n / columns) * DOWN };
const all = Math.min(1, innerWidth / (size.x + ACROSS), innerHeight / (size.y + DOWN));
const zoom = query.get("mode") === "fit" ? all : 1;
frame.src = `${n}/index.html#service.yaml?view=${size.x / 2},${size.y / 2},${zoom.toFixed(3)}`;
frame.addEventListener("load", () => {
  const sheet = new frame.contentWindow.CSSStyleSheet();
  sheet.replaceSync(".modeller > :not(main), .pane:not(.center), .splitter { display: none !important; } .center { position: fixed; inset: 0; }");
  frame.contentDocument.adoptedStyleSheets = [sheet];
});

const find = (selector) => frame.contentDocument?.querySelector(selector);
const box = (id) => find(`.box[data-id="/composition/${id}"]`);
const number = (id) => Number(id.slice(1));
const grid = (id) => ({ x: (number(id) % columns) * ACROSS, y: Math.floor(number(id) / columns) * DOWN });

/** The view transformation: screen = diagram × k + (x, y). */
function shown() {
  const { e, f, a } = new DOMMatrix(find(".canvas-diagram").style.transform);
  const canvas = find(".canvas-svg").getBoundingClientRect();
  return { x: canvas.left + e, y: canvas.top + f, k: a };
}

/** The index of a box in the single path that shows all boxes at low zoom: the order never changes. */
const order = new Map();

/** The position of a box in the diagram. */
function position(id) {
  const shape = box(id);
  if (shape) {
    const { e, f } = shape.transform.baseVal[0].matrix;
    return { x: e, y: f };
  }
  const path = find(".far-boxes[d]:not([d=''])")?.getAttribute("d") ?? "";
  const starts = [...path.matchAll(/M(-?\d+) (-?\d+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
  if (!order.has(id)) {
    const { x, y } = grid(id);
    const far = (start) => Math.hypot(start.x - x, start.y - y);
    order.set(id, starts.reduce((best, start, at) => (far(start) < far(starts[best]) ? at : best), 0));
  }
  return starts[order.get(id)] ?? grid(id);
}

window.__bench = {
  lib: "descriptorium",
  n,
  m: Array.from({ length: n }, (_, i) => Number((i % columns) + 1 < columns && i + 1 < n) + Number(i % 2 === 0 && i + columns < n)).reduce((a, b) => a + b),
  cols: columns,
  ready: () => Boolean(find('.file.current[data-file="service.yaml"]') && (find(".box.resource") || find(".far-boxes[d]:not([d=''])"))),
  painted: () => frame.contentDocument.querySelectorAll(".box.resource").length || n,
  rect(id) {
    const shape = box(id)?.querySelector(".box-shape");
    if (shape) {
      const { x, y, width, height } = shape.getBoundingClientRect();
      return { x, y, w: width, h: height };
    }
    const { x, y, k } = shown();
    const at = position(id);
    return { x: x + at.x * k, y: y + at.y * k, w: WIDTH * k, h: HEIGHT * k };
  },
  pos: position,
  view: shown,
};
