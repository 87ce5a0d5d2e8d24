// The core in browsers and workers.
import { loader } from "./core.js";

export { DescriptoriumError } from "./core.js";

export const load = loader(new URL("./core.wasm", import.meta.url), (url) => fetch(url));
