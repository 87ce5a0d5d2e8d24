/** A change of a text. Lines and characters start at 0; characters are units of UTF-16. */
export interface Edit {
  range: Range;
  text: string;
}

export interface Range {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

/** The files to edit. */
export interface Catalog {
  /** The texts by path: `{ "assemblies/web.yaml": "..." }`. */
  files: Record<string, string>;
  /** The file to show. */
  file?: string;
  /** The name in the toolbar. */
  title?: string;
  /** In the shape of `descriptorium.yaml`; they override the settings in the files. */
  settings?: object;
  /** Texts that were changed and not saved, such as before a reload of the page; `null` for a deleted file. */
  unsaved?: Record<string, string | null>;
}

/** What the modeller asks the page. Each may return a promise; an error that is thrown is shown in the modeller. */
export interface Provider {
  /**
   * Stores texts; `null` for a deleted file. Files of which the page has another version by now are not stored, and
   * returned in `conflict` with that version, which the user then sees beside their own.
   */
  save?(files: Record<string, string | null>): SaveResult | Promise<SaveResult>;
  /** The files of a descriptor that the open files name but do not contain; `null` if there is none. */
  resolve?(name: string): Files | null | Promise<Files | null>;
  /** Descriptors that fit a search, to offer. */
  search?(text: string, fits: { kind?: string | null }): Offer[] | Promise<Offer[]>;
  /** Follows a link of a text: http, https or mailto. By default, it is opened in a new page. */
  link?(href: string): void | Promise<void>;
  /** With `undo="host"`. */
  undo?(): void | Promise<void>;
  redo?(): void | Promise<void>;
}

export type SaveResult = void | { conflict?: Record<string, string | null> };

export interface Files {
  files: Record<string, string>;
}

export interface Offer {
  /** The full name: `resource::dns::1.0`. */
  name: string;
}

export interface Selected {
  /** The path of a node: `/composition/web`. */
  at: string;
  range: Range | null;
}

/** `<descriptorium-modeller>`: the modeller, with files of the page around it. */
export class DescriptoriumModeller extends HTMLElement {
  static readonly version: string;
  /** The address of the modeller; by default `modeller/index.html` next to the script. */
  src: string;
  /** `auto`, `light` or `dark`. */
  theme: string;
  /** The panes to show, separated by spaces: `files palette canvas text problems inspector preview`; by default all. */
  panes: string;
  /** `all`, or `none` without toolbar and status line. */
  controls: string;
  /** `own`, or `host` if the page has the history. */
  undo: string;
  /** `button`, or `none` if the page has a button of its own. */
  save: string;
  readOnly: boolean;
  provider: Provider;
  /** Whether there are changes that are not saved. */
  readonly dirty: boolean;
  /** The texts of all files now. */
  readonly files: Record<string, string>;
  /** Opens files in place of those before. */
  open(catalog: Catalog): Promise<{ file: string | null }>;
  /**
   * Replaces a text that has changed elsewhere. Returns the text after merging it with changes in the modeller. With the
   * version of a `descriptorium-change`, only later changes are merged; without it, all that are not saved.
   */
  update(path: string, text: string, version?: number): Promise<string>;
  /** Removes a file that was removed elsewhere. */
  removeFile(path: string): Promise<void>;
  /** Notes that the page has stored the text of a file as it is now. */
  saved(path: string): Promise<void>;
  text(path: string): string | undefined;
  /** Selects nodes, such as `/composition/web`, in the open file or in another one. */
  select(at: string | string[], path?: string): Promise<void>;
  reveal(at: string, path?: string): Promise<void>;
  /** Runs a command of the command palette: `undo`, `zoom-to-fit`. */
  command(name: string): Promise<void>;
  /** The document of `descriptorium expand --format json`. */
  expand(asked?: { path?: string; inputs?: object | string; intent?: string }): Promise<unknown>;
  /** The document of `descriptorium check --format json`. */
  check(path?: string): Promise<unknown>;
  toSVG(): Promise<string>;
  toPNG(): Promise<Blob>;
}

export class ModellerError extends Error {
  readonly code: string;
}

declare global {
  interface HTMLElementTagNameMap {
    "descriptorium-modeller": DescriptoriumModeller;
  }
  interface GlobalEventHandlersEventMap {
    "descriptorium-ready": CustomEvent<Record<string, never>>;
    /** `text` is null for a deleted file, and `edits` is absent for a new one. */
    "descriptorium-change": CustomEvent<{ path: string; edits?: Edit[]; version?: number; title: string; text: string | null }>;
    "descriptorium-dirty": CustomEvent<{ files: string[] }>;
    /** `at` is empty if nothing is selected any more. */
    "descriptorium-select": CustomEvent<{ path: string | null; at: string; range: Range | null; items: Selected[] }>;
    "descriptorium-open": CustomEvent<{ path: string | null }>;
    "descriptorium-diagnostics": CustomEvent<{ files: number; counts: object; diagnostics: unknown[] }>;
    "descriptorium-error": CustomEvent<{ code: string; message: string }>;
  }
}
