// The core for JavaScript, around the WebAssembly of `embed/wasm`. Values cross the boundary as JSON.
import { bind } from "./bindings.js";

/** An error of the core. `code` is stable; `message` is for people. */
export class DescriptoriumError extends Error {
  /**
   * @param {import("./index.d.ts").ErrorCode} code
   * @param {string} message
   * @param {ErrorOptions} [options]
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = "DescriptoriumError";
    this.code = code;
  }
}

/**
 * @param {string} argument
 * @param {string} expected
 */
const invalid = (argument, expected) => new DescriptoriumError("invalid-argument", `invalid \`${argument}\`: expected ${expected}`);

/**
 * @param {string} argument
 * @param {unknown} value
 */
function text(argument, value) {
  if (typeof value !== "string") throw invalid(argument, "a text");
  return value;
}

/**
 * @param {string} argument
 * @param {unknown} value
 */
function optionalText(argument, value) {
  return value === undefined ? undefined : text(argument, value);
}

/**
 * Checks that a value is an object with no other than the known keys.
 * @param {string} argument
 * @param {unknown} value
 * @param {string[]} known
 * @returns {Record<string, any>}
 */
function options(argument, value, known) {
  if (value === undefined) return {};
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid(argument, "an object");
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new DescriptoriumError("invalid-argument", `unknown \`${unknown}\` in \`${argument}\`: expected ${known.map((key) => `\`${key}\``).join(", ")}`);
  }
  return value;
}

/**
 * @param {string} argument
 * @param {unknown} value
 */
function json(argument, value) {
  try {
    return JSON.stringify(value ?? null);
  } catch (error) {
    throw new DescriptoriumError("invalid-argument", `invalid \`${argument}\`: it cannot be written as JSON`, { cause: error });
  }
}

/** @param {unknown} value */
function bytes(value) {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return null;
}

const encoder = new TextEncoder();

/**
 * Puts the files of `files` into a catalog or a language server.
 * @param {{ put(path: string, content: Uint8Array): void }} target
 * @param {unknown} files
 */
function putFiles(target, files) {
  if (typeof files !== "object" || files === null || Array.isArray(files)) throw invalid("files", "an object with a text or bytes for each path");
  for (const [path, content] of Object.entries(files)) {
    const written = typeof content === "string" ? encoder.encode(content) : bytes(content);
    if (written === null) throw invalid(`files["${path}"]`, "a text, a Uint8Array or an ArrayBuffer");
    target.put(path, written);
  }
}

/** One instance of the WebAssembly. After a panic, it refuses everything. */
class Instance {
  /** @type {unknown} */
  #failure;

  /** @param {import("./bindings.js").Bindings} bindings */
  constructor(bindings) {
    this.bindings = bindings;
  }

