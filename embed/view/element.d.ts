/** The views of a descriptor. */
export type Tab = "diagram" | "findings" | "expansion" | "source";

/** `<descriptorium-view>`: a descriptor of a published site. */
export class DescriptoriumView extends HTMLElement {
  static readonly version: string;
  /** The address of the JSON of a descriptor on a site. */
  src: string;
  /** The JSON itself, instead of `src`. It may contain the diagram as `svg`, and the text as `text`. */
  data: unknown;
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
  check(): unknown[];
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
    /** `at` is empty if nothing is selected any more. */
    "descriptorium-select": CustomEvent<{ at: string; span: null }>;
    /** Canceled, the link is not followed. */
    "descriptorium-open": CustomEvent<{ name: string; href: string }>;
    "descriptorium-diagnostics": CustomEvent<{ diagnostics: unknown[] }>;
    "descriptorium-error": CustomEvent<{ code: string; message: string }>;
  }
}
