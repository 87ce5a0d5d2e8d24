// `<descriptorium-view>`: a descriptor in any page, with its diagram, findings, preview and source. Those of a published site
// are shown as they are; for texts, live.js computes them.
import { Diagram } from "./diagram.js";
import { expansion, findings, make, source } from "./panels.js";
import style from "./style.css";
import { wordsIn } from "./words.js";

const NAME = "descriptorium-view";
/** Set by build.mjs: the version, and the address of this script. */
const VERSION = __VERSION__;
const BASE = __BASE__;
/** The version of the documents that are read. */
const DOCUMENTS = 1;
const TABS = ["diagram", "findings", "expansion", "source"];
const MAX_BYTES = 32 << 20;

/**
 * A descriptor with its diagram.
 * @typedef {import("./live.js").Live} Live
 * @typedef {{ data: any, svg: string | null, root: URL, base: string, live?: Live }} Shown `root` is the root of its site, and `base` the
 *   address that links in the diagram are relative to.
 */

/** The reason why nothing is shown. */
class ViewError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * Fetches a text.
 * @param {string} address
 * @param {AbortSignal} signal
 */
async function read(address, signal) {
  return new TextDecoder().decode(await fetched(address, signal));
}

/**
 * Fetches a file.
 * @param {string} address
 * @param {AbortSignal} signal
 */
