// Diagrams, findings and previews of texts, computed in the page. Only pages that pass in texts fetch this script and the
// WebAssembly beside it.
import init, { View, fetchPart } from "./core.js";

/** @typedef {{ read?(path: string): unknown, resolve?(name: string): unknown }} Provider */
/** @typedef {{ files?: Record<string, string | Uint8Array | ArrayBuffer>, archive?: Uint8Array, file?: string, settings?: object }} Given */

/** How often the provider is asked: an answer may mention something new. */
const MAX_ROUNDS = 8;

export class LiveError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** @type {Promise<unknown> | undefined} */
let started;
/** The error after which the core cannot be used any more. @type {LiveError | undefined} */
let stopped;

/** Fetches and starts the first module. */
function start() {
  started ??= init().catch((error) => {
    started = undefined;
    const { message } = /** @type {Error} */ (error);
    if (error instanceof WebAssembly.CompileError && /unsafe-eval|Content Security Policy/i.test(message)) {
      throw new LiveError("policy", "the content security policy of this page forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src");
    }
    throw new LiveError("cannot-load", `the core cannot be loaded: ${message}`);
  });
  return started;
}

/**
 * Calls the core.
 * @template T
 * @param {() => T} action
 */
function call(action) {
  if (stopped) throw stopped;
  try {
    return action();
  } catch (error) {
    throw understood(error);
  }
}

/** @param {unknown} error */
function understood(error) {
  if (error instanceof LiveError) return error;
  if (typeof error === "string") {
    const { code, message } = JSON.parse(error);
    return new LiveError(code, message);
  }
  stopped = new LiveError("stopped", `the core has stopped after an internal error: reload the page. Please report: ${/** @type {Error} */ (error)?.message ?? error}`);
  return stopped;
}

/** Fetches what is needed for a language, or what all share. @param {string} language */
async function part(language) {
  await fetchPart(language).catch((/** @type {unknown} */ error) => {
    const { message } = understood(error);
    throw new LiveError("cannot-load", `a part of the core cannot be loaded: ${message}`);
  });
}

const encoder = new TextEncoder();

/** @param {string} path @param {unknown} content */
function bytes(path, content) {
  if (typeof content === "string") return encoder.encode(content);
  if (content instanceof Uint8Array) return content;
  if (content instanceof ArrayBuffer) return new Uint8Array(content);
  throw new LiveError("invalid-argument", `invalid \`files["${path}"]\`: expected a text, a Uint8Array or an ArrayBuffer`);
}

/** The files of an element, in memory. */
export class Live {
  /** @type {View} */
  #view;
  /** @type {Record<string, unknown>} */
  #files;
  /** The texts that the provider added, by path. @type {Record<string, string>} */
  #added = {};
  /** The descriptor that is shown. */
  file;

  /**
   * @param {View} view
   * @param {Record<string, unknown>} files
   * @param {string} file
   */
  constructor(view, files, file) {
    this.#view = view;
    this.#files = files;
    this.file = file;
  }

  /** @param {Given} given */
  static async open({ files = {}, archive, file, settings }) {
    if (typeof files !== "object" || files === null || Array.isArray(files)) throw new LiveError("invalid-argument", "invalid `files`: expected an object with a text or bytes for each path");
    await start();
    if (archive) await part("");
    return call(() => {
      const view = new View(JSON.stringify(settings ?? null));
      for (const [path, content] of Object.entries(files)) view.put(path, bytes(path, content));
      if (archive) view.putArchive(archive);
      view.open();
      const all = JSON.parse(view.files());
      const wanted = file || view.main();
      const found = all.find((/** @type {any} */ one) => one.path === wanted || one.name === wanted);
      if (found) return new Live(view, { ...files }, found.path);
      view.free();
      throw new LiveError("not-a-descriptor", file ? `\`${file}\` is not a descriptor in \`files\`` : "there is no descriptor in the given files");
    });
  }

