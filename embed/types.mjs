// Writes TypeScript types for the documents of the core, from the schemas that the program prints:
// `node embed/types.mjs PROGRAM FOLDER`.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "json-schema-to-typescript";

/** The documents that the API takes or returns, and the JSON of a site that the viewer reads. */
const DOCUMENTS = ["check", "descriptor", "diff", "edits", "expand", "rules", "scene", "settings"];

const [program, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const name of DOCUMENTS) {
  const schema = JSON.parse(execFileSync(program, ["schema", name], { encoding: "utf8", maxBuffer: 1 << 26 }));
  // The title is the name of the type.
  schema.title = name[0].toUpperCase() + name.slice(1);
  const options = { bannerComment: `/** From \`descriptorium schema ${name}\`. */`, additionalProperties: false, unknownAny: true };
  writeFileSync(join(folder, `${name}.d.ts`), await compile(schema, schema.title, options));
}
