// The core in Node.
import { readFile } from "node:fs/promises";
import { loader } from "./core.js";

export { DescriptoriumError } from "./core.js";

/** @param {URL | string} url */
const isWeb = (url) => /^https?:/.test(String(url));

/** @param {URL | string} url */
const bytesOf = async (url) => new Uint8Array(await readFile(url));

export const load = loader(new URL("./core.wasm", import.meta.url), (url) => (isWeb(url) ? fetch(url) : bytesOf(url)));
