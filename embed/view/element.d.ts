/** The views of a descriptor. */
export type Tab = "diagram" | "findings" | "expansion" | "source";

/** Returns texts, or promises them; `undefined` if there is none. */
export interface Provider {
  read?(path: string): unknown;
  /** Of the descriptor with a full name: a text, or `{ path, text }`. */
  resolve?(name: string): unknown;
}

/** A range in a text, as in the Language Server Protocol. */
export interface Range {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

/** `<descriptorium-view>`: a descriptor of a published site, or in texts. */
export class DescriptoriumView extends HTMLElement {
  static readonly version: string;
  /** The address of the JSON of a descriptor on a site. */
  src: string;
  /** The JSON itself, instead of `src`. It may contain the diagram as `svg`, and the text as `text`. */
  data: unknown;
  /** Texts by path, or bytes of other files, instead of `src`. If only texts change, the diagram is updated in place. */
  files: Record<string, string | Uint8Array | ArrayBuffer> | undefined;
  /** The path or full name of the descriptor to show; by default one that is not a part of another. */
  file: string;
  /** Settings in the shape of `descriptorium.yaml`. */
  settings: object | undefined;
  /** Is asked for what the texts mention and do not contain. */
  provider: Provider | undefined;
  tab: string;
  /** The views to offer, separated by spaces; by default all. */
  tabs: string;
  /** The path of the selected box: `/composition/web`. */
  selected: string;
  theme: string;
  navigate: string;
  wheel: string;
  controls: string;
  loading: string;
  /** Shows the whole diagram. */
  fit(): void;
  /** Zooms the diagram; 1 is its actual size. */
  zoom(scale: number): void;
  /** Moves a box into view, and selects it. */
  reveal(at: string): void;
  /** The findings, as `descriptorium check --format json` prints them. */
  check(): Promise<unknown[]>;
  /** The preview, as `descriptorium expand --format json` prints it. Only texts have one for other inputs. */
  expand(options?: { inputs?: Record<string, unknown> | string; intent?: string }): Promise<unknown>;
  /** The diagram as a file. */
  toSVG(): string;
  /** The diagram as a picture with this width in pixels, by default 1200. */
  toPNG(width?: number): Promise<Blob>;
}

declare global {
  interface HTMLElementTagNameMap {
    "descriptorium-view": DescriptoriumView;
  }
  interface GlobalEventHandlersEventMap {
    "descriptorium-load": CustomEvent<{ name: string; title: string }>;
    /** `at` is empty if nothing is selected any more; `span` is the range of a box in a text. */
    "descriptorium-select": CustomEvent<{ at: string; span: Range | null }>;
    /** Canceled, the link is not followed. */
    "descriptorium-open": CustomEvent<{ name: string; href: string | null }>;
    "descriptorium-diagnostics": CustomEvent<{ diagnostics: unknown[] }>;
    "descriptorium-error": CustomEvent<{ code: string; message: string }>;
  }
}
