// `<descriptorium-modeller>`: the modeller in a frame. The page provides the files, hears about every change, and saves.
import { applied } from "./texts.js";

const NAME = "descriptorium-modeller";
/** Set by build.mjs. */
const VERSION = __VERSION__;
/** The version of the protocol. */
const PROTOCOL = 1;
/** How long the modeller may take to load, in milliseconds. */
const PATIENCE = 60_000;
/** The variables of the style sheet that a page may set as `--descriptorium-NAME`. */
const VARIABLES = ["accent", "accent-text", "border", "border-strong", "canvas", "error", "focus", "font", "font-code", "frame", "info", "on-accent", "surface", "surface-overlay", "surface-raised", "text", "text-faint", "text-muted", "warning", "wire", "wire-strong"];
const PROPERTIES = ["src", "theme", "lang", "panes", "controls", "undo", "save", "readOnly", "provider"];

/** An error of the modeller or of the element. */
export class ModellerError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = "ModellerError";
    this.code = code;
  }
}

/** @typedef {import("./element.d.ts").Catalog} Catalog */
/** @typedef {import("./element.d.ts").Provider} Provider */
/** @typedef {{ resolve: (result: any) => void, reject: (error: Error) => void }} Waiting */

export class DescriptoriumModeller extends HTMLElement {
  static version = VERSION;
  static observedAttributes = ["src", "theme", "lang", "panes", "controls", "undo", "save", "readonly"];

  /** @type {Provider} */
  provider = {};
  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** @type {MessagePort | null} */
  #port = null;
  #number = 0;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** What is open, with the texts that the page has. @type {Required<Pick<Catalog, "files">> & Catalog | null} */
  #catalog = null;
  /** The texts in the modeller. @type {Map<string, { text: string, version: number }>} */
  #texts = new Map();
  /** Texts of the page in conflict with those in the modeller, by path; `null` for a deleted file. @type {Map<string, string | null>} */
  #theirs = new Map();
  /** The texts of descriptors that the modeller has asked for, by path. @type {Map<string, string>} */
  #resolved = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Calls of `open` that wait for the modeller. @type {Waiting[]} */
  #early = [];
  #shadow;
  #isConfigured = false;
  /** Why there is no modeller, if it could not be started. @type {Error | null} */
  #fatal = null;
  /** Whether the element is in a document. */
  #isShown = false;

  constructor() {
    super();
    this.#shadow = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    // A page with `* { all: revert }` takes display and height from the element, but not from what is in it.
    sheet.replaceSync(":host{display:block;height:40rem}:host([hidden]){display:none}div{position:relative;height:100%;min-height:16rem}iframe{position:absolute;inset:0;width:100%;height:100%;border:0;color-scheme:inherit}p{margin:0;padding:1rem;font:14px/1.5 system-ui,sans-serif}");
    this.#shadow.adoptedStyleSheets = [sheet];
  }