  /**
   * Runs an action, and throws its errors as a `DescriptoriumError`.
   * @template T
   * @param {(bindings: import("./bindings.js").Bindings) => T} action
   * @returns {T}
   */
  run(action) {
    if (this.#failure !== undefined) throw this.#stopped();
    try {
      return action(this.bindings);
    } catch (error) {
      if (error instanceof DescriptoriumError) throw error;
      if (typeof error === "string") {
        const { code, message } = JSON.parse(error);
        throw new DescriptoriumError(code, message);
      }
      this.#failure = error;
      throw this.#stopped();
    }
  }

  get isStopped() {
    return this.#failure !== undefined;
  }

  #stopped() {
    const reason = this.#failure instanceof Error ? this.#failure.message : String(this.#failure);
    const message = `this core has stopped after an internal error; load() creates another one. Please report: ${reason}`;
    return new DescriptoriumError("stopped", message, { cause: this.#failure });
  }
}

/** The key for the constructors, which only this module calls. */
const OWN = Symbol("own");

/** @param {unknown} key */
function own(key) {
  if (key !== OWN) throw new TypeError("Illegal constructor: use load()");
}

/** @type {(catalog: unknown, argument: string) => { instance: Instance, raw: any }} */
let inside;

export class Catalog {
  #instance;
  /** @type {any} */
  #raw;

  static {
    inside = (catalog, argument) => {
      if (!(typeof catalog === "object" && catalog !== null && #raw in catalog)) throw invalid(argument, "a catalog, or {catalog, of}");
      return { instance: catalog.#instance, raw: catalog.#open() };
    };
  }

  /**
   * @param {unknown} key
   * @param {Instance} instance
   * @param {any} raw
   */
  constructor(key, instance, raw) {
    own(key);
    this.#instance = instance;
    this.#raw = raw;
  }

  /**
   * @param {string} path
   * @param {string | Uint8Array | ArrayBuffer} content
   */
  update(path, content) {
    text("path", path);
    const binary = bytes(content);
    if (binary === null) text("content", content);
    this.#run((raw) => (binary === null ? raw.update(path, content) : raw.put(path, binary)));
  }

  /** @param {string} path */
  remove(path) {
    text("path", path);
    this.#run((raw) => raw.remove(path));
  }

  files() {
    return this.#call("files", {});
  }

  /** @param {string} [path] */
  check(path) {
    return this.#call("check", { path: optionalText("path", path) });
  }

  /** @param {unknown} [given] */
  fix(given) {
    return this.#call("fix", options("options", given, ["safeOnly"]));
  }

  /**
   * @param {string} of
   * @param {unknown} [given]
   */
  expand(of, given) {
    return this.#call("expand", { ...options("options", given, ["inputs", "intent", "parameters", "settings"]), of: text("of", of) });
  }

  /**
   * @param {string} of
   * @param {unknown} [given]
   */
  draw(of, given) {
    return this.#call("draw", { ...options("options", given, ["format", "theme", "unfolded", "links"]), of: text("of", of) });
  }

  /**
   * @param {string} path
   * @param {unknown} command
   */
  command(path, command) {
    if (typeof command !== "object" || command === null) throw invalid("command", "an object such as {command: \"remove\", at: [\"/composition/web\"]}");
    return this.#call("command", { path: text("path", path), command });
  }

  /**
   * @param {string} path
   * @param {unknown} [range]
   */
  format(path, range) {
    return this.#call("format", { path: text("path", path), range });
  }

  /**
   * @param {string} path
   * @param {unknown} at
   */
  complete(path, at) {
    return this.#at("complete", path, at);
  }

  /**
   * @param {string} path
   * @param {unknown} at
   */
  hover(path, at) {
    return this.#at("hover", path, at);
  }

  /**
   * @param {string} path
   * @param {unknown} at
   */
  definition(path, at) {
    return this.#at("definition", path, at);
  }

  /**
   * @param {string} path
   * @param {unknown} at
   */
  references(path, at) {
    return this.#at("references", path, at);
  }

  /**
   * @param {string} path
   * @param {unknown} at
   * @param {string} name
   */
  rename(path, at, name) {
    return this.#at("rename", path, at, { name: text("name", name) });
  }

  /** @param {string} path */
  symbols(path) {
    return this.#call("symbols", { path: text("path", path) });
  }

  dispose() {
    const raw = this.#raw;
    this.#raw = null;
    if (raw !== null && !this.#instance.isStopped) raw.free();
  }

  #open() {
    if (this.#raw === null) throw new DescriptoriumError("disposed", "this catalog was disposed");
    return this.#raw;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} at
   * @param {object} [more]
   */
  #at(method, path, at, more) {
    if (typeof at !== "string" && (typeof at !== "object" || at === null)) {
      throw invalid("at", "a position {line, character}, or the path of a node, such as \"/composition/web\"");
    }
    return this.#call(method, { path: text("path", path), at, ...more });
  }

  /**
   * @param {string} method
   * @param {object} given
   */
  #call(method, given) {
    const written = json("arguments", given);
    return JSON.parse(this.#run((raw) => raw.call(method, written)));
  }

  /**
   * @template T
   * @param {(raw: any) => T} action
   */
  #run(action) {
    const raw = this.#open();
    return this.#instance.run(() => action(raw));
  }
}

export class Core {
  #instance;

  /**
   * @param {unknown} key
   * @param {Instance} instance
   */
  constructor(key, instance) {
    own(key);
    this.#instance = instance;
  }

  get version() {
    return this.#instance.run((bindings) => bindings.version());
  }

  /** @param {unknown} [given] */
  open(given) {
    const { files, archive, settings } = options("options", given, ["files", "archive", "settings"]);
    const packed = archive === undefined ? undefined : bytes(archive);
    if (packed === null) throw invalid("archive", "a Uint8Array or an ArrayBuffer");
    const stated = json("settings", settings);
    return this.#instance.run((bindings) => {
      const raw = new bindings.Catalog(stated);
      try {
        if (packed !== undefined) raw.putArchive(packed);
        if (files !== undefined) putFiles(raw, files);
        raw.open();
      } catch (error) {
        if (typeof error === "string" || error instanceof DescriptoriumError) raw.free();
        throw error;
      }
      return new Catalog(OWN, this.#instance, raw);
    });
  }

  /**
   * @param {unknown} before
   * @param {unknown} after
   */
  diff(before, after) {
    const [old, now] = [side("before", before), side("after", after)];
    if (old.instance !== this.#instance || now.instance !== this.#instance) {
      throw new DescriptoriumError("invalid-argument", "both catalogs must be of this core");
    }
    const given = json("arguments", { before: old.of, after: now.of });
    return JSON.parse(this.#instance.run(() => old.raw.diff(now.raw, given)));
  }

  /** @param {string} [code] */
  rules(code) {
    optionalText("code", code);
    return JSON.parse(this.#instance.run((bindings) => bindings.rules(code)));
  }

  /**
   * @param {import("./index.d.ts").Port} port
   * @param {unknown} [given]
   */
  languageServer(port, given) {
    if (typeof port?.postMessage !== "function" || typeof port.addEventListener !== "function") {
      throw invalid("port", "a MessagePort or a worker");
    }
    const { files, settings } = options("options", given, ["files", "settings"]);
    const stated = json("settings", settings);
    return new LanguageServer(this.#instance, port, (bindings) => {
      const raw = new bindings.LanguageServer(stated);
      if (files !== undefined) putFiles(raw, files);
      return raw;
    });
  }
}

/**
 * A side of a comparison: a catalog, or a descriptor in one.
 * @param {string} argument
 * @param {any} given
 */
function side(argument, given) {
  if (given instanceof Catalog) return { ...inside(given, argument), of: undefined };
  const { catalog, of } = options(argument, given, ["catalog", "of"]);
  return { ...inside(catalog, argument), of: text(`${argument}.of`, of) };
}

const INTERNAL_ERROR = -32603;

class LanguageServer {
  #instance;
  #port;
  /** @type {any} */
  #raw;
  /** @type {(event: any) => void} */
  #listener;
  #isScheduled = false;

  /**
   * @param {Instance} instance
   * @param {import("./index.d.ts").Port} port
   * @param {(bindings: import("./bindings.js").Bindings) => any} create
   */
  constructor(instance, port, create) {
    this.#instance = instance;
    this.#port = port;
    this.#raw = instance.run(create);
    this.#listener = (event) => this.#handle(event.data);
    port.addEventListener("message", this.#listener);
    port.start?.();
  }

  dispose() {
    this.#port.removeEventListener("message", this.#listener);
    const raw = this.#raw;
    this.#raw = null;
    if (raw !== null && !this.#instance.isStopped) raw.free();
  }

  /** @param {any} message */
  #handle(message) {
    try {
      this.#send(this.#instance.run(() => this.#raw.handle(JSON.stringify(message ?? null))));
    } catch (error) {
      // The client waits for an answer, and would wait forever.
      const reason = error instanceof Error ? error.message : String(error);
      const id = message?.id ?? null;
      if (id !== null) this.#port.postMessage({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message: reason } });
      this.dispose();
      throw error;
    }
    if (message?.method === "exit") return this.dispose();
    this.#schedule();
  }

  /** Lets the server check files that depend on edits, in slices between messages. */
  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      if (this.#raw === null || this.#instance.isStopped) return;
      const messages = this.#instance.run(() => this.#raw.idle());
      if (messages === undefined) return;
      this.#send(messages);
      this.#schedule();
    });
  }

  /** @param {string} messages */
  #send(messages) {
    for (const message of JSON.parse(messages)) this.#port.postMessage(message);
  }
}

/**
 * @param {string} message
 * @param {unknown} [cause]
 */
const cannotLoad = (message, cause) => new DescriptoriumError("cannot-load", `cannot load the core: ${message}`, { cause });

/** @param {unknown} error */
const reasonOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * @param {unknown} source
 * @param {(url: URL | string) => Promise<Response | BufferSource>} read
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(source, read) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof URL || typeof source === "string") {
    const found = await read(source).catch((error) => {
      throw cannotLoad(`${source}: ${reasonOf(error)}`, error);
    });
    return compile(found, read);
  }
  if (typeof Response !== "undefined" && source instanceof Response) {
    if (!source.ok) throw cannotLoad(`${source.url}: ${source.status} ${source.statusText}`.trim());
    const isTyped = source.headers.get("Content-Type")?.split(";")[0].trim() === "application/wasm";
    // Servers that do not know the type send another one, which streaming refuses.
    return isTyped ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
  }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(/** @type {BufferSource} */ (source));
  throw invalid("source", "a URL, bytes, a Response or a WebAssembly.Module");
}

/**
 * Returns the function `load`.
 * @param {URL} file The address of the WebAssembly.
 * @param {(url: URL | string) => Promise<Response | BufferSource>} read
 */
export function loader(file, read) {
  /** @param {unknown} [source] */
  return async function load(source) {
    const given = await (source ?? file);
    try {
      const bindings = bind();
      await bindings.init({ module_or_path: await compile(given, read) });
      return new Core(OWN, new Instance(bindings));
    } catch (error) {
      if (error instanceof DescriptoriumError) throw error;
      if (error instanceof WebAssembly.CompileError && /unsafe-eval|Content Security Policy/i.test(error.message)) {
        throw cannotLoad("the content security policy of this page forbids WebAssembly; add 'wasm-unsafe-eval' to its script-src", error);
      }
      throw cannotLoad(reasonOf(error), error);
    }
  };
}

/** For tests: a core with other bindings. @param {any} bindings */
export const coreOf = (bindings) => new Core(OWN, new Instance(bindings));