  /**
   * Takes over changed texts. Returns whether that was possible: files that are missing now, or are not texts, need a new
   * start.
   * @param {unknown} files
   */
  update(files) {
    if (typeof files !== "object" || files === null) return false;
    const entries = Object.entries(files);
    if (Object.keys(this.#files).some((path) => !(path in files)) || entries.some(([, content]) => typeof content !== "string")) return false;
    call(() => {
      for (const [path, text] of entries) if (this.#files[path] !== text) this.#view.update(path, text);
    });
    this.#files = { ...files };
    return true;
  }

  /**
   * Asks for what the texts mention and do not contain. Returns whether something was added.
   * @param {Provider} provider
   * @param {Set<string>} asked
   * @param {AbortSignal} signal
   */
  async complete(provider, asked, signal) {
    let isChanged = false;
    const problems = [];
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { paths, names } = JSON.parse(call(() => this.#view.missing(this.file)));
      const fresh = (/** @type {string} */ key) => !asked.has(key) && asked.add(key);
      const answers = await Promise.allSettled([
        ...paths.filter(fresh).map(async (/** @type {string} */ path) => ({ path, text: await provider.read?.(path) })),
        ...names.filter(fresh).map(async (/** @type {string} */ name) => named(name, await provider.resolve?.(name))),
      ]);
      if (signal.aborted) return { isChanged: false, problems: [] };
      let added = 0;
      for (const answer of answers) {
        if (answer.status === "rejected") problems.push(answer.reason instanceof Error ? answer.reason.message : `${answer.reason}`);
        else if (typeof answer.value.text === "string") {
          const { path, text } = answer.value;
          try {
            call(() => this.#view.update(path, text));
            this.#added[path] = text;
            added += 1;
          } catch (error) {
            if (stopped) throw error;
            problems.push(/** @type {Error} */ (error).message);
          }
        }
      }
      if (added === 0) break;
      isChanged = true;
    }
    return { isChanged, problems };
  }

  /** Shows the descriptor with a full name. Returns whether there is one. @param {string} name */
  show(name) {
    const file = call(() => this.#view.find(name));
    if (file) this.file = file;
    return file !== undefined;
  }

  /** The document of the descriptor, without what has to be computed first. */
  data() {
    const { path, name } = JSON.parse(call(() => this.#view.files())).find((/** @type {any} */ one) => one.path === this.file) ?? { path: this.file, name: this.file };
    const text = this.#files[path] ?? this.#added[path];
    return { descriptorium: 1, name, title: name, file: path, text: typeof text === "string" ? text : undefined };
  }

  draw() {
    return call(() => this.#view.draw(this.file)) ?? null;
  }

  /** The range of a node. @param {string} at */
  span(at) {
    const found = call(() => this.#view.span(this.file, at));
    return found === undefined ? null : JSON.parse(found);
  }

  /** The findings. */
  async check() {
    return (await this.#answer("check", { path: this.file })).diagnostics;
  }

  /** The preview. @param {{ inputs?: unknown, intent?: string }} [options] */
  async expand(options) {
    return this.#answer("expand", { ...options, of: this.file });
  }

  /**
   * @param {string} method
   * @param {object} given
   */
  async #answer(method, given) {
    const languages = new Set(JSON.parse(call(() => this.#view.files())).map((/** @type {any} */ { language }) => language));
    for (const language of languages) await part(/** @type {string} */ (language));
    return JSON.parse(call(() => this.#view.answer(method, JSON.stringify(given))));
  }

  dispose() {
    if (!stopped) this.#view.free();
  }
}

/**
 * The file with a descriptor: an answer is its text, or `{path, text}`.
 * @param {string} name
 * @param {any} answer
 */
function named(name, answer) {
  const path = typeof answer?.path === "string" ? answer.path : `${name.replace(/[^\w.-]+/g, "-")}.yaml`;
  return { path, text: typeof answer === "string" ? answer : answer?.text };
}
