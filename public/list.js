// The controls of lists of descriptors: a filter, facets, sorting by columns, and pages of fifty rows. The state is in the
// address, so that it can be shared. Without this script, all rows are shown in the order of the site.

(() => {
  "use strict";

  const PAGE = 50;
  // Below this number of rows, controls are not worth their space.
  const LEAST = 12;
  // The first values of a facet; others are shown on request.
  const FIRST = 5;
  // Maximum number of characters of a folder that is shown whole.
  const LONGEST = 24;
  const FACETS = [
    ["kind", "Kind"], ["namespace", "Namespace"], ["owner", "Owner"], ["lifecycle", "Lifecycle"],
    ["tags", "Tag"], ["folder", "Folder"], ["findings", "Findings"],
  ];
  const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  // The end of a long path says more than its start.
  function shortened(path) {
    const steps = path.split("/");
    while (steps.length > 1 && steps.join("/").length > LONGEST) steps.shift();
    const rest = steps.join("/");
    return rest === path ? path : `…/${rest}`;
  }

  const valuesOf = (row, facet) => (row.dataset[facet] ?? "").split("\n").filter((value) => value !== "");

  // The value of a cell by which its column is sorted.
  function keyOf(row, column) {
    const cell = row.cells[column];
    if (!cell) return "";
    const time = cell.querySelector("time");
    if (time) return time.dateTime;
    if (cell.classList.contains("marks")) {
      const order = { errors: 3, warnings: 2, infos: 1 };
      return String(order[row.dataset.findings] ?? 0);
    }
    return cell.textContent.trim();
  }

  function begin(place) {
    const table = place.nextElementSibling?.querySelector(":scope > table[data-list]");
    if (!table) return;
    // The state of the first list of a page is in the address.
    const isFirst = place === document.querySelector(".list-controls");
    const noun = table.dataset.list || "names";
    const isNames = noun === "names";
    const body = table.tBodies[0];
    const all = [...body.rows];
    sortable(table, body, all);
    if (all.length < LEAST) return;

    // `under` is the beginning of a name, or a folder, that a link to a part of the list names.
    const state = { words: "", under: "", facets: new Map(), page: 0 };
    const text = element("input", { type: "search", "aria-label": isNames ? "Filter this list" : `Filter ${noun}`, placeholder: isNames ? "Filter this list" : `Filter ${noun}` });
    const status = element("p", { role: "status", class: "shown" });
    const chips = element("ul", { class: "chips" });
    const form = element("form", { class: "filter", role: "search", "aria-label": isNames ? "Filter the list" : `Filter of ${noun}` }, text, chips, status);
    place.append(form);
    const pager = element("nav", { class: "pager", "aria-label": isNames ? "Pages of the list" : `Pages of ${noun}`, "data-of-script": "" });
    table.closest(".scroll").after(pager);
    const side = document.querySelector(".side");
    const facets = FACETS.map(([key, title]) => [key, title, new Set(all.flatMap((row) => valuesOf(row, key)))])
      // A single value tells rows apart only if others lack it.
      .filter(([key, , values]) => values.size > 1 || (values.size === 1 && all.some((row) => valuesOf(row, key).length === 0)));
    const panel = element("nav", { class: "facets", "aria-label": "Filter", "data-of-script": "" });
    if (side && facets.length > 0) {
      const fold = element("details", { class: "fold" }, element("summary", {}, "Filter"));
      panel.append(fold, element("p", { class: "label", "aria-hidden": "true" }, "Filter"), element("ul", {}));
      side.prepend(panel);
    }

    const said = new Map(all.map((row) => [row, row.textContent.toLowerCase()]));
    const fitsWords = (row) => state.words.split(/\s+/).every((word) => said.get(row).includes(word));
    const fitsFacet = (row, key) => {
      const chosen = state.facets.get(key);
      return !chosen?.size || valuesOf(row, key).some((value) => chosen.has(value));
    };
    const nameOf = (row) => (row.querySelector("th a") ?? row.cells[0]).textContent.trim();
    const fitsUnder = (row) => nameOf(row).startsWith(state.under) || `${row.dataset.folder ?? ""}/`.startsWith(state.under);
    const fits = (row, except) => fitsWords(row) && fitsUnder(row) && facets.every(([key]) => key === except || fitsFacet(row, key));

    function remember() {
      if (!isFirst) return;
      // Other scripts of the page have parameters of their own.
      const query = new URLSearchParams(location.hash.startsWith("#?") ? location.hash.slice(2) : "");
      const before = query.toString();
      for (const key of ["q", "under", "page", ...facets.map(([key]) => key)]) query.delete(key);
      if (state.words) query.set("q", state.words);
      if (state.under) query.set("under", state.under);
      for (const [key, chosen] of state.facets) for (const value of chosen) query.append(key, value);
      if (state.page > 0) query.set("page", state.page + 1);
      const after = query.toString();
      if (after !== before) history.replaceState(null, "", after ? `#?${after}` : "#");
    }

    function recall() {
      if (!isFirst || !location.hash.startsWith("#?")) return;
      const query = new URLSearchParams(location.hash.slice(2));
      state.words = (query.get("q") ?? "").toLowerCase();
      state.under = query.get("under") ?? "";
      text.value = query.get("q") ?? "";
      for (const [key] of facets) state.facets.set(key, new Set(query.getAll(key)));
      state.page = Math.max(0, Number.parseInt(query.get("page") ?? "1", 10) - 1 || 0);
    }

    const opened = new Set();
    function drawFacets() {
      const list = panel.querySelector("ul");
      if (!list) return;
      const focused = document.activeElement?.dataset?.facet;
      list.replaceChildren(...facets.map(([key, title]) => {
        const counts = new Map();
        for (const row of all) if (fits(row, key)) for (const value of valuesOf(row, key)) counts.set(value, (counts.get(value) ?? 0) + 1);
        const chosen = state.facets.get(key) ?? new Set();
        for (const value of chosen) if (!counts.has(value)) counts.set(value, 0);
        const sorted = [...counts].sort(([a, n], [b, m]) => m - n || natural.compare(a, b));
        const isOpen = opened.has(key);
        const shown = sorted.filter(([value], index) => isOpen || index < FIRST || chosen.has(value));
        const rows = shown.map(([value, count]) => {
          const box = element("input", { type: "checkbox", "data-facet": `${key}:${value}` });
          box.checked = chosen.has(value);
          box.addEventListener("change", () => choose(key, value, box.checked));
          return element("label", {}, box, element("span", { title: value }, key === "folder" ? shortened(value) : value), element("b", {}, count.toLocaleString("en")));
        });
        const more = sorted.length - shown.length;
        if (more > 0) {
          const button = element("button", { type: "button", class: "more", "data-facet": `${key}:` }, `${more} more`);
          button.addEventListener("click", () => { opened.add(key); drawFacets(); });
          rows.push(button);
        }
        return element("li", {}, element("fieldset", {}, element("legend", {}, title), ...rows));
      }));
      if (focused) [...list.querySelectorAll("[data-facet]")].find((one) => one.dataset.facet === focused)?.focus();
    }

    function choose(key, value, isChosen) {
      const chosen = state.facets.get(key) ?? new Set();
      isChosen ? chosen.add(value) : chosen.delete(value);
      state.facets.set(key, chosen);
      state.page = 0;
      apply();
    }

    function drawChips() {
      const made = [];
      if (state.under) {
        const button = element("button", { type: "button", "aria-label": `Remove the filter In: ${state.under}` }, `In: ${state.under} ×`);
        button.addEventListener("click", () => { [state.under, state.page] = ["", 0]; apply(); text.focus(); });
        made.push(element("li", {}, button));
      }
      for (const [key, title] of facets) {
        for (const value of state.facets.get(key) ?? []) {
          const button = element("button", { type: "button", "aria-label": `Remove the filter ${title}: ${value}` }, `${title}: ${value} ×`);
          button.addEventListener("click", () => { choose(key, value, false); text.focus(); });
          made.push(element("li", {}, button));
        }
      }
      chips.replaceChildren(...made);
    }

    function drawPager(count) {
      const pages = Math.ceil(count / PAGE);
      pager.hidden = pages < 2;
      const go = (page, words, label) => {
        const button = element("button", { type: "button", ...(label ? { "aria-label": label } : {}) }, words);
        if (page === state.page && !label) button.setAttribute("aria-current", "page");
        button.disabled = page < 0 || page >= pages;
        button.addEventListener("click", () => {
          state.page = page;
          apply();
          table.scrollIntoView({ block: "start" });
        });
        return button;
      };
      const near = [...Array(pages).keys()].filter((page) => page === 0 || page === pages - 1 || Math.abs(page - state.page) < 3);
      const buttons = near.flatMap((page, index) => index > 0 && page - near[index - 1] > 1 ? [element("span", {}, "…"), go(page, String(page + 1))] : [go(page, String(page + 1))]);
      pager.replaceChildren(go(state.page - 1, "‹", "Previous page"), ...buttons, go(state.page + 1, "›", "Next page"));
    }

    function apply() {
      const fitting = new Set(all.filter((row) => fits(row)));
      state.page = Math.min(state.page, Math.max(0, Math.ceil(fitting.size / PAGE) - 1));
      let index = 0;
      for (const row of body.rows) {
        const isShown = fitting.has(row) && Math.floor(index / PAGE) === state.page;
        row.hidden = !isShown;
        if (fitting.has(row)) index += 1;
      }
      const [n_fitting, n_all] = [fitting.size, all.length].map((count) => count.toLocaleString("en"));
      status.textContent = fitting.size === 0 ? "Nothing fits these filters" : fitting.size === all.length ? `${n_all} ${noun}` : `${n_fitting} of ${n_all} ${noun}`;
      drawFacets();
      drawChips();
      drawPager(fitting.size);
      remember();
    }

    // The page with the row that the address names; its filters are removed if they hide it.
    function reveal() {
      const id = location.hash.startsWith("#?") ? "" : decodeURIComponent(location.hash.slice(1));
      const row = id === "" ? null : document.getElementById(id)?.closest("tr");
      if (!row || row.parentElement !== body || !row.hidden) return;
      if (!fits(row)) {
        state.facets.clear();
        [state.words, state.under, text.value] = ["", "", ""];
      }
      state.page = Math.floor([...body.rows].filter((one) => fits(one)).indexOf(row) / PAGE);
      const target = location.hash;
      apply();
      // The state of the list must not replace the target.
      history.replaceState(null, "", target);
      row.scrollIntoView();
    }

    form.addEventListener("submit", (event) => event.preventDefault());
    text.addEventListener("input", () => {
      state.words = text.value.trim().toLowerCase();
      state.page = 0;
      apply();
    });
    table.addEventListener("descriptorium:sorted", () => { state.page = 0; apply(); });
    addEventListener("hashchange", () => {
      if (!location.hash.startsWith("#?")) return reveal();
      recall();
      apply();
    });
    recall();
    apply();
    reveal();
  }

  // Heads that sort their columns.
  function sortable(table, body, all) {
    const heads = [...table.tHead.rows[0].cells];
    const order = new Map(all.map((row, index) => [row, index]));
    heads.forEach((head, column) => {
      const words = head.textContent;
      const button = element("button", { type: "button", class: "sort", "data-of-script": "" }, words);
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const before = head.getAttribute("aria-sort");
        const isNumber = ["of-used-by", "of-findings", "of-changed"].some((name) => head.classList.contains(name)) ||
          all.every((row) => /^\d*$/.test(keyOf(row, column)));
        // A third click restores the order of the site.
        const first = isNumber ? "descending" : "ascending";
        const second = isNumber ? "ascending" : "descending";
        const now = before === first ? second : before === second ? null : first;
        for (const other of heads) other.removeAttribute("aria-sort");
        if (now) head.setAttribute("aria-sort", now);
        const sign = now === "descending" ? -1 : 1;
        const rows = [...body.rows].sort((a, b) => now === null
          ? order.get(a) - order.get(b)
          : sign * natural.compare(keyOf(a, column), keyOf(b, column)) || order.get(a) - order.get(b));
        body.append(...rows);
        table.dispatchEvent(new Event("descriptorium:sorted"));
      });
    });
  }

  function start() {
    const places = [...document.querySelectorAll(".list-controls")];
    places.forEach(begin);
    for (const table of document.querySelectorAll("table[data-list]")) {
      if (table.tHead.querySelector(".sort") || table.tBodies[0].rows.length < 2) continue;
      sortable(table, table.tBodies[0], [...table.tBodies[0].rows]);
    }
  }

  start();
  // On a page that follows its folder, the list may be replaced.
  document.addEventListener("descriptorium:followed", () => {
    for (const old of document.querySelectorAll(".side .facets, .pager")) old.remove();
    for (const place of document.querySelectorAll(".list-controls")) place.replaceChildren();
    start();
  });
})();
