// A diagram that can be zoomed, panned and selected in. Of large diagrams only the visible part exists as elements, and
// without texts while they are too small to read.
import { boundsOf, build, numbers, parse, safeLink } from "./svg.js";

/** @typedef {import("./svg.js").Node} Node */
/** @typedef {{ node: Node, link: string | null, bounds: number[], element: SVGElement, level: number, at: string }} Item */

const SVG = "http://www.w3.org/2000/svg";
const [LEAST, MOST, STEP] = [0.02, 4, 1.25];
/** Number of items up to which nothing is culled. */
const SMALL = 150;
/** The scale from which texts are readable. */
const READABLE = 0.3;
/** The scale from which texts are comfortable to read. */
const LEGIBLE = 0.5;
/** The levels of detail of an item. */
const [HIDDEN, OUTLINE, FULL] = [0, 1, 2];
const OUTLINES = new Set(["outline", "line"]);

export class Diagram {
  /** @type {Item[]} */
  #items = [];
  #size;
  #isFitted = true;
  #isScheduled = false;
  /** @type {string | null} */
  #selected = null;
  #view = { x: 0, y: 0, scale: 1 };

  /**
   * @param {string} text The SVG.
   * @param {string} base The address that its links are relative to.
   * @param {{ select(at: string, isByUser: boolean): void, open(name: string, href: string): boolean, label: string }} host
   */
  constructor(text, base, host) {
    const root = parse(text);
    if (!root) throw new Error("not an SVG");
    this.host = host;
    this.title = root.children.find(({ name }) => name === "title")?.text ?? "";
    const box = numbers(root.attributes.viewBox ?? "");
    this.#size = box.length === 4 ? box : [0, 0, 0, 0];
    this.element = document.createElement("div");
    this.element.className = "viewport";
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", `${this.title}. ${host.label}`);
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "scene");
    this.layer = document.createElementNS(SVG, "g");
    svg.append(this.layer);
    this.element.append(svg);
    for (const group of root.children.filter(({ name }) => name === "g")) this.#addGroup(group, base);
    this.#listen();
    // The size of the element is known when it is laid out.
    this.resized = new ResizeObserver(() => (this.#isFitted ? this.#home() : this.#draw()));
    this.resized.observe(this.element);
  }

  /**
   * @param {Node} group
   * @param {string} base
   */
  #addGroup(group, base) {
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", group.attributes.class ?? "");
    this.layer.append(layer);
    for (const child of group.children) {
      const isLink = child.name === "a";
      const node = isLink ? child.children.find(({ name }) => name === "g") : child;
      if (!node) continue;
      const element = build({ ...node, children: [], text: "" });
      if (!element) continue;
      layer.append(element);
      const path = node.children.find(({ attributes }) => attributes.class === "outline" || attributes.class === "line") ?? node.children.find(({ attributes }) => attributes.d) ?? node;
      const [left, top, right, bottom] = boundsOf(path.attributes.d ?? "");
      const [x = 0, y = 0] = numbers(node.attributes.transform ?? "");
      const link = isLink ? safeLink(child.attributes.href, base) : null;
      this.#items.push({ node, link, bounds: [left + x, top + y, right + x, bottom + y], element, level: HIDDEN, at: node.attributes["data-id"] ?? "" });
    }
  }

  /** The boxes with their words and the connections of each, for a table. */
  get rows() {
    const words = (/** @type {Item} */ { node }) => node.children.find(({ name }) => name === "title")?.text ?? "";
    const kind = (/** @type {Item} */ { node }) => (node.attributes.class ?? "").split(" ")[0];
    const rows = this.#items.filter((item) => item.at !== "" && ["box", "frame"].includes(kind(item)));
    const connections = new Map(rows.map(({ at }) => [at, /** @type {string[]} */ ([])]));
    for (const line of this.#items.filter((item) => kind(item) === "connection")) {
      // A connection is defined in one of its boxes.
      let owner = line.at;
      while (owner !== "" && !connections.has(owner)) owner = owner.slice(0, owner.lastIndexOf("/"));
      connections.get(owner)?.push(words(line));
    }
    return rows.map((item) => ({ words: words(item), connections: connections.get(item.at) ?? [] }));
  }

  /** Whether there is a box or connection at a path. @param {string} at */
  has(at) {
    return this.#items.some((item) => item.at === at);
  }

  /** Shows the whole diagram. */
  fit() {
    this.#showAll(0);
  }

