import type { Check } from "./types/check.d.ts";
import type { Diff } from "./types/diff.d.ts";
import type { Edits } from "./types/edits.d.ts";
import type { Expand } from "./types/expand.d.ts";
import type { Rules } from "./types/rules.d.ts";
import type { Scene } from "./types/scene.d.ts";
import type { Settings } from "./types/settings.d.ts";

export type { Check, Diff, Edits, Expand, Rules, Scene, Settings };

/** A position in a text as in the Language Server Protocol: from 0, in UTF-16 units. */
export interface Position {
  line: number;
  character: number;
}

/** A range in a text; the end is exclusive. */
export interface Range {
  start: Position;
  end: Position;
}

/** A place in a file: a position, or the path of a node, such as `/composition/web`. */
export type Place = Position | string;

/** Texts, and files of any other kind as bytes, by path. Paths are relative, with `/`. */
export type Files = Record<string, string | Uint8Array | ArrayBuffer>;

/** The stable code of an error. */
export type ErrorCode =
  /** An argument has the wrong form; the message names it. */
  | "invalid-argument"
  /** There is no file, descriptor, node or rule with this name. */
  | "not-found"
  /** The descriptor has no answer to this question, such as a preview of a file of types. */
  | "not-supported"
  /** An edit is not possible; the message has the reason. */
  | "refused"
  /** An archive cannot be read. */
  | "bad-archive"
  /** The WebAssembly cannot be fetched, compiled or started. */
  | "cannot-load"
  /** The catalog was disposed. */
  | "disposed"
  /** This core has stopped after an internal error. */
  | "stopped"
  /** An unexpected failure. */
  | "failed";

/** Every error of this package. */
export class DescriptoriumError extends Error {
  constructor(code: ErrorCode, message: string, options?: ErrorOptions);
  readonly code: ErrorCode;
}

/** What the WebAssembly is loaded from. */
export type Source = URL | string | BufferSource | Response | WebAssembly.Module;

/**
 * Loads the core, by default from `core.wasm` next to this module. Each call creates a core with a memory of its own.
 * @throws {DescriptoriumError} `cannot-load`
 */
export function load(source?: Source | Promise<Source>): Promise<Core>;

export interface OpenOptions {
  files?: Files;
  /** A .zip, .csar or .tgz. Files in it that are also in `files` are replaced by those. */
  archive?: Uint8Array | ArrayBuffer;
  /** As in `descriptorium.yaml`, over which they take precedence. */
  settings?: Settings;
}

/** A descriptor in a catalog, by path or full name. */
export interface InCatalog {
  catalog: Catalog;
  of: string;
}

export interface Core {
  readonly version: string;
  /** Opens and checks files as one catalog. */
  open(options?: OpenOptions): Catalog;
  /** Compares two catalogs, or two descriptors, as `descriptorium diff --format json`. */
  diff(before: Catalog, after: Catalog): Diff;
  diff(before: InCatalog, after: InCatalog): Diff;
  /** All rules, or those with a code or in a group, as `descriptorium rules --format json`. */
  rules(code?: string): Rules;
  /** Starts a language server for the client at the other end of `port`. */
  languageServer(port: Port, options?: { files?: Files; settings?: Settings }): LanguageServer;
}

/** A `MessagePort`, a `Worker`, or the scope of a worker. */
export interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: any) => void): void;
  removeEventListener(type: "message", listener: (event: any) => void): void;
  start?(): void;
}

export interface LanguageServer {
  /** Stops listening. The port stays open. */
  dispose(): void;
}

/** A file that is a descriptor or has settings. */
export interface CatalogFile {
  path: string;
  /** The full name of its descriptor, or else the path. */
  name: string;
  /** `assembly descriptor`, `TOSCA service template`; absent for other files. */
  kind?: string;
}

export interface ExpandOptions {
  /** Values of inputs; or a text, as a file for `expand --inputs`. */
  inputs?: Record<string, unknown> | string;
  /** The name of the intent. By default the one in `inputs`, or the first. */
  intent?: string;
  /** The parameters of the intent. Those without a value start with their first choice. */
  parameters?: Record<string, unknown>;
  /** The settings of the preview, such as `intendedState`. */
  settings?: Record<string, unknown>;
}

