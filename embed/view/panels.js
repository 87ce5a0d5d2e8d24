// The panels beside the diagram: findings, preview and source.

/**
 * Creates an element.
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** @typedef {ReturnType<import("./words.js").wordsIn>} Words */

const SEVERITIES = new Set(["error", "warning", "info"]);

/**
 * @param {any} data
 * @param {Words} words
 * @param {(line: number) => string | null} link The page with a line of the source.
 */
export function findings(data, words, link) {
  const all = list(data.findings);
  if (all.length === 0) return [make("p", {}, words("none"))];
  const rows = all.map((found) => {
    const severity = SEVERITIES.has(found.severity) ? found.severity : "info";
    const place = `${words("line")} ${Number(found.line)}`;
    const href = link(Number(found.line));
    const row = make("li", { class: severity }, make("b", {}, words(severity)), " ", `${found.message} `, make("code", {}, `${found.code}`), " ");
    row.append(href ? make("a", { href }, place) : place);
    if (found.help) row.append(make("small", {}, `${found.help}`));
    return row;
  });
  return [make("ul", { class: "findings" }, ...rows)];
}

/** @param {any} value @returns {any[]} */
const list = (value) => (Array.isArray(value) ? value : []);
/** @param {any} value @returns {[string, any][]} */
const entries = (value) => (typeof value === "object" && value !== null ? Object.entries(value) : []);

/** A value, which may be unknown in parts. @param {any} known @returns {Node | string} */
function value(known) {
  if (typeof known !== "object" || known === null) return `${known}`;
  if ("symbol" in known) return make("i", {}, `${known.symbol}`);
  if ("value" in known) return typeof known.value === "string" ? known.value : JSON.stringify(known.value);
  if ("beginning" in known) return `${known.beginning} …`;
  if (known.list) return make("span", {}, "[", ...list(known.list).flatMap((item, at) => [at ? ", " : "", value(item)]), "]");
  if (known.map) return make("span", {}, "{", ...entries(known.map).flatMap(([key, item], at) => [`${at ? ", " : ""}${key}: `, value(item)]), "}");
  return JSON.stringify(known);
}

/** @param {[string, any][]} rows */
function terms(rows) {
  return make("dl", {}, ...rows.flatMap(([name, known]) => [make("dt", {}, name), make("dd", {}, value(known))]));
}

/** @param {string} name @param {string} detail @param {[string, any][]} rows */
function item(name, detail, rows) {
  const summary = [make("b", {}, name), " ", make("small", {}, detail)];
  return rows.length > 0 ? make("details", {}, make("summary", {}, ...summary), terms(rows)) : make("p", { class: "item" }, ...summary);
}

/**
 * The preview of a descriptor, in whichever language.
 * @param {any} data
 * @param {Words} words
 */
export function expansion(data, words) {
  const shown = data.expansion ?? data.deployment ?? data.installation;
  if (data.placement) return placement(data.placement, words);
  if (!shown) return [make("p", {}, words("noExpansion"))];
  const parts = [];
  const intent = shown.intent ?? shown.workflow;
  if (intent) parts.push(make("p", {}, `${words("intent")}: `, make("b", {}, `${intent}`)));
  if (list(shown.unset).length > 0) parts.push(make("p", {}, `${words("unset")} `, make("code", {}, list(shown.unset).join(", "))));
  const items = list(shown.instances ?? shown.nodes ?? shown.items);
  parts.push(make("h2", {}, words("items")));
  for (const one of items) {
    const rest = ["artifactType", "artifact", "command"].filter((key) => one[key] !== undefined).map((key) => /** @type {[string, any]} */ ([key, one[key]]));
    parts.push(item(`${one.name ?? one.id}`, `${one.type || one.kind || ""}`, [...rest, ...entries(one.properties), ...entries(one.attributes)]));
  }
  const stages = list(shown.plan?.stages).map((stage) => list(stage).map(({ action, instance }) => `${action} ${instance}`));
  const ordered = list(shown.stages).map((stage) => list(stage.items).map(String));
  if (stages.length + ordered.length > 0) {
    parts.push(make("h2", {}, words("plan")));
    for (const [at, stage] of [...stages, ...ordered].entries()) {
      parts.push(make("p", { class: "item" }, make("small", {}, `${words("stage")} ${at + 1}`)), make("ul", {}, ...stage.map((action) => make("li", {}, action))));
    }
  }
  if (shown.isComplete === false) parts.push(make("p", {}, `${words("incomplete")} `, make("code", {}, `${shown.command}`)));
  return parts;
}

/** @param {any} shown @param {Words} words */
function placement(shown, words) {
  const rows = entries(shown.plans?.[0]?.candidates).map(([demand, candidate]) => make("tr", {}, make("th", { scope: "row" }, demand), make("td", {}, `${candidate}`)));
  const head = make("tr", {}, make("th", { scope: "col" }, words("demand")), make("th", { scope: "col" }, words("candidate")));
  return [make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))];
}

/**
 * A text with numbered lines.
 * @param {string} text
 */
export function source(text) {
  const lines = text.replace(/\r?\n$/, "").split(/\r\n|\r|\n/).map((line) => make("li", {}, make("code", {}, line)));
  return [make("ol", { class: "source" }, ...lines)];
}