  /** Shows the diagram at first: as a whole, or its start if it would be too small to read. */
  #home() {
    this.#showAll(this.#items.length <= SMALL ? LEGIBLE : 0);
    this.#isFitted = true;
  }

  /** @param {number} least The smallest scale. */
  #showAll(least) {
    const [x, y, width, height] = this.#size;
    const { clientWidth, clientHeight } = this.element;
    const scale = Math.max(least, Math.min(1, clientWidth / (width || 1), clientHeight / (height || 1))) || 1;
    const rest = (/** @type {number} */ length) => Math.max(0, length) / 2;
    this.#view = { scale, x: rest(clientWidth - width * scale) - x * scale, y: rest(clientHeight - height * scale) - y * scale };
    this.#isFitted = false;
    this.#draw();
  }

  get scale() {
    return this.#view.scale;
  }

  /**
   * Zooms, keeping a point of the element, or its center, in place.
   * @param {number} scale
   * @param {number[]} [point]
   */
  zoom(scale, [px, py] = [this.element.clientWidth / 2, this.element.clientHeight / 2]) {
    const { x, y, scale: before } = this.#view;
    const to = Math.min(MOST, Math.max(Math.min(LEAST, before), scale));
    this.#view = { scale: to, x: px - ((px - x) / before) * to, y: py - ((py - y) / before) * to };
    this.#isFitted = false;
    this.#draw();
  }

  /**
   * @param {number} across
   * @param {number} down
   */
  pan(across, down) {
    this.#view = { ...this.#view, x: this.#view.x + across, y: this.#view.y + down };
    this.#isFitted = false;
    this.#draw();
  }

  /** Moves a box into view. @param {string} at */
  reveal(at) {
    const item = this.#items.find((item) => item.at === at);
    if (!item) return;
    const { scale } = this.#view;
    const readable = Math.max(scale, Math.min(1, READABLE * 2));
    const [left, top, right, bottom] = item.bounds;
    const { clientWidth, clientHeight } = this.element;
    this.#view = { scale: readable, x: clientWidth / 2 - ((left + right) / 2) * readable, y: clientHeight / 2 - ((top + bottom) / 2) * readable };
    this.#isFitted = false;
    this.#draw();
  }

  /** @param {string | null} at */
  select(at) {
    const changed = this.#items.filter((item) => item.at !== "" && (item.at === this.#selected || item.at === at));
    this.#selected = at;
    for (const item of changed) this.#mark(item);
  }

  /** @param {Item} item */
  #mark({ element, at }) {
    const isSelected = at !== "" && at === this.#selected;
    element.classList.toggle("selected", isSelected);
    element.querySelector(".hit")?.setAttribute("aria-pressed", `${isSelected}`);
  }

  #draw() {
    const { x, y, scale } = this.#view;
    this.layer.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // Dragging changes the view more often than it is painted.
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#cull();
    });
  }

  #cull() {
    const { x, y, scale } = this.#view;
    const { clientWidth, clientHeight } = this.element;
    const isSmall = this.#items.length <= SMALL;
    const [left, top, right, bottom] = [-x / scale, -y / scale, (clientWidth - x) / scale, (clientHeight - y) / scale];
    this.layer.classList.toggle("far", !isSmall && scale < READABLE);
    const margin = isSmall ? Infinity : 100 / scale;
    for (const item of this.#items) {
      const [l, t, r, b] = item.bounds;
      const isVisible = !(r < left - margin || l > right + margin || b < top - margin || t > bottom + margin);
      this.#show(item, !isVisible ? HIDDEN : isSmall || scale >= READABLE ? FULL : OUTLINE);
    }
  }

  /**
   * @param {Item} item
   * @param {number} level
   */
  #show(item, level) {
    if (item.level === level) return;
    // A focused box keeps its elements.
    if (level < item.level && item.element.contains(/** @type {Document | ShadowRoot} */ (item.element.getRootNode()).activeElement)) return;
    item.level = level;
    item.element.replaceChildren();
    if (level === HIDDEN) return;
    const shown = level === FULL ? item.node.children : item.node.children.filter(({ attributes }) => OUTLINES.has(attributes.class ?? ""));
    const built = shown.map((child) => ({ child, element: build(child, 1) })).filter(({ element }) => element);
    const isBox = /^(box|frame)\b/.test(item.node.attributes.class ?? "") && item.at !== "";
    if (!isBox || level === OUTLINE) {
      item.element.append(...built.map(({ element }) => /** @type {SVGElement} */ (element)));
      return this.#mark(item);
    }
    const hit = document.createElementNS(SVG, "g");
    hit.setAttribute("class", "hit");
    hit.setAttribute("role", "button");
    hit.setAttribute("tabindex", "0");
    hit.setAttribute("aria-label", item.node.children.find(({ name }) => name === "title")?.text ?? item.at);
    item.element.append(hit);
    for (const { child, element } of built) {
      const of = /** @type {SVGElement} */ (element);
      if (item.link && /^label\b/.test(child.attributes.class ?? "")) {
        const link = document.createElementNS(SVG, "a");
        link.setAttribute("href", item.link);
        link.append(of);
        item.element.append(link);
      } else if (child.name === "path") {
        hit.append(of);
      } else if (child.name !== "title") {
        // The title is the name of the button, which has no other texts. A click on one selects the box as well.
        item.element.append(of);
      }
    }
    this.#mark(item);
  }

  /** @param {Event} event */
  #itemAt(event) {
    const target = /** @type {Element | undefined} */ (event.composedPath()[0]);
    const group = target?.closest?.("[data-id]");
    return group ? this.#items.find(({ element }) => element === group) : undefined;
  }

  #listen() {
    const { element } = this;
    /** @type {Map<number, number[]>} */
    const pointers = new Map();
    let moved = 0;
    const place = (/** @type {MouseEvent} */ event) => {
      const frame = element.getBoundingClientRect();
      return [event.clientX - frame.left, event.clientY - frame.top];
    };
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      if (pointers.size === 0) moved = 0;
      pointers.set(event.pointerId, place(event));
    });
    element.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = place(event);
      const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      pointers.set(event.pointerId, now);
      const [across, down] = [now[0] - before[0], now[1] - before[1]];
      moved += Math.abs(across) + Math.abs(down);
      if (others.length > 0) {
        const apart = (/** @type {number[]} */ [x, y]) => Math.hypot(x - others[0][0], y - others[0][1]) || 1;
        this.zoom(this.scale * (apart(now) / apart(before)), others[0]);
      } else if (moved > 4) {
        if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
        element.classList.add("dragging");
        this.pan(across, down);
      }
    });
    const release = (/** @type {PointerEvent} */ event) => {
      pointers.delete(event.pointerId);
      element.classList.remove("dragging");
    };
    element.addEventListener("pointerup", release);
    element.addEventListener("pointercancel", release);
    element.addEventListener("dragstart", (event) => event.preventDefault());
    element.addEventListener("click", (event) => {
      // A drag must not end as a click. The keyboard also triggers clicks, without a pointer.
      if (moved > 4 && event.detail > 0) return event.preventDefault();
      const item = this.#itemAt(event);
      const link = /** @type {Element} */ (event.composedPath()[0]).closest?.("a");
      if (link && item?.link) {
        if (!this.host.open(item.node.children.find(({ name }) => name === "title")?.text ?? "", item.link)) event.preventDefault();
      } else if (item && item.at !== "") {
        this.host.select(item.at, true);
      } else {
        this.host.select("", true);
      }
    });
    element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const item = this.#itemAt(event);
      const isLink = /** @type {Element} */ (event.composedPath()[0]).closest?.("a");
      /** @type {Record<string, () => void>} */
      const actions = {
        "+": () => this.zoom(this.scale * STEP),
        "=": () => this.zoom(this.scale * STEP),
        "-": () => this.zoom(this.scale / STEP),
        0: () => this.fit(),
        1: () => this.zoom(1),
        ArrowLeft: () => this.pan(60, 0),
        ArrowRight: () => this.pan(-60, 0),
        ArrowUp: () => this.pan(0, 60),
        ArrowDown: () => this.pan(0, -60),
      };
      if (item && !isLink) actions.Enter = actions[" "] = () => this.host.select(item.at, true);
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });
  }

  /**
   * Zooms by a wheel event.
   * @param {WheelEvent} event
   */
  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const turned = Math.max(-100, Math.min(100, event.deltaY * lines));
    const frame = this.element.getBoundingClientRect();
    this.zoom(this.scale * Math.exp(-turned / 250), [event.clientX - frame.left, event.clientY - frame.top]);
  }

  /** Takes over what an earlier diagram showed. @param {Diagram} before */
  adopt(before) {
    if (before.#isFitted) return;
    this.#view = before.#view;
    this.#isFitted = false;
    this.#draw();
  }

  /** Focuses a box, or the diagram if it is not there. @param {string | null} at */
  focus(at) {
    this.#cull();
    const hit = this.#items.find((item) => at !== null && item.at === at)?.element.querySelector(".hit");
    (/** @type {HTMLElement | null | undefined} */ (/** @type {unknown} */ (hit)) ?? this.element).focus({ preventScroll: true });
  }

  dispose() {
    this.resized.disconnect();
  }
}
