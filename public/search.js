// The search of a documentation site. It loads the parts of the index that a query needs as scripts, which works from a
// local disk as well as from a server. All results are inserted as text.

(() => {
  "use strict";

  const script = document.currentScript;
  const siteRoot = new URL("../", script.src);
  const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
  const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

  // The scores of a term by its weight: prose, use, part, name.
  const WEIGHTS = [1, 2, 5, 12];
  const MOST_RESULTS = 12;
  // The number of best results that are ranked precisely; each may need another file.
  const MOST_LOOKED_AT = 64;
  // Maximum number of titles that are looked at because they begin with the query.
  const MOST_BEGINNING = 32;
  // Maximum number of terms that a prefix expands to.
  const MOST_COMPLETIONS = 48;
  // Begins terms that are whole titles without their separators.
  const TITLE = "=";

  // The index ------------------------------------------------------------------------------------------------------

  const arrived = new Map();
  const waiting = new Map();

  window.descriptoriumIndex = (name, content) => arrived.set(name, content);

  // On a page that follows its folder, the index is reloaded. A counter in the addresses prevents the use of cached
  // scripts.
  let generation = 0;
  function forget() {
    [arrived, waiting, files].forEach((map) => map.clear());
    root = null;
    generation += 1;
  }

  function load(name) {
    if (!waiting.has(name)) {
      const now = generation === 0 ? "" : `?${generation}`;
      waiting.set(name, new Promise((resolve, reject) => {
        const element = document.createElement("script");
        element.src = new URL(`search/${name}.js${now}`, siteRoot).href;
        element.onload = () => {
          element.remove();
          arrived.has(name) ? resolve(arrived.get(name)) : reject(new Error(`unexpected content in ${name}`));
        };
        element.onerror = () => {
          element.remove();
          waiting.delete(name);
          reject(new Error(`cannot load ${name}`));
        };
        document.head.append(element);
      }));
    }
    return waiting.get(name);
  }

  function frontDecoded(text) {
    let before = [];
    return text === "" ? [] : text.split(" ").map((piece) => {
      const characters = [...piece];
      before = before.slice(0, VALUES.get(characters[0])).concat(characters.slice(1));
      return before.join("");
    });
  }

  let root = null;
  async function theRoot() {
    if (root === null) {
      const content = await load("root");
      root = { ...content, words: null, code: content.words };
    }
    return root;
  }

  // The words by length, computed only when a query is misspelled.
  function wordsByLength() {
    if (root.words === null) {
      root.words = new Map();
      for (const word of frontDecoded(root.code)) {
        const length = [...word].length;
        if (!root.words.has(length)) root.words.set(length, []);
        root.words.get(length).push(word);
      }
    }
    return root.words;
  }

  // Compares strings by code points, as the index does.
  function compare(a, b) {
    if (a === b) return 0;
    const left = [...a];
    const right = [...b];
    const shorter = Math.min(left.length, right.length);
    for (let at = 0; at < shorter; at += 1) {
      if (left[at] !== right[at]) return left[at].codePointAt(0) - right[at].codePointAt(0);
    }
    return left.length - right.length;
  }

  // Binary search: the position of `term` in a sorted list.
  function position(list, term, at = (index) => list[index]) {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(at(middle), term) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  const files = new Map();
  async function termFile(number) {
    if (!files.has(number)) {
      const [terms, places] = await load(`t${number}`);
      files.set(number, { terms: frontDecoded(terms), places: places.split(" ") });
    }
    return files.get(number);
  }

  function decoded(places) {
    const comma = places.indexOf(",");
    const documents = [];
    let next = 0;
    let number = 0;
    let unit = 1;
    for (let at = comma + 1; at < places.length; at += 1) {
      const digit = VALUES.get(places[at]);
      number += (digit % 32) * unit;
      if (digit >= 32) {
        unit *= 32;
      } else {
        const document = next + (number >> 2);
        documents.push([document, number & 3]);
        next = document + 1;
        number = 0;
        unit = 1;
      }
    }
    return { documents, count: comma < 0 ? documents.length : Number(places.slice(0, comma)), all: comma < 0 };
  }

  // The terms with the prefix `start`, the shortest first, with their documents.
  async function completions(start, exactOnly) {
    const { firsts } = await theRoot();
    const found = [];
    let number = position(firsts, start);
    if (firsts[number] !== start) number = Math.max(0, number - 1);
    for (let looked = 0; looked < 2 && number < firsts.length; looked += 1, number += 1) {
      const file = await termFile(number);
      let at = position(file.terms, start);
      for (; at < file.terms.length && file.terms[at].startsWith(start); at += 1) {
        if (exactOnly && file.terms[at] !== start) return found;
        found.push({ term: file.terms[at], places: file.places[at] });
        // The shortest titles may be anywhere among these.
        if (found.length >= MOST_COMPLETIONS * 4 && !start.startsWith(TITLE)) break;
      }
      if (at < file.terms.length) break;
    }
    found.sort((a, b) => a.term.length - b.term.length || compare(a.term, b.term));
    return found.slice(0, MOST_COMPLETIONS);
  }

  // Questions ------------------------------------------------------------------------------------------------------

  const NO_NAME = /[^\p{Alphabetic}\p{N}:_\-./]+/u;
  const JOINT = /[:_\-./]/;
  const OUTER_JOINTS = /^[:_\-./]+|[:_\-./]+$/g;

  // Splits a name into its parts, in the same way as the indexer.
  function parts(compound) {
    const isShort = (term) => [...term].length === 0 || ([...term].length === 1 && term.codePointAt(0) < 128);
    const found = [];
    for (const part of compound.split(JOINT)) {
      const words = part.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").split(" ");
      for (const word of words) if (!isShort(word)) found.push(word.toLowerCase());
    }
    return found;
  }

  // The number of slips between two words, up to a limit: insertions, deletions, substitutions and transpositions of neighbors
  // (the restricted Damerau-Levenshtein distance).
  function slips(a, b, most) {
    const left = [...a];
    const right = [...b];
    if (Math.abs(left.length - right.length) > most) return most + 1;
    let before = [];
    let last = Array.from({ length: right.length + 1 }, (_, at) => at);
    for (let i = 1; i <= left.length; i += 1) {
      const row = [i];
      for (let j = 1; j <= right.length; j += 1) {
        const isSame = left[i - 1] === right[j - 1];
        row[j] = Math.min(row[j - 1] + 1, last[j] + 1, last[j - 1] + (isSame ? 0 : 1));
        const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
        if (isSwapped) row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      if (Math.min(...row) > most) return most + 1;
      [before, last] = [last, row];
    }
    return last[right.length];
  }

  // Words of the catalog that differ from `word` by one slip, or by two if it is long, the nearest first.
  function meant(word) {
    const length = [...word].length;
    if (length < 4 || !/^\p{Alphabetic}+$/u.test(word)) return [];
    const most = length < 7 ? 1 : 2;
    const byLength = wordsByLength();
    const found = [];
    for (let size = length - most; size <= length + most; size += 1) {
      for (const candidate of byLength.get(size) ?? []) {
        const distance = candidate === word ? 0 : slips(word, candidate, most);
        if (distance > 0 && distance <= most) found.push({ word: candidate, distance });
      }
    }
    return found.sort((one, other) => one.distance - other.distance).slice(0, 8);
  }

  // Adds the weights of the documents of `term` to `scores`, and those with the term in their names to `named`; `worth` is the
  // quality of the match.
  function addScores(scores, named, found, worth, worthAsName = worth) {
    const { documents, count, all } = decoded(found.places);
    const rarity = Math.log(1 + root.n / count);
    for (const [document, weight] of documents) {
      const score = WEIGHTS[weight] * rarity * (weight === 3 ? worthAsName : worth);
      if (score > (scores.get(document) ?? 0)) scores.set(document, score);
      if (weight === 3) named.add(document);
    }
    return all;
  }

  // The documents for one term of a query, and whether they are complete: the index truncates the lists of very common
  // terms.
  async function scoresOf(term) {
    const scores = new Map();
    const named = new Set();
    let complete = true;
    for (const found of await completions(term, [...term].length < 2)) {
      // A prefix of a name matches, however long the name is.
      const beginning = 0.6 * (term.length / found.term.length);
      const all = found.term === term ? addScores(scores, named, found, 1) : addScores(scores, named, found, beginning, 0.6);
      if (found.term === term) complete = all;
    }
    const corrections = new Map();
    if (scores.size === 0) {
      for (const { word, distance } of meant(term)) {
        const worth = distance === 1 ? 0.4 : 0.2;
        for (const found of await completions(word, true)) complete = addScores(scores, named, found, worth) && complete;
        corrections.set(word, distance);
      }
    }
    return { scores, named, complete, corrections };
  }

  // The documents in all of `answers`; if there are none, those in some of them.
  function together(answers) {
    const sums = new Map();
    for (const { scores, complete } of answers) {
      for (const [document, score] of scores) {
        const sum = sums.get(document) ?? { score: 0, hits: 0 };
        sum.score += score;
        sum.hits += complete ? 1 : 0;
        sums.set(document, sum);
      }
    }
    const needed = answers.filter((answer) => answer.complete).length;
    let best = [...sums].filter(([, sum]) => sum.hits === needed);
    if (best.length === 0) best = [...sums].map(([document, sum]) => [document, { ...sum, score: sum.score * 0.3 }]);
    return new Map(best.map(([document, sum]) => [document, sum.score]));
  }

  async function scoresOfName(compound) {
    const pieces = parts(compound);
    // Starts all downloads at once.
    const asked = [compound.toLowerCase(), ...(pieces.length < 2 ? [] : pieces)].map(scoresOf);
    const [whole, ...answers] = await Promise.all(asked);
    if (pieces.length < 2) return { ...whole, corrected: [...whole.corrections] };
    const scores = together(answers);
    for (const [document, score] of whole.scores) scores.set(document, (scores.get(document) ?? 0) + 3 * score);
    // The name with each word that is misspelled as it may be meant.
    let corrected = [["", 0]];
    for (const [at, { corrections }] of answers.entries()) {
      const words = corrections.size > 0 ? [...corrections] : [[pieces[at], 0]];
      corrected = corrected.flatMap(([before, sum]) => words.map(([word, distance]) => [before + word, sum + distance])).slice(0, 16);
    }
    const named = new Set([whole, ...answers].flatMap((answer) => [...answer.named]));
    return { scores, named, complete: true, corrected: corrected.filter(([, distance]) => distance > 0) };
  }

  // The documents whose titles begin with a name, the shortest first.
  async function beginning(name) {
    const start = TITLE + bare(name);
    if ([...start].length < 3) return [];
    const found = await completions(start, false);
    return found.flatMap(({ places }) => decoded(places).documents.map(([document]) => document)).slice(0, MOST_BEGINNING);
  }

  async function look(question) {
    await theRoot();
    const names = question.split(NO_NAME).map((name) => name.replace(OUTER_JOINTS, "")).filter((name) => name !== "");
    if (names.length === 0) return [];
    const asked = names.slice(0, 8);
    const [titled, ...answers] = await Promise.all([beginning(asked.join("")), ...asked.map(scoresOfName)]);
    const all = together(answers);
    // Those with most of the query in their names first, because these are ranked by their names.
    const inName = (number) => answers.filter(({ named }) => named.has(number)).length;
    const best = [...all].map(([number, score]) => [number, score, inName(number)]).sort((a, b) => b[2] - a[2] || b[1] - a[1] || b[0] - a[0]);
    const scores = new Map(best.slice(0, MOST_LOOKED_AT).map(([number, score]) => [number, score]));
    for (const number of titled) scores.set(number, all.get(number) ?? 0);
    const documents = await Promise.all([...scores].map(async ([number, score]) => {
      const file = await load(`d${Math.floor(number / root.inFile)}`);
      const [title, version, kind, path, summary, sections, apart = ""] = file[number % root.inFile];
      return { number, score, title, version, kind: root.kinds[kind], path, summary, sections, apart };
    }));
    const wanted = names.map((name) => name.toLowerCase());
    const words = [...new Set(wanted.concat(names.flatMap(parts)))];
    for (const found of documents) closer(found, wanted, words, answers.flatMap(({ corrected = [] }) => corrected));
    documents.sort(order);
    return byName(documents, wanted).slice(0, MOST_RESULTS);
  }

  // Names that match the query, the better ones first and then the shorter ones, before everything else by its score. The
  // highest version of a name comes first.
  function order(a, b) {
    const length = ({ title }) => [...title].length;
    return b.tier - a.tier || (a.tier > 0 ? length(a) - length(b) : b.score - a.score) ||
      (a.title === b.title ? 0 : compareNames(a.title, b.title)) || (a.version === "" ? a.number - b.number : b.number - a.number);
  }
  const natural = new Intl.Collator("en", { numeric: true });
  const compareNames = (a, b) => natural.compare(a, b) || compare(a, b);

  // One result for each name, with its other versions: the best one, or the one that the query names. The versions of a
  // descriptor are in one folder of the site.
  function byName(documents, wanted) {
    const names = new Map();
    const isNamed = ({ version }) => version !== "" && wanted.some((name) => name === version || name.endsWith(`::${version}`));
    for (const found of documents) {
      const isAlone = found.version === "" || /^[a-z]+\/file\//.test(found.path);
      const key = isAlone ? found.path : found.path.slice(0, found.path.lastIndexOf("/"));
      const all = names.get(key);
      if (!all) names.set(key, [found]);
      else if (isNamed(found) && !isNamed(all[0])) all.unshift(found);
      else all.push(found);
    }
    return [...names.values()].map(([first, ...others]) => ({ ...first, others }));
  }

  // A name without separators, since people leave them out.
  const bare = (name) => name.replace(/[:_\-./\s]+/g, "");

  // How well a title matches a name, in lower case: it is equal (6); it, or its last part, is equal without separators (5), or
  // begins with the name (4); it has the name as whole words (3); a word begins with it (2); or it is inside of a word (1).
  function rank({ title, kind, version, isFile }, name) {
    const lower = title.toLowerCase();
    if (name === lower || name === `${kind}::${lower}::${version}`.toLowerCase()) return 6;
    let wanted = name.startsWith(`${kind}::`.toLowerCase()) ? name.slice(kind.length + 2) : name;
    if (version !== "" && wanted.endsWith(`::${version}`.toLowerCase())) wanted = wanted.slice(0, -version.length - 2);
    wanted = bare(wanted);
    if (wanted === "") return 0;
    const last = isFile ? lower : lower.split(/[.:/]+/).at(-1);
    if (wanted === bare(lower) || wanted === bare(last)) return 5;
    if (lower.startsWith(name) || last.startsWith(name)) return 4.5;
    if (bare(lower).startsWith(wanted) || bare(last).startsWith(wanted)) return 4;
    // Several words may match together.
    const words = parts(title.replace(/\s+/g, "-"));
    const tails = words.map((_, at) => words.slice(at));
    if (tails.some((tail) => tail.some((_, at) => tail.slice(0, at + 1).join("") === wanted))) return 3;
    if (tails.some((tail) => tail.join("").startsWith(wanted))) return 2;
    return wanted.length > 2 && bare(lower).includes(wanted) ? 1 : 0;
  }

  // The quality of a match with a part: equal, prefix, substring, or a word in it.
  function fit(part, wanted, words) {
    const name = part.toLowerCase();
    const all = wanted.map((whole) => {
      if (name === whole || bare(name) === bare(whole)) return 5;
      if (name.startsWith(whole) || bare(name).startsWith(bare(whole))) return 4;
      return whole.length > 2 && (name.includes(whole) || bare(name).includes(bare(whole))) ? 3 : 0;
    });
    const known = words.filter((word) => word.length > 2 && name.includes(word)).length;
    return Math.max(...all, words.includes(name) ? 2 : 0, known > 0 ? 1 + known / 10 : 0);
  }

  // Ranks by the content of the document: its title, and matching parts.
  function closer(found, wanted, words, corrected) {
    found.isFile = found.version === "" && /\.(ya?ml|json|tosca|csar|zip)$/i.test(found.title);
    // The version may be asked for beside the name.
    const names = wanted.filter((name) => name !== found.version.toLowerCase());
    const each = names.length > 1 ? Math.min(3, ...names.map((name) => rank(found, name))) : 0;
    const literal = names.length > 0 ? Math.max(rank(found, names.join("")), names.length === 1 ? rank(found, names[0]) : each) : 0;
    // A name that may be meant is less than one that is asked for, and the less, the more slips it has.
    const likely = literal > 0 ? [] : corrected.map(([name, distance]) => rank(found, name) / 100 ** distance);
    found.tier = Math.max(literal, 0, ...likely);
    // Of similar names, those of descriptors and types come before those of rules and of pages about the site.
    if ((found.kind === "rule" || found.kind === "page") && found.tier >= 1 && found.tier < 6) found.tier = 0.7 + found.tier / 20;
    // The name of a file says less than a name, however much of it matches.
    if (found.isFile) {
      found.tier /= 10;
      found.score *= 0.4;
    }
    const all = Object.entries(found.sections).flatMap(([parent, names]) =>
      names.map((name) => ({ parent, name, fit: fit(name, wanted, words) })));
    found.parts = all.filter((part) => part.fit > 0).sort((a, b) => b.fit - a.fit).slice(0, 3);
    if (found.parts[0]?.fit >= 4) found.score *= 1.5;
  }

  // The page -------------------------------------------------------------------------------------------------------

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  // The text with the matches highlighted.
  function marked(text, words) {
    const lower = text.toLowerCase();
    if (lower.length !== text.length) return [text];
    const pieces = [];
    let at = 0;
    while (at < text.length) {
      let next = -1;
      let length = 0;
      for (const word of words) {
        const place = lower.indexOf(word, at);
        if (place >= 0 && (next < 0 || place < next || (place === next && word.length > length))) {
          next = place;
          length = word.length;
        }
      }
      if (next < 0) break;
      if (next > at) pieces.push(text.slice(at, next));
      pieces.push(element("mark", {}, text.slice(next, next + length)));
      at = next + length;
    }
    pieces.push(text.slice(at));
    return pieces;
  }

  const address = (path, id) => new URL(path, siteRoot).href + (id === undefined ? "" : `#${encodeURIComponent(id)}`);

  // Adds a search field and a list of results to `place`.
  function view(place, whenChosen) {
    const id = `found-${place.id || "here"}`;
    const field = element("input", {
      type: "search", role: "combobox", "aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list",
      "aria-label": "Search this catalog", placeholder: "Name, property, type, rule…", autocomplete: "off",
      autocapitalize: "off", spellcheck: "false",
    });
    const list = element("div", { id, role: "listbox", "aria-label": "Results", class: "results" });
    const status = element("p", { role: "status", class: "search-status" });
    place.append(field, status, list);
    let asked = 0;
    let chosen = -1;

    const options = () => [...list.querySelectorAll("[role=option]")];
    function choose(index) {
      const all = options();
      chosen = all.length === 0 ? -1 : (index + all.length) % all.length;
      all.forEach((option, at) => option.setAttribute("aria-selected", String(at === chosen)));
      if (chosen < 0) return field.removeAttribute("aria-activedescendant");
      field.setAttribute("aria-activedescendant", all[chosen].id);
      all[chosen].scrollIntoView({ block: "nearest" });
    }

    // The kinds among the results, if there are several.
    const kinds = element("div", { class: "result-kinds", role: "group", "aria-label": "Kind" });
    list.before(kinds);
    let kind = "";
    function drawKinds(results, question) {
      const counts = new Map();
      for (const found of results) counts.set(found.kind, (counts.get(found.kind) ?? 0) + 1);
      if (!counts.has(kind)) kind = "";
      const buttons = [["", `All ${results.length}`], ...[...counts].map(([name, count]) => [name, `${name} ${count}`])].map(([name, words]) => {
        const button = element("button", { type: "button", "aria-pressed": String(name === kind) }, words);
        button.addEventListener("click", () => { kind = name; show(results, question); field.focus(); });
        return button;
      });
      kinds.replaceChildren(...(counts.size > 1 ? buttons : []));
    }

    function show(all, question) {
      drawKinds(all, question);
      const results = all.filter((found) => kind === "" || found.kind === kind);
      const words = question.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
      const rows = results.flatMap((found) => {
        const head = element("span", { class: "head" },
          element("span", { class: `kind kind-${found.kind}` }, found.kind),
          element("span", { class: "name" }, ...marked(found.title, words)),
          element("span", { class: "version" }, found.version));
        if (found.apart !== "") head.append(element("span", { class: "others" }, found.apart));
        if (found.others.length > 0) {
          const others = found.others.map(({ version }) => version).slice(0, 6);
          head.append(element("span", { class: "others" }, `also ${others.join(", ")}${found.others.length > 6 ? ", …" : ""}`));
        }
        const whole = element("a", { role: "option", tabindex: "-1", href: address(found.path) }, head);
        if (found.summary) whole.append(element("span", { class: "summary" }, found.summary));
        return [whole, ...found.parts.map(({ parent, name }) =>
          element("a", { role: "option", tabindex: "-1", class: "part", href: address(found.path, parent + name) },
            element("span", { class: "section" }, parent.replaceAll("/", " ").trim()),
            element("span", { class: "name" }, ...marked(name, words))))];
      });
      rows.forEach((row, number) => { row.id = `${id}-${number}`; });
      list.replaceChildren(...rows);
      list.scrollTop = 0;
      field.setAttribute("aria-expanded", String(rows.length > 0));
      const asked = question.trim();
      const nothing = asked === "" ? "" : `No results for “${asked}”.${[...asked].length < 2 ? " Enter at least two characters." : ""}`;
      status.textContent = rows.length === 0 ? nothing : `${results.length} result${results.length === 1 ? "" : "s"}`;
      status.classList.toggle("nothing", rows.length === 0 && asked !== "");
      choose(0);
    }

    async function ask() {
      const question = field.value;
      asked += 1;
      const mine = asked;
      place.dataset.state = "looking";
      const start = performance.now();
      try {
        const results = await look(question);
        if (mine !== asked) return;
        show(results, question);
        place.dataset.milliseconds = (performance.now() - start).toFixed(1);
        place.dataset.question = question;
        place.dataset.state = "done";
      } catch (error) {
        if (mine !== asked) return;
        list.replaceChildren();
        status.textContent = `Search is not available: ${error.message}.`;
        place.dataset.state = "failed";
      }
    }

    field.addEventListener("input", ask);
    field.addEventListener("focus", () => { theRoot().catch(() => {}); });
    field.addEventListener("keydown", (event) => {
      const steps = { ArrowDown: 1, ArrowUp: -1 };
      if (event.key in steps) choose(chosen + steps[event.key]);
      else if (event.key === "Enter" && chosen >= 0) options()[chosen].click();
      else return;
      event.preventDefault();
    });
    list.addEventListener("click", (event) => { if (event.target.closest("a") && !event.ctrlKey && !event.metaKey) whenChosen(); });
    return { field, ask };
  }

  const entries = [...document.querySelectorAll(".search-link")];
  const page = document.getElementById("search-page");
  if (page) {
    const own = view(page, () => {});
    own.field.value = new URLSearchParams(location.search).get("q") ?? "";
    own.field.addEventListener("input", () => {
      const query = own.field.value === "" ? "" : `?q=${encodeURIComponent(own.field.value)}`;
      try { history.replaceState(null, "", location.pathname + query); } catch { /* a page in a sandbox has no history */ }
    });
    own.field.focus();
    if (own.field.value !== "") own.ask();
    document.addEventListener("descriptorium:followed", () => {
      forget();
      own.ask();
    });
    return;
  }
  if (entries.length === 0) return;

  let dialog = null;
  let inner = null;
  function open() {
    if (dialog === null) {
      const panel = element("div", { id: "search-panel" });
      dialog = element("dialog", { class: "search", "aria-label": "Search", "data-of-script": "" }, panel);
      inner = view(panel, () => dialog.close());
      panel.append(element("p", { class: "keys", "aria-hidden": "true" },
        element("kbd", {}, "↑"), element("kbd", {}, "↓"), " select ", element("kbd", {}, "Enter"), " open ",
        element("kbd", {}, "Esc"), " close"));
      document.body.append(dialog);
      dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    }
    if (!dialog.open && "follows" in document.documentElement.dataset) {
      forget();
      // Results for an earlier query, or of an earlier index, are dropped.
      if (inner.field.value !== "") inner.ask();
    }
    if (!dialog.open) dialog.showModal();
    inner.field.select();
    inner.field.focus();
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.(".search-link") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    const slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
    const palette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!slash && !palette) return;
    event.preventDefault();
    open();
  });
})();
