// Updates a served page when its folder changes: the page is fetched from time to time, and differences are patched
// into the document, node by node. This preserves the scroll position, open sections, zoomed diagrams, the focus and
// form fields.

(() => {
  "use strict";

  const REST = 1200;
  // Elements that can be recognized after an update, to keep the scroll position.
  const BLOCKS = "main :is(h1, h2, h3, h4, p, li, tr, dt, dd, figure, summary, .line)";
  // Attributes that are set by the user's actions and never occur in the HTML of a page.
  const OF_READERS = new Set(["open", "style", "data-scale", "data-more"]);
  let etag = null;
  let there = null;

  // Elements that scripts added and maintain.
  const isOfScript = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-of-script");

  const textOf = (node) => `${node.nodeName} ${node.textContent}`;
  const kindOf = (node) => `${node.nodeName} ${node.className ?? ""}`;
  function idOf(node) {
    if (node.nodeType !== Node.ELEMENT_NODE) return null;
    return node.id || node.querySelector("[id]")?.id || node.querySelector("summary")?.textContent || null;
  }

  // Matches each node of `fresh` with a node of `old`, or null: first the common prefix and suffix, then unique texts
  // and ids, then the kind of node, in order.
  function partners(old, fresh) {
    const found = fresh.map(() => null);
    const shorter = Math.min(old.length, fresh.length);
    let start = 0;
    while (start < shorter && textOf(old[start]) === textOf(fresh[start])) {
      found[start] = old[start];
      start += 1;
    }
    let end = 0;
    while (end < shorter - start && textOf(old[old.length - 1 - end]) === textOf(fresh[fresh.length - 1 - end])) {
      end += 1;
      found[fresh.length - end] = old[old.length - end];
    }
    let rest = old.slice(start, old.length - end);
    let open = [...fresh.keys()].slice(start, fresh.length - end);
    const byKey = (nodes, key) => Map.groupBy(nodes.filter((node) => key(node) !== null), key);
    for (const [key, isOnce] of [[textOf, true], [idOf, true], [kindOf, false]]) {
      const left = byKey(rest.filter((node) => !(key === kindOf && isOfScript(node))), key);
      const asking = byKey(open.map((at) => fresh[at]), key);
      for (const at of open) {
        const candidates = left.get(key(fresh[at])) ?? [];
        const isTold = !isOnce || (candidates.length === 1 && asking.get(key(fresh[at])).length === 1);
        if (candidates.length > 0 && isTold) found[at] = candidates.shift();
      }
      const taken = new Set(found);
      rest = rest.filter((node) => !taken.has(node));
      open = open.filter((at) => found[at] === null);
    }
    return found;
  }

  // Patches `old` to equal `fresh` with minimal changes.
  function renew(old, fresh) {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    if (isOfScript(old) || old.isEqualNode(fresh)) return;
    const isZoomed = old.classList.contains("zoomed");
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !OF_READERS.has(name)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (isZoomed) old.classList.add("zoomed");
    const children = [...fresh.childNodes];
    const before = [...old.childNodes];
    const found = partners(before, children);
    const kept = new Set(found);
    for (const node of before) if (!kept.has(node) && !isOfScript(node)) node.remove();
    let next = old.firstChild;
    children.forEach((child, at) => {
      const partner = found[at];
      if (partner !== null && partner === next) next = next.nextSibling;
      else old.insertBefore(partner ?? document.importNode(child, true), next);
      if (partner !== null) renew(partner, child);
    });
  }

  // The first visible block below the bars, and its position.
  function seen() {
    if (scrollY === 0) return [];
    // Targets of links stay 16 pixels clear of the bars.
    const edge = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) - 16 || 0;
    const places = [...document.querySelectorAll(BLOCKS)].map((node) => ({ node, area: node.getBoundingClientRect() }));
    const inView = places.filter(({ area }) => area.height > 0 && area.bottom > edge && area.top < innerHeight);
    const [whole, begun] = [true, false].map((is) => inView.filter(({ area }) => (area.top >= edge) === is));
    return [...whole, ...begun.reverse()];
  }

  function stay(places) {
    const place = places.find(({ node }) => node.isConnected && node.getClientRects().length > 0);
    if (place) scrollBy({ top: place.node.getBoundingClientRect().top - place.area.top, behavior: "instant" });
  }

  const loaded = (page) => [...page.head.querySelectorAll("script[src], link[rel=stylesheet]")].map((one) =>
    one.getAttribute(one.localName === "script" ? "src" : "href"));

  function follow(text) {
    const next = new DOMParser().parseFromString(text, "text/html");
    const known = loaded(document);
    // A full reload is needed for scripts or styles that this page has not loaded, as for its first diagram.
    if (loaded(next).some((one) => !known.includes(one))) return location.reload();
    const places = seen();
    const root = document.documentElement.style;
    root.overflowAnchor = "none"; // Scroll anchoring of the browser would interfere.
    document.title = next.title;
    renew(document.body, next.body);
    document.dispatchEvent(new CustomEvent("descriptorium:followed"));
    stay(places);
    root.overflowAnchor = "";
  }

  // The address that the program prints has a one-time ticket. Its key is what the modeller needs to save.
  async function takeTicket(address) {
    const ticket = /^#ticket=([0-9a-f]{32})(?![0-9a-f])/.exec(location.hash)?.[1];
    if (!ticket) return;
    history.replaceState(history.state, "", address);
    try {
      const answer = await fetch("/api/session", { method: "POST", headers: { "X-Descriptorium-Ticket": ticket } });
      const folder = answer.headers.get("X-Descriptorium-Folder");
      if (answer.ok) localStorage.setItem(`descriptorium.key.${folder}`, (await answer.json()).key);
    } catch {
      // The modeller reports that it cannot save.
    }
  }
  takeTicket(location.pathname + location.search);
  addEventListener("hashchange", ({ oldURL }) => takeTicket(oldURL));

  async function look() {
    if (document.visibilityState === "visible" && !document.querySelector("dialog[open]")) {
      try {
        const answer = await fetch(location.pathname + location.search, { cache: "no-cache" });
        const now = answer.headers.get("etag");
        // A deleted page shows the "not found" page, and appears again when it is restored.
        if (answer.ok || answer.status === 404) {
          if (there !== null && there !== answer.ok) return location.reload();
          there = answer.ok;
          document.documentElement.dataset.follows = "";
        }
        if (answer.ok && etag !== null && now !== null && now !== etag) follow(await answer.text());
        if (answer.ok && now !== null) etag = now;
      } catch {
        // The server does not respond; it may be restarted.
      }
    }
    setTimeout(look, REST);
  }
  look();
})();
