/** The functions of the WebAssembly. `bindings.js` is made by `cargo xtask embed`. */
export interface Bindings {
  init(source: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  version(): string;
  rules(code?: string): string;
  Catalog: new (settings: string) => any;
  LanguageServer: new (settings: string) => any;
}

/** An instance with a memory of its own. */
export function bind(): Bindings;
