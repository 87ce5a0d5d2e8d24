// The scripts of every page of a site: the switch between light and dark, the current section in the table of contents,
// menus that close again, buttons that copy code, and whole addresses in snippets for other pages. Without this script, pages follow the color scheme of the system and
// are complete.

(() => {
  "use strict";

  const root = document.documentElement;
  const KEY = "descriptorium:site:theme";
  const THEMES = ["system", "light", "dark"];

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  // Storage may be blocked.
  function stored() {
    try {
      const theme = localStorage.getItem(KEY);
      return THEMES.includes(theme) ? theme : "system";
    } catch {
      return "system";
    }
  }

  function store(theme) {
    try {
      theme === "system" ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, theme);
    } catch {
      // The choice then holds for this page only.
    }
  }

  function show(theme) {
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
  }

  // Before anything is painted.
  show(stored());
  root.classList.add("scripted");

  function addThemeSwitch() {
    const bar = document.querySelector(".top");
    if (!bar) return;
    let theme = stored();
    const icon = element("span", { "aria-hidden": "true" });
    const button = element("button", { type: "button", class: "theme", "data-of-script": "" }, icon);
    const name = () => {
      button.dataset.now = theme;
      const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      button.setAttribute("aria-label", `Color scheme: ${theme}`);
      button.title = `Color scheme: ${theme}. Click for ${next}`;
    };
    button.addEventListener("click", () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      store(theme);
      show(theme);
      name();
    });
    addEventListener("storage", ({ key }) => {
      if (key !== KEY && key !== null) return;
      theme = stored();
      show(theme);
      name();
    });
    name();
    bar.append(button);
  }

  // The entry of the section that is being read.
  function followSections() {
    const entries = () => [...document.querySelectorAll(".contents a[href^='#']")].flatMap((link) => {
      const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      return target ? [{ link, target }] : [];
    });
    let isAsked = false;
    function mark() {
      isAsked = false;
      const all = entries();
      if (all.length === 0) return;
      const edge = Number.parseFloat(getComputedStyle(root).scrollPaddingTop) + 8;
      const isAtEnd = scrollY > 0 && innerHeight + scrollY >= root.scrollHeight - 2;
      const passed = all.filter(({ target }) => target.getBoundingClientRect().top <= edge);
      const current = isAtEnd ? all.at(-1) : passed.at(-1);
      for (const { link } of all) {
        if (link === current?.link) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    }
    const ask = () => {
      if (!isAsked) requestAnimationFrame(mark);
      isAsked = true;
    };
    addEventListener("scroll", ask, { passive: true });
    addEventListener("resize", ask, { passive: true });
    document.addEventListener("descriptorium:followed", ask);
    ask();
  }

  // A menu closes when an entry is chosen, on a click elsewhere and with Escape.
  function closeMenus() {
    const open = () => [...document.querySelectorAll("details:is(.fold, .choice)[open]")];
    document.addEventListener("click", ({ target }) => {
      // A branch of the tree opens inside of its menu.
      if (target.closest?.(".kinds li summary")) return;
      for (const menu of open()) if (!menu.contains(target)) menu.open = false;
    });
    document.addEventListener("keydown", ({ key, target }) => {
      if (key !== "Escape") return;
      for (const menu of open()) {
        const isInside = menu.parentElement?.contains(target);
        menu.open = false;
        if (isInside) menu.querySelector("summary").focus();
      }
    });
  }

  // Another version opens at the section that is being read.
  function keepSection() {
    document.addEventListener("click", ({ target }) => {
      const link = target.closest?.(".versions a");
      if (!link || link.closest(".all")) return;
      const current = document.querySelector(".contents a[aria-current]");
      link.hash = current?.hash ?? location.hash;
    });
    // So does an address that leads to another one.
    const refresh = document.querySelector("meta[http-equiv=refresh]");
    const to = refresh?.content.match(/url=(.*)$/)?.[1];
    if (to && location.hash) location.replace(to + location.hash);
  }

  function addCopyButtons() {
    for (const code of document.querySelectorAll("main pre > code")) {
      const block = code.parentElement;
      if (block.querySelector(":scope > .copy")) continue;
      const button = element("button", { type: "button", class: "copy", "data-of-script": "" }, "Copy");
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(code.textContent);
          button.textContent = "Copied";
        } catch {
          // Browsers may refuse the clipboard on local files: the text is then selected, to be copied with the keyboard.
          getSelection()?.selectAllChildren(code);
          button.textContent = "Selected";
        }
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
      });
      block.prepend(button);
    }
  }

  // The snippets for other pages get whole addresses, if this page has one that others can use.
  function completeAddresses() {
    const section = document.querySelector(".embed");
    const note = section?.querySelector(".relative");
    if (!note || !/^https?:$/.test(location.protocol)) return;
    const root = new URL(section.dataset.root || ".", location.href);
    for (const address of section.querySelectorAll(".address")) address.textContent = new URL(address.textContent, root).href;
    note.remove();
  }

  function begin() {
    addThemeSwitch();
    followSections();
    closeMenus();
    keepSection();
    completeAddresses();
    addCopyButtons();
    document.addEventListener("descriptorium:followed", addCopyButtons);
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
