// Reads the diagrams that sites publish, and builds them from an allow-list of elements and attributes. Nothing is parsed as
// HTML, so policies that require Trusted Types allow it; scripts, styles and other elements are left out.

/** @typedef {{ name: string, attributes: Record<string, string>, children: Node[], text: string }} Node */

const ELEMENTS = new Set(["svg", "g", "path", "rect", "circle", "line", "polyline", "polygon", "text", "tspan", "title", "a"]);
const ATTRIBUTES = new Set([
  "class", "transform", "d", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "x2", "y1", "y2", "points",
  "text-anchor", "textLength", "lengthAdjust", "dx", "dy", "data-id", "data-port",
]);
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'" };
/** Of nested elements; deeper ones are left out. */
const MAX_DEPTH = 32;

/** @param {string} text */
function decoded(text) {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[/** @type {keyof ENTITIES} */ (name)] ?? whole;
    const code = hex ? parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
  });
}

/**
 * Parses the elements of a text. Returns the root element, or `null` if it is not well-formed SVG.
 * @param {string} text
 * @returns {Node | null}
 */
export function parse(text) {
  /** @type {Node} */
  const top = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  const tags = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<[?!][^>]*>|<(\/?)([a-zA-Z][\w:-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g;
  let end = 0;
  for (let tag = tags.exec(text); tag; tag = tags.exec(text)) {
    const parent = open[open.length - 1];
    parent.text += decoded(text.slice(end, tag.index));
    end = tags.lastIndex;
    const [, closes, name, attributes, isEmpty] = tag;
    if (!name) continue;
    if (closes) {
      if (parent.name !== name) return null;
      open.pop();
      continue;
    }
    /** @type {Node} */
    const node = { name, attributes: {}, children: [], text: "" };
    for (const [, key, , one, other] of attributes.matchAll(/([\w:-]+)\s*=\s*("([^"]*)"|'([^']*)')/g)) node.attributes[key] = decoded(one ?? other);
    parent.children.push(node);
    if (!isEmpty) open.push(node);
  }
  const [root] = top.children;
  return open.length === 1 && top.children.length === 1 && root.name === "svg" ? root : null;
}

/**
 * The target of a link: http, https or relative; `null` for others.
 * @param {string | undefined} target
 * @param {string | URL} base
 */
export function safeLink(target, base) {
  if (target === undefined) return null;
  try {
    const url = new URL(target, base);
    const isOfBase = url.protocol === new URL(base).protocol;
    return url.protocol === "https:" || url.protocol === "http:" || (isOfBase && url.protocol === "file:") ? url.href : null;
  } catch {
    return null;
  }
}

/**
 * Builds a node with its children. `adapt` may change an element; it returns the element to fill, or `null` to leave it out.
 * @param {Node} node
 * @param {number} [depth]
 * @returns {SVGElement | null}
 */
export function build(node, depth = 0) {
  if (!ELEMENTS.has(node.name) || depth > MAX_DEPTH) return null;
  // Links are made by the caller, who decides what a click does.
  const element = document.createElementNS("http://www.w3.org/2000/svg", node.name === "a" ? "g" : node.name);
  for (const [name, value] of Object.entries(node.attributes)) if (ATTRIBUTES.has(name)) element.setAttribute(name, value);
  if (node.children.length === 0) {
    if (node.text) element.textContent = node.text;
    return element;
  }
  for (const child of node.children) {
    const built = build(child, depth + 1);
    if (built) element.append(built);
  }
  return element;
}

/** @param {string} text */
export const numbers = (text) => (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);

/**
 * The bounds of the points of a path, in its own coordinates: left, top, right, bottom.
 * @param {string} d
 */
export function boundsOf(d) {
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  numbers(d).forEach((value, at) => {
    const axis = at % 2;
    bounds[axis] = Math.min(bounds[axis], value);
    bounds[axis + 2] = Math.max(bounds[axis + 2], value);
  });
  return bounds;
}