async function fetched(address, signal) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(address, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    const hint = /^(https?|data|blob):/.test(address) ? "check the address, and whether its host sends Access-Control-Allow-Origin" : "browsers do not fetch files; put the JSON into a <script type=\"application/json\"> inside of the element";
    throw new ViewError("cannot-load", `${address} cannot be fetched: ${hint}`);
  }
  if (!answer.ok) throw new ViewError("not-found", `${address}: ${answer.status} ${answer.statusText}`);
  const chunks = [];
  let size = 0;
  const reader = answer.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      throw new ViewError("too-large", `${address} is larger than ${MAX_BYTES >> 20} MiB`);
    }
    chunks.push(part.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * The document in a text.
 * @param {string} text
 * @param {string} address
 */
function parsed(text, address) {
  try {
    return JSON.parse(text);
  } catch {
    throw new ViewError("not-json", `${address} is not JSON: expected the JSON of a descriptor on a site, such as assembly/web/1.0.json`);
  }
}

/**
 * Checks that a value is the document of a descriptor.
 * @param {any} data
 */
function checked(data) {
  const version = data?.descriptorium;
  if (typeof version === "number" && version !== DOCUMENTS) {
    throw new ViewError("version", `the data has version ${version}, and this viewer reads version ${DOCUMENTS}: update the older of both`);
  }
  if (version !== DOCUMENTS || typeof data.name !== "string") {
    throw new ViewError("not-a-descriptor", "the data is not the JSON of a descriptor on a site");
  }
  return data;
}

/** Sources that are texts or archives, rather than documents of a site. */
const TEXTS = /\.ya?ml$/i;
const ARCHIVES = /\.(zip|csar|tgz|tar\.gz)$/i;

/** The script for texts. @returns {Promise<typeof import("./live.js")>} */
async function liveScript() {
  try {
    return await import(new URL("live/live.js", BASE).href);
  } catch (error) {
    throw new ViewError("cannot-load", `the script for texts cannot be loaded (${/** @type {Error} */ (error).message}): the folder live/ must be beside descriptorium-view.js, on a web server`);
  }
}

/** @type {CSSStyleSheet | undefined} */
let sheet;

export class DescriptoriumView extends HTMLElement {
  static version = VERSION;
  static observedAttributes = ["src", "tab", "tabs", "selected", "theme", "lang", "controls"];

  /** @type {any} */
  #given;
  /** What the page passes in, instead of `src`. @type {{ files?: any, file?: string, settings?: object, provider?: import("./live.js").Provider }} */
  #texts = {};
  /** @type {Shown | null} */
  #shown = null;
  /** @type {Diagram | null} */
  #diagram = null;
  /** @type {AbortController | null} */
  #loading = null;
  /** @type {IntersectionObserver | null} */
  #seen = null;
  #root;

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: "open" });
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
    }
    shadow.adoptedStyleSheets = [sheet];
    this.#root = make("div", { class: "root", part: "frame" });
    shadow.append(this.#root);
    this.#waiting();
  }

  connectedCallback() {
    // Properties that were set before the script was loaded.
    for (const name of ["data", "settings", "provider", "file", "files", "src", "tab", "tabs", "selected", "theme", "navigate", "wheel", "controls", "loading"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = /** @type {any} */ (this)[name];
      delete (/** @type {any} */ (this)[name]);
      /** @type {any} */ (this)[name] = value;
    }
    this.addEventListener("wheel", this.#onWheel, { passive: false });
    if (this.#shown) return this.#show();
    if (this.loading !== "lazy") return void this.#load();
    this.#seen = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void this.#load();
    }, { rootMargin: "200px" });
    this.#seen.observe(this);
  }

  disconnectedCallback() {
    this.removeEventListener("wheel", this.#onWheel);
    this.#seen?.disconnect();
    this.#loading?.abort();
    this.#diagram?.dispose();
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(name, before, now) {
    if (before === now || !this.isConnected) return;
    if (name === "src") {
      this.#given = undefined;
      delete this.#texts.files;
      void this.#load();
    } else if (name === "selected") {
      this.#diagram?.select(now);
    } else if (this.#shown) {
      this.#show();
    }
  }

  get src() { return this.#attribute("src"); }
  set src(value) { this.#set("src", value); }
  get tab() { return TABS.includes(this.#attribute("tab")) ? this.#attribute("tab") : this.#tabs()[0]; }
  set tab(value) { this.#set("tab", value); }
  get tabs() { return this.#attribute("tabs"); }
  set tabs(value) { this.#set("tabs", value); }
  get selected() { return this.#attribute("selected"); }
  set selected(value) { this.#set("selected", value); }
  get theme() { return this.#word("theme", ["auto", "light", "dark"]); }
  set theme(value) { this.#set("theme", value); }
  get navigate() { return this.#word("navigate", ["page", "inside", "none"]); }
  set navigate(value) { this.#set("navigate", value); }
  get wheel() { return this.#word("wheel", ["ctrl", "always", "none"]); }
  set wheel(value) { this.#set("wheel", value); }
  get controls() { return this.#word("controls", ["all", "none"]); }
  set controls(value) { this.#set("controls", value); }
  get loading() { return this.#word("loading", ["eager", "lazy"]); }
  set loading(value) { this.#set("loading", value); }

  /** The JSON of a descriptor, instead of `src`. It may contain the diagram as `svg`, and the text as `text`. */
  get data() { return this.#given; }
  set data(value) {
    this.#given = value;
    if (this.isConnected) void this.#load();
  }

  /** Texts by path, or bytes of other files. Of other texts, the diagram is updated in place. */
  get files() { return this.#texts.files; }
  set files(value) {
    const { live } = this.#shown ?? {};
    this.#texts.files = value;
    if (!this.isConnected) return;
    try {
      if (live?.update(value)) this.#update();
      else void this.#load();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The path or name of the descriptor to show; by default the first one. */
  get file() { return this.#texts.file ?? this.#shown?.live?.file ?? ""; }
  set file(value) { this.#give({ file: value }); }

  /** Settings in the shape of `descriptorium.yaml`. */
  get settings() { return this.#texts.settings; }
  set settings(value) { this.#give({ settings: value }); }

  /** Is asked for what the texts mention and do not contain. */
  get provider() { return this.#texts.provider; }
  set provider(value) { this.#give({ provider: value }); }

  /** @param {object} texts */
  #give(texts) {
    Object.assign(this.#texts, texts);
    if (this.isConnected && this.#texts.files !== undefined) void this.#load();
  }

  fit() { this.#diagram?.fit(); }

  /** @param {number} scale 1 is the actual size. */
  zoom(scale) { this.#diagram?.zoom(Number(scale) || 1); }

  /** Moves a box into view, and selects it. @param {string} at */
  reveal(at) {
    this.#diagram?.reveal(at);
    this.selected = at;
  }

  /** The diagram as a file. */
  toSVG() {
    if (!this.#shown?.svg) throw new ViewError("not-loaded", "there is no diagram");
    return this.#shown.svg;
  }

  /** The diagram as a picture. @param {number} [width] In pixels. @returns {Promise<Blob>} */
  async toPNG(width = 1200) {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(this.toSVG())}`;
    await image.decode().catch(() => {
      throw new ViewError("refused", "the policy of this page forbids images from data: addresses (img-src)");
    });
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, Math.round((width * image.naturalHeight) / image.naturalWidth)];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new ViewError("refused", "the diagram is too large"))), "image/png"));
  }

  /** The findings, as `descriptorium check --format json` prints them. @returns {Promise<any[]>} */
  async check() {
    const { data, live } = this.#shown ?? {};
    if (live && !data.findings) {
      data.findings = await live.check();
      this.#emit("diagnostics", { diagnostics: data.findings });
    }
    return data?.findings ?? [];
  }

  /**
   * The preview, as `descriptorium expand --format json` prints it. Only texts have one for other inputs.
   * @param {{ inputs?: unknown, intent?: string }} [options]
   */
  async expand(options) {
    const { data, live } = this.#shown ?? {};
    if (!live) {
      if (options || !data) throw new ViewError("not-supported", "only a descriptor that is passed in as text has other previews");
      return data.expansion ?? data.deployment ?? data.installation ?? data.placement ?? null;
    }
    data.preview = await live.expand(options);
    if (this.tab === "expansion" && data === this.#shown?.data) this.#show();
    return data.preview;
  }

  /** @param {string} name */
  #attribute(name) { return this.getAttribute(name) ?? ""; }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  #set(name, value) {
    if (value === null || value === undefined || value === "") this.removeAttribute(name);
    else this.setAttribute(name, `${value}`);
  }

  /**
   * One of these words; the first is the default.
   * @param {string} name
   * @param {string[]} known
   */
  #word(name, known) {
    const value = this.#attribute(name);
    return known.includes(value) ? value : known[0];
  }

  #tabs() {
    const wanted = this.#attribute("tabs").split(/[\s,]+/).filter((tab) => TABS.includes(tab));
    return wanted.length > 0 ? wanted : TABS;
  }

  get #words() {
    const stated = this.closest("[lang]")?.getAttribute("lang");
    return wordsIn(stated || navigator.language);
  }

  /** @param {string} name @param {object} detail @param {boolean} [cancelable] */
  #emit(name, detail, cancelable = false) {
    return this.dispatchEvent(new CustomEvent(`descriptorium-${name}`, { bubbles: true, composed: true, cancelable, detail }));
  }

  /** Shows the content of the element, as long as there is nothing else. @param {Node[]} more */
  #waiting(...more) {
    this.#root.replaceChildren(...more, document.createElement("slot"));
  }

  async #load() {
    this.#seen?.disconnect();
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.#root.setAttribute("aria-busy", "true");
    try {
      if (this.#isLive) return await this.#loadTexts(loading.signal);
      const { data, address } = await this.#read(loading.signal);
      checked(data);
      const own = new URL(address, document.baseURI);
      // Addresses in the document are relative to the root of the site.
      const path = typeof data.json === "string" ? data.json : "";
      const isBelow = path !== "" && own.href.endsWith(`/${path}`);
      const root = new URL(isBelow ? own.href.slice(0, -path.length) : ".", own);
      const drawing = typeof data.drawing === "string" ? new URL(data.drawing, root).href : null;
      const svg = typeof data.svg === "string" ? data.svg : drawing && (await read(drawing, loading.signal));
      if (loading.signal.aborted) return;
      this.#become({ data, svg, root, base: drawing ?? own.href });
      this.#emit("load", { name: data.name, title: data.title });
      this.#emit("diagnostics", { diagnostics: data.findings ?? [] });
    } catch (error) {
      if (!loading.signal.aborted) this.#fail(error);
    } finally {
      if (this.#loading === loading) this.#root.removeAttribute("aria-busy");
    }
  }

  /** @param {Shown | null} shown */
  #become(shown) {
    const before = this.#shown?.live;
    if (before !== shown?.live) before?.dispose();
    this.#shown = shown;
    this.#show();
  }

  /** Shows an error instead of a descriptor. @param {unknown} error */
  #fail(error) {
    this.#become(null);
    this.#diagram?.dispose();
    this.#diagram = null;
    const { code = "failed", message } = /** @type {ViewError} */ (error);
    this.#waiting(make("p", { class: "message", role: "alert" }, message));
    this.#emit("error", { code, message });
  }

  /** Whether the descriptor is a text. */
  get #isLive() {
    if (this.#given !== undefined) return false;
    const path = this.src && URL.canParse(this.src, document.baseURI) ? new URL(this.src, document.baseURI).pathname : "";
    return this.#texts.files !== undefined || TEXTS.test(path) || ARCHIVES.test(path);
  }

  /** Draws a text. @param {AbortSignal} signal */
  async #loadTexts(signal) {
    const { files, file, settings, provider } = this.#texts;
    /** @type {import("./live.js").Given} */
    const given = { files, file, settings };
    if (files === undefined) {
      const { href, pathname } = new URL(this.src, document.baseURI);
      const content = await fetched(href, signal);
      if (ARCHIVES.test(pathname)) given.archive = content;
      else given.files = { [pathname.slice(pathname.lastIndexOf("/") + 1)]: new TextDecoder().decode(content) };
    }
    const { Live } = await liveScript();
    const live = await Live.open(given);
    if (signal.aborted) return live.dispose();
    const data = live.data();
    const base = document.baseURI;
    this.#become({ data, svg: live.draw(), root: new URL(base), base, live });
    this.#emit("load", { name: data.name, title: data.title });
    if (!provider) return;
    // The diagram is shown meanwhile, with types that are unknown.
    const { isChanged, problems } = await live.complete(provider, new Set(), signal);
    if (signal.aborted || this.#shown?.live !== live) return;
    if (isChanged) this.#update();
    for (const message of problems) this.#emit("error", { code: "provider", message });
  }

  /** Shows the changed texts. */
  #update() {
    const { live } = /** @type {Shown & { live: Live }} */ (this.#shown);
    const base = document.baseURI;
    const before = this.#diagram;
    this.#shown = { data: live.data(), svg: live.draw(), root: new URL(base), base, live };
    const active = this.shadowRoot?.activeElement;
    const hadFocus = active !== null && before?.element.contains(/** @type {Node} */ (active));
    const at = /** @type {Element | null} */ (active)?.closest("[data-id]")?.getAttribute("data-id");
    this.#show();
    if (!before || !this.#diagram) return;
    this.#diagram.adopt(before);
    if (hadFocus) this.#diagram.focus(at ?? null);
  }

  /** The document, and its address. @param {AbortSignal} signal */
  async #read(signal) {
    if (this.#given !== undefined) return { data: this.#given, address: document.baseURI };
    const inside = this.querySelector('script[type="application/json"]');
    if (inside && !this.src) return { data: parsed(inside.textContent ?? "", "the data in the element"), address: document.baseURI };
    if (!this.src) throw new ViewError("no-source", "the element has no `src`: expected the address of the JSON of a descriptor on a site");
    const address = new URL(this.src, document.baseURI).href;
    return { data: parsed(await read(address, signal), address), address };
  }

  #show() {
    const shown = this.#shown;
    if (!shown) return;
    const words = this.#words;
    const tabs = this.#tabs();
    const tab = tabs.includes(this.tab) ? this.tab : tabs[0];
    this.#root.dataset.theme = this.theme;
    const panels = tabs.map((name) => make("div", { class: `panel ${name}`, part: name, id: `panel-${name}`, ...(tabs.length > 1 && { role: "tabpanel", "aria-labelledby": `tab-${name}` }) }));
    const toolbar = make("div", { class: "toolbar", part: "toolbar" });
    if (tabs.length > 1) toolbar.append(this.#tabList(tabs, tab, words));
    if (this.controls === "all" && tab === "diagram") toolbar.append(this.#zooms(words));
    this.#root.replaceChildren(...(toolbar.childElementCount > 0 ? [toolbar] : []), ...panels);
    for (const panel of panels) panel.hidden = panel.id !== `panel-${tab}`;
    const panel = panels[tabs.indexOf(tab)];
    if (tab !== "diagram") panel.tabIndex = 0;
    this.#diagram?.dispose();
    this.#diagram = null;
    const link = (/** @type {number} */ line) => (typeof shown.data.sourcePage === "string" ? new URL(`${shown.data.sourcePage}#L${line}`, shown.root).href : null);
    if (tab === "diagram") this.#draw(panel, words);
    else if (tab === "source") void this.#source(panel, words);
    else if (shown.live && !(tab === "findings" ? shown.data.findings : shown.data.preview)) void this.#compute(tab, panel, words);
    else if (tab === "findings") panel.append(...findings(shown.data, words, link));
    else panel.append(...expansion(shown.data.preview ? { [shown.data.preview.preview]: shown.data.preview } : shown.data, words));
  }

  /**
   * Computes the findings or the preview, and shows them.
   * @param {string} tab
   * @param {HTMLElement} panel
   * @param {ReturnType<wordsIn>} words
   */
  async #compute(tab, panel, words) {
    const { data } = /** @type {Shown} */ (this.#shown);
    panel.append(make("p", {}, words("loading")));
    try {
      await (tab === "findings" ? this.check() : this.expand());
      if (tab === "findings" && panel.isConnected && data === this.#shown?.data) this.#show();
    } catch (error) {
      const { code = "failed", message } = /** @type {ViewError} */ (error);
      // Some descriptors have no preview.
      if (code === "not-supported") return panel.replaceChildren(make("p", {}, words("noExpansion")));
      panel.replaceChildren(make("p", { class: "message", role: "alert" }, message));
      this.#emit("error", { code, message });
    }
  }

  /**
   * @param {HTMLElement} panel
   * @param {ReturnType<wordsIn>} words
   */
  #draw(panel, words) {
    const { svg, base } = /** @type {Shown} */ (this.#shown);
    if (!svg) return panel.append(make("p", { class: "note" }, words("noDiagram")));
    const host = {
      label: words("keys"),
      select: (/** @type {string} */ at) => {
        this.selected = at;
        this.#emit("select", { at, span: this.#shown?.live?.span(at) ?? null });
      },
      open: (/** @type {string} */ name, /** @type {string} */ href) => this.#open(name, href),
    };
    try {
      this.#diagram = new Diagram(svg, base, host);
    } catch {
      throw new ViewError("not-svg", "the diagram is not SVG");
    }
    panel.append(this.#diagram.element, this.#table(words));
    if (this.selected) this.#diagram.select(this.selected);
  }

  /** Whether a link is followed by the browser. @param {string} name @param {string} href */
  #open(name, href) {
    const { live } = this.#shown ?? {};
    if (live) {
      // Boxes of a text link to the name of their type.
      const type = decodeURIComponent(new URL(href).hash.slice(1));
      if (this.#emit("open", { name: type, href: null }, true) && this.navigate !== "none" && live.show(type)) {
        this.removeAttribute("selected");
        this.#diagram?.dispose();
        this.#diagram = null;
        this.#update();
      }
      return false;
    }
    if (!this.#emit("open", { name, href }, true) || this.navigate === "none") return false;
    const page = new URL(href);
    if (this.navigate === "page" || !page.pathname.endsWith(".html")) return true;
    page.pathname = page.pathname.replace(/\.html$/, ".json");
    page.hash = "";
    this.removeAttribute("selected");
    this.src = page.href;
    return false;
  }

  /** The diagram as a table, for screen readers. @param {ReturnType<wordsIn>} words */
  #table(words) {
    const rows = this.#diagram?.rows ?? [];
    const head = make("tr", {}, make("th", { scope: "col" }, words("box")), make("th", { scope: "col" }, words("connected")));
    const body = rows.map(({ words: of, connections }) => make("tr", {}, make("th", { scope: "row" }, of), make("td", {}, connections.join("; "))));
    return make("div", { class: "table" }, make("table", {}, make("caption", {}, words("table")), make("thead", {}, head), make("tbody", {}, ...body)));
  }

  /**
   * @param {string[]} tabs
   * @param {string} shown
   * @param {ReturnType<wordsIn>} words
   */
  #tabList(tabs, shown, words) {
    const count = (this.#shown?.data.findings ?? []).length;
    const buttons = tabs.map((tab) => {
      const isShown = tab === shown;
      const text = `${words(/** @type {any} */ (tab))}${tab === "findings" && count > 0 ? ` (${count})` : ""}`;
      const button = make("button", { type: "button", role: "tab", id: `tab-${tab}`, "aria-selected": `${isShown}`, "aria-controls": `panel-${tab}`, tabindex: isShown ? "0" : "-1" }, text);
      button.addEventListener("click", () => this.#choose(tab));
      return button;
    });
    const list = make("div", { role: "tablist", "aria-label": words("views") }, ...buttons);
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const back = getComputedStyle(list).direction === "rtl" ? -step : step;
      this.#choose(tabs[(tabs.indexOf(shown) + back + tabs.length) % tabs.length]);
    });
    return list;
  }

  /** @param {string} tab */
  #choose(tab) {
    this.tab = tab;
    /** @type {HTMLElement | null} */ (this.#root.querySelector(`#tab-${tab}`))?.focus();
  }

  /** @param {ReturnType<wordsIn>} words */
  #zooms(words) {
    /** @type {[string, string, () => void][]} */
    const buttons = [
      ["−", words("zoomOut"), () => this.#diagram?.zoom(this.#diagram.scale / 1.25)],
      ["+", words("zoomIn"), () => this.#diagram?.zoom(this.#diagram.scale * 1.25)],
      ["⤢", words("fit"), () => this.fit()],
      ["1:1", words("actual"), () => this.zoom(1)],
    ];
    const made = buttons.map(([text, label, action]) => {
      const button = make("button", { type: "button", "aria-label": label, title: label }, text);
      button.addEventListener("click", action);
      return button;
    });
    return make("div", { class: "zooms" }, ...made);
  }

  /**
   * @param {HTMLElement} panel
   * @param {ReturnType<wordsIn>} words
   */
  async #source(panel, words) {
    const { data, root } = /** @type {Shown} */ (this.#shown);
    if (typeof data.text === "string") return panel.append(...source(data.text));
    if (typeof data.source !== "string") return panel.append(make("p", {}, words("noSource")));
    panel.append(make("p", {}, words("loading")));
    try {
      panel.replaceChildren(...source(await read(new URL(data.source, root).href, AbortSignal.timeout(30_000))));
    } catch (error) {
      panel.replaceChildren(make("p", { class: "message", role: "alert" }, /** @type {Error} */ (error).message));
    }
  }

  /** Zooms with the wheel, but lets the page scroll past an element without focus. */
  #onWheel = (/** @type {WheelEvent} */ event) => {
    const diagram = this.#diagram;
    if (!diagram || !event.composedPath().includes(diagram.element) || this.wheel === "none") return;
    const isFocused = this.shadowRoot?.activeElement !== null;
    if (event.ctrlKey || event.metaKey || (this.wheel === "always" && isFocused)) diagram.wheel(event);
  };
}

const known = /** @type {any} */ (customElements.get(NAME));
if (!known) customElements.define(NAME, DescriptoriumView);
else if (known.version !== VERSION) console.warn(`<${NAME}> is already defined by version ${known.version}; this page also loads version ${VERSION}`);
