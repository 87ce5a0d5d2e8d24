// Filters the lists and tables of a page by severity, rule and text. Without this script, and for short lists, all rows
// are shown.

(() => {
  "use strict";

  const SEVERITIES = ["error", "warning", "info"];
  // Below this number of rows, a filter is not worth its space.
  const LEAST = 10;
  const ROWS = "main .findings > li, main :is(table.health, table.descriptors) > tbody > tr";

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  const codeOf = (row) => row.querySelector(".where .code")?.textContent ?? "";
  const isFinding = (row) => row.localName === "li";

  function begin() {
    const place = document.getElementById("filter");
    const rows = () => [...document.querySelectorAll(ROWS)];
    if (!place) return;
    // On a page that follows its folder, rows may appear later.
    if (rows().length < LEAST) return document.addEventListener("descriptorium:followed", begin, { once: true });
    const text = element("input", { type: "search", "aria-label": "Filter by text", placeholder: "Filter by text" });
    const marks = new Map();
    const code = element("select", { "aria-label": "Filter by rule" });
    const status = element("p", { role: "status" });
    const form = element("form", { class: "filter", role: "search", "aria-label": "Filter" }, text);
    if (rows().some(isFinding)) {
      for (const severity of SEVERITIES) {
        const mark = element("input", { type: "checkbox", name: severity });
        mark.checked = true;
        marks.set(severity, mark);
        form.append(element("label", {}, mark, element("span", { class: `severity ${severity}` }, severity)));
      }
      form.append(code);
    }
    form.append(status);
    place.append(form);

    // The rules of the current rows; the selected one is kept.
    function offer() {
      const chosen = code.value;
      const codes = [...new Set([...rows().map(codeOf), chosen])].filter((one) => one !== "").sort();
      code.replaceChildren(element("option", { value: "" }, "All rules"), ...codes.map((one) => element("option", { value: one }, one)));
      code.value = chosen;
    }

    function apply() {
      const words = text.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
      const all = rows();
      let shown = 0;
      // The text that a section has for all its rows.
      const saidOf = new Map([[null, ""]]);
      for (const row of all) {
        const section = row.closest("section");
        if (!saidOf.has(section)) {
          const of = [...section.querySelectorAll(":scope > h2, :scope > .note")].map((one) => one.textContent);
          saidOf.set(section, of.join(" ").toLowerCase());
        }
        const said = `${row.textContent.toLowerCase()} ${saidOf.get(section)}`;
        const severity = SEVERITIES.find((one) => row.classList.contains(one));
        const isAsked = words.every((word) => said.includes(word)) &&
          (marks.get(severity)?.checked ?? true) && (code.value === "" || codeOf(row) === code.value);
        row.hidden = !isAsked;
        shown += isAsked ? 1 : 0;
      }
      for (const section of document.querySelectorAll("main section:has(> .findings)")) {
        section.hidden = !section.querySelector(".findings > li:not([hidden])");
      }
      status.textContent = shown === all.length ? "" : `${shown} of ${all.length} shown`;
    }

    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", apply);
    // On a page that follows its folder, the filter is applied to new rows.
    document.addEventListener("descriptorium:followed", () => { offer(); apply(); });
    // Browsers restore form fields, at the latest with `pageshow`.
    addEventListener("pageshow", apply);
    offer();
    apply();
  }

  begin();
})();