  connectedCallback() {
    // Properties that were set before the script was loaded.
    const own = /** @type {any} */ (this);
    for (const name of PROPERTIES) {
      if (name === "provider" || !Object.hasOwn(this, name)) continue;
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
    this.#isShown = true;
    this.#start();
  }

  disconnectedCallback() {
    this.#isShown = false;
    // A frame that leaves the document loses its page. It starts again with the same texts.
    this.#stop(new ModellerError("disconnected", "the element was removed from the page"));
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (name === "src" && this.#isShown) return this.#start();
    if (this.#port) void this.#configure().catch((error) => this.#fail(error));
  }

  get src() { return this.getAttribute("src") ?? ""; }
  set src(value) { this.setAttribute("src", value); }
  get theme() { return this.getAttribute("theme") ?? "auto"; }
  set theme(value) { this.setAttribute("theme", value); }
  get panes() { return this.getAttribute("panes") ?? ""; }
  set panes(value) { this.setAttribute("panes", value); }
  get controls() { return this.getAttribute("controls") ?? "all"; }
  set controls(value) { this.setAttribute("controls", value); }
  get undo() { return this.getAttribute("undo") ?? "own"; }
  set undo(value) { this.setAttribute("undo", value); }
  get save() { return this.getAttribute("save") ?? "button"; }
  set save(value) { this.setAttribute("save", value); }
  get readOnly() { return this.hasAttribute("readonly"); }
  set readOnly(value) { this.toggleAttribute("readonly", Boolean(value)); }

  /** Whether there are changes that are not saved. */
  get dirty() { return this.#unsaved() !== undefined; }

  /** @param {Catalog} catalog */
  async open(catalog) {
    const { files, file, title, settings, unsaved } = catalog ?? {};
    if (typeof files !== "object" || files === null) throw new ModellerError("invalid-parameter", "`files` is not an object of texts by path");
    const next = { files: { ...files }, file, title, settings };
    const texts = Object.entries({ ...files, ...unsaved });
    const known = new Map(texts.flatMap(([path, text]) => (text === null ? [] : [[path, { text, version: 1 }]])));
    if (this.#fatal) throw this.#fatal;
    if (this.#port) return this.#reopen(next, known);
    this.#catalog = next;
    this.#texts = known;
    this.#theirs.clear();
    return new Promise((resolve, reject) => this.#early.push({ resolve, reject }));
  }

  /**
   * @param {string} path
   * @param {string} text
   * @param {number} [version]
   */
  async update(path, text, version) {
    const answer = await this.#request("update", { path, text, version }).catch(this.#conflicting(path, text));
    // The changes of the modeller until then were reported before.
    this.#texts.set(path, { text: answer.text ?? text, version: answer.version });
    this.#settle(path, text);
    return answer.text ?? text;
  }

  /** @param {string} path */
  async removeFile(path) {
    await this.#request("remove", { path }).catch(this.#conflicting(path, null));
    this.#texts.delete(path);
    this.#settle(path, null);
  }

  /** @param {string} path */
  async saved(path) {
    const known = this.#texts.get(path);
    if (!known) throw new ModellerError("not-found", `no file \`${path}\``);
    await this.#request("saved", { path, version: known.version });
    this.#settle(path, known.text);
  }

  /**
   * Notes that a text of the page conflicts with the one in the modeller.
   * @param {string} path
   * @param {string | null} text
   * @returns {(error: any) => never}
   */
  #conflicting(path, text) {
    return (error) => {
      if (error.code === "conflict") this.#theirs.set(path, text);
      throw error;
    };
  }

  /**
   * Notes that this text of the page is the one on which the modeller is based.
   * @param {string} path
   * @param {string | null} text
   */
  #settle(path, text) {
    this.#theirs.delete(path);
    if (!this.#catalog) return;
    if (text === null) delete this.#catalog.files[path];
    else this.#catalog.files[path] = text;
  }

  /** @param {string} path */
  text(path) { return this.#texts.get(path)?.text; }
  get files() { return Object.fromEntries([...this.#texts].map(([path, { text }]) => [path, text])); }

  /** @param {string | string[]} at @param {string} [path] */
  select(at, path) { return this.#request("select", { at, path }); }
  /** @param {string} at @param {string} [path] */
  reveal(at, path) { return this.#request("reveal", { at, path }); }
  /** @param {string} name */
  command(name) { return this.#request("command", { name }); }
  /** @param {{ path?: string, inputs?: object | string, intent?: string }} [asked] */
  expand(asked = {}) { return this.#request("expand", asked); }
  /** @param {string} [path] */
  check(path) { return this.#request("get", { what: "diagnostics", path }); }
  async toSVG() { return (await this.#request("get", { what: "svg" })).svg; }
  async toPNG() {
    const { png } = await this.#request("get", { what: "png" });
    const bytes = Uint8Array.from(atob(png.slice(png.indexOf(",") + 1)), (character) => character.charCodeAt(0));
    return new Blob([bytes], { type: "image/png" });
  }

  /** The address of the modeller: `src`, or `modeller/index.html` next to the script. */
  #address() {
    const address = this.src ? new URL(this.src, this.ownerDocument.baseURI) : new URL("modeller/index.html", import.meta.url);
    // A script or a text in the address would run in the frame instead of the modeller.
    if (address.protocol !== "http:" && address.protocol !== "https:") {
      throw new ModellerError("invalid-src", "`src` is not an http or https address of the modeller");
    }
    address.searchParams.set("host", "");
    const lang = this.closest("[lang]")?.getAttribute("lang");
    if (lang) address.searchParams.set("lang", lang);
    return address.href;
  }

  /** Starts the modeller in a new frame. */
  #start() {
    this.#stop(new ModellerError("restarted", "the modeller was started again"));
    this.#fatal = null;
    if (!this.isConnected) return;
    let address;
    try {
      address = this.#address();
    } catch (error) {
      return this.#fail(error, true);
    }
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.setAttribute("part", "frame");
    frame.title = this.getAttribute("title") ?? "Modeller";
    frame.referrerPolicy = "no-referrer";
    frame.src = address;
    this.#frame = frame;
    const around = document.createElement("div");
    around.append(frame);
    this.#shadow.replaceChildren(around);
    addEventListener("message", this.#onMessage);
    this.#timer = setTimeout(() => this.#fail(new ModellerError("no-answer", `${address} does not answer: check the address, and whether its host sends Access-Control-Allow-Origin: *`), true), PATIENCE);
  }

  /** @param {ModellerError} why */
  #stop(why) {
    removeEventListener("message", this.#onMessage);
    clearTimeout(this.#timer);
    this.#port?.close();
    this.#port = null;
    this.#frame?.remove();
    this.#frame = null;
    this.#isConfigured = false;
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }

  /** The answer to the first message of the frame is the only message to its window: everything else goes over the port.
   * @param {MessageEvent} event */
  #onMessage = (event) => {
    // The origin of a sandboxed frame is "null", so only its window tells it apart.
    if (!this.#frame || event.source !== this.#frame.contentWindow || event.origin !== "null") return;
    if (event.data?.descriptorium !== "ready") return;
    // The page in the frame was loaded again, or has been replaced by another one: only the address of the modeller is
    // given any texts.
    if (this.#port) return this.#start();
    clearTimeout(this.#timer);
    if (![event.data.protocol].flat().includes(PROTOCOL)) {
      return this.#fail(new ModellerError("protocol", `the modeller speaks version ${event.data.protocol} of the protocol, and this element version ${PROTOCOL}: update the older of both`), true);
    }
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#receive(data);
    this.#frame.contentWindow?.postMessage({ descriptorium: "connect", protocol: PROTOCOL }, "*", [port2]);
    void this.#begin();
  };

  async #begin() {
    const configured = this.#configure();
    const opened = this.#catalog ? this.#reopen(this.#catalog, this.#texts) : undefined;
    for (const { resolve, reject } of this.#early.splice(0)) opened?.then(resolve, reject);
    try {
      await Promise.all([configured, opened]);
      this.#tell("ready", {});
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The texts of the modeller that the page does not have; `undefined` if there are none. */
  #unsaved(files = this.#catalog?.files ?? {}, texts = this.#texts) {
    /** @type {Record<string, string | null>} */
    const unsaved = {};
    for (const [path, { text }] of texts) if (files[path] !== text) unsaved[path] = text;
    for (const path of Object.keys(files)) if (!texts.has(path)) unsaved[path] = null;
    return Object.keys(unsaved).length ? unsaved : undefined;
  }

  /**
   * Opens files with the texts as they are in the modeller. If it refuses them, the files before stay open.
   * @param {Required<Pick<Catalog, "files">> & Catalog} catalog
   * @param {Map<string, { text: string, version: number }>} texts
   */
  async #reopen(catalog, texts) {
    const unsaved = this.#unsaved(catalog.files, texts);
    const answer = await this.#request("open", { ...catalog, ...(unsaved && { unsaved }), readOnly: this.readOnly });
    for (const [path, known] of texts) known.version = answer.versions?.[path] ?? 1;
    if (this.#catalog !== catalog) this.#theirs.clear();
    this.#catalog = catalog;
    this.#texts = texts;
    this.#resolved.clear();
    // Conflicts that were not resolved before a restart are shown again.
    for (const [path, text] of this.#theirs) (text === null ? this.removeFile(path) : this.update(path, text)).catch(() => {});
    return answer;
  }

  #configure() {
    const style = getComputedStyle(this);
    const variables = VARIABLES.flatMap((name) => {
      const value = style.getPropertyValue(`--descriptorium-${name}`).trim();
      return value ? [[`--${name}`, value]] : [];
    });
    const lang = this.closest("[lang]")?.getAttribute("lang")?.split("-")[0].toLowerCase();
    const panes = this.panes.split(/[\s,]+/).filter(Boolean);
    const options = {
      theme: this.theme,
      variables: Object.fromEntries(variables),
      // Others stay as the browser prefers.
      ...((lang === "en" || lang === "de") && { lang }),
      ...(panes.length && { panes }),
      ...(this.#isConfigured && { readOnly: this.readOnly }),
      controls: this.controls !== "none",
      save: this.save !== "none",
      undo: this.undo,
    };
    this.#isConfigured = true;
    return this.#request("configure", options);
  }

  /**
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>}
   */
  #request(method, params) {
    const port = this.#port;
    if (!port) return Promise.reject(new ModellerError("not-open", "the modeller has not started yet: wait for `descriptorium-ready`"));
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      port.postMessage({ jsonrpc: "2.0", id, method, params: JSON.parse(JSON.stringify(params)) });
    });
  }

  /** @param {any} message */
  #receive(message) {
    if (message?.jsonrpc !== "2.0") return;
    const { id, method, params, result, error } = message;
    if (typeof method !== "string") {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) waiting?.reject(new ModellerError(String(error.data?.code ?? "failed"), String(error.message)));
      else waiting?.resolve(result);
    } else if (id === undefined) {
      this.#notified(method, params ?? {});
    } else {
      const port = this.#port;
      this.#asked(method, params ?? {}).then(
        (result) => port?.postMessage({ jsonrpc: "2.0", id, result: result ?? null }),
        (error) => port?.postMessage({ jsonrpc: "2.0", id, error: { code: -32000, message: String(error?.message ?? error) } }),
      );
    }
  }

  /**
   * @param {string} method
   * @param {any} params
   */
  #notified(method, params) {
    switch (method) {
      case "changed": {
        const { path, edits, text, version, deleted, title } = params;
        const resolved = this.#resolved.get(path);
        if (resolved !== undefined && !this.#texts.has(path)) {
          // From now on, it is a file like those that were opened.
          this.#texts.set(path, { text: resolved, version: 1 });
          this.#settle(path, resolved);
        }
        if (deleted) this.#texts.delete(path);
        else this.#texts.set(path, { text: text ?? applied(this.text(path) ?? "", edits), version });
        // The user has taken over the text of the page.
        if (this.#theirs.get(path) === (this.text(path) ?? null)) this.#settle(path, this.text(path) ?? null);
        return this.#tell("change", { path, edits, version, title, text: this.text(path) ?? null });
      }
      case "selected": {
        const [first] = params.items;
        return this.#tell("select", { path: params.path, at: first?.at ?? "", range: first?.range ?? null, items: params.items });
      }
      case "failed": return this.#tell("error", { code: params.code ?? "failed", message: params.message });
      case "opened":
        if (this.#catalog) this.#catalog.file = params.path ?? undefined;
        return this.#tell("open", params);
      case "dirty": return this.#tell("dirty", params);
      case "diagnostics": return this.#tell("diagnostics", params);
    }
  }

  /**
   * Answers a request of the modeller.
   * @param {string} method
   * @param {any} params
   */
  async #asked(method, params) {
    const { provider } = this;
    switch (method) {
      case "save": {
        if (!provider.save) throw new Error("this page cannot save");
        const answer = /** @type {any} */ (await provider.save(params.files));
        const conflict = answer?.conflict ?? {};
        for (const [path, text] of Object.entries(params.files)) {
          if (Object.hasOwn(conflict, path)) this.#theirs.set(path, conflict[path]);
          else this.#settle(path, /** @type {string | null} */ (text));
        }
        return answer?.conflict ? { conflict } : {};
      }
      case "resolve": {
        const found = (await provider.resolve?.(params.name)) ?? null;
        for (const [path, text] of Object.entries(found?.files ?? {})) if (!this.#resolved.has(path)) this.#resolved.set(path, text);
        return found;
      }
      case "search": return (await provider.search?.(params.text, params.fits)) ?? [];
      case "undo": return provider.undo?.();
      case "redo": return provider.redo?.();
      case "link": {
        // The address is from a text, which anybody may have written.
        const { protocol, href } = new URL(params.href);
        if (!["http:", "https:", "mailto:"].includes(protocol)) throw new Error("this address is not followed");
        if (provider.link) return provider.link(href);
        open(href, "_blank", "noopener,noreferrer");
        return null;
      }
      default: throw new Error(`this page does not know \`${method}\``);
    }
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(`descriptorium-${name}`, { bubbles: true, composed: true, detail }));
  }

  /**
   * Reports an error, and shows it if the modeller cannot.
   * @param {any} error
   * @param {boolean} [isFatal]
   */
  #fail(error, isFatal = false) {
    const { code = "failed", message } = error;
    // A restart and a removal are not errors.
    if (code === "restarted" || code === "disconnected") return;
    if (isFatal) {
      this.#stop(error);
      this.#fatal = error;
      for (const { reject } of this.#early.splice(0)) reject(error);
      const note = document.createElement("p");
      note.setAttribute("role", "alert");
      note.textContent = message;
      this.#shadow.replaceChildren(note);
    }
    this.#tell("error", { code, message });
  }
}

const before = /** @type {typeof DescriptoriumModeller | undefined} */ (customElements.get(NAME));
if (!before) customElements.define(NAME, DescriptoriumModeller);
else if (before.version !== VERSION) console.warn(`<${NAME}> is already defined, by version ${before.version} of its script; version ${VERSION} is not used`);