export interface DrawOptions {
  /** The background that the colors of the diagram are made for, by default `light`; with `page`, the page styles its classes. */
  theme?: "light" | "dark" | "page";
  /** The paths of nested assemblies and charts to expand in place, and of frames to collapse. */
  unfolded?: string[];
  /** The link targets of boxes, by path. */
  links?: Record<string, string>;
}

/** A location that defines or mentions a name. */
export interface Location {
  file: string;
  /** The path of the node. */
  at: string;
  /** The range of the name. */
  range: Range;
}

/** A definition. */
export interface DocumentSymbol {
  name: string;
  /** A symbol kind of the Language Server Protocol. */
  kind: number;
  /** One line, such as its type; may be empty. */
  detail: string;
  at: string;
  range: Range;
  /** The range of the name. */
  selectionRange: Range;
}

/** A suggestion, as in the Language Server Protocol. */
export interface CompletionItem {
  label: string;
  kind?: number;
  detail?: string;
  documentation?: string | { kind: string; value: string };
  sortText?: string;
  filterText?: string;
  textEdit?: { range: Range; newText: string };
  additionalTextEdits?: { range: Range; newText: string }[];
}

export interface Hover {
  contents: { kind: "markdown"; value: string };
  range: Range;
}

/** A port of a box. */
export interface PortOfBox {
  at: string;
  port: string;
}

interface At {
  x: number;
  y: number;
}

/** An edit of the diagram. */
export type Command =
  | { command: "add"; of: string; name?: string; position?: At }
  | { command: "add-reference"; of: string; name?: string; position?: At }
  | { command: "add-entry"; section: string[]; of?: string; name?: string; position?: At }
  | { command: "connect"; source: PortOfBox; target: PortOfBox }
  | { command: "map"; source: PortOfBox; at: string }
  | { command: "duplicate"; at: string[] }
  | { command: "paste"; text: string; position?: At }
  | { command: "retype"; at: string; of: string }
  | { command: "extract"; at: string[]; of: string; file: string }
  | { command: "inline"; at: string }
  | { command: "remove"; at: string[] }
  | { command: "rename"; at: string; name: string }
  | { command: "set"; at: string; value: unknown }
  | { command: "place"; positions: { at: string; x: number; y: number }[] }
  | { command: "unplace" };

/** Files that are checked together. `of` is the path of a file, or the full name of a descriptor. */
export interface Catalog {
  /** Replaces or adds a file. */
  update(path: string, content: string | Uint8Array | ArrayBuffer): void;
  remove(path: string): void;
  /** The descriptors and settings. */
  files(): CatalogFile[];
  /** The findings of all files or of one, as `descriptorium check --format json`. */
  check(path?: string): Check;
  /** The fixes of all findings combined; by default only those that keep the meaning. */
  fix(options?: { safeOnly?: boolean }): Edits;
  /** The preview, as `descriptorium expand --format json`. */
  expand(of: string, options?: ExpandOptions): Expand;
  /** The diagram, as `descriptorium graph`. */
  draw(of: string, options?: DrawOptions & { format?: "svg" }): string;
  draw(of: string, options: { format: "mermaid" | "dot" }): string;
  draw(of: string, options: DrawOptions & { format: "scene" }): Scene;
  /** The edits of a gesture. Nothing is changed until they are applied with `update`. */
  command(path: string, command: Command): Edits;
  /** The edits that format a file or the lines of a range. */
  format(path: string, range?: Range): Edits;
  complete(path: string, at: Place): CompletionItem[];
  hover(path: string, at: Place): Hover | null;
  definition(path: string, at: Place): Location | null;
  references(path: string, at: Place): Location[];
  rename(path: string, at: Place, name: string): Edits;
  symbols(path: string): DocumentSymbol[];
  /** Frees the memory. */
  dispose(): void;
}
