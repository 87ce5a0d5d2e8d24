/** The version of the package. */
declare const __VERSION__: string;
/** The address of the script. */
declare const __BASE__: string;

/** The core, as wasm-bindgen writes it (embed/wasm/src/view.rs). */
declare module "*/core.js" {
  export default function init(): Promise<unknown>;
  export function fetchPart(language: string): Promise<void>;
  export class View {
    constructor(settings: string);
    put(path: string, content: Uint8Array): void;
    putArchive(bytes: Uint8Array): void;
    open(): void;
    update(path: string, text: string): void;
    files(): string;
    main(): string | undefined;
    missing(path: string): string;
    find(name: string): string | undefined;
    draw(path: string): string | undefined;
    span(path: string, at: string): string | undefined;
    answer(method: string, given: string): string;
    free(): void;
  }
}
