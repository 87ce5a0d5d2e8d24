// A page that is served from a folder follows what becomes of it: the page is asked for again from time to time, and
// when it is another, its text is put in the place of the old one. Where one reads stays where it is.

(() => {
  "use strict";

  const REST = 1200;
  let etag = null;

  function replace(next, selector) {
    const [old, fresh] = [document.querySelector(selector), next.querySelector(selector)];
    if (old && fresh) old.replaceWith(document.adoptNode(fresh));
    else if (old) old.remove();
    return Boolean(old) === Boolean(fresh);
  }

  function follow(text) {
    const next = new DOMParser().parseFromString(text, "text/html");
    const selectors = [".notice", ".top nav", ".breadcrumbs", "main", ".contents", ".foot"];
    const place = [scrollX, scrollY];
    document.title = next.title;
    const all = selectors.map((selector) => replace(next, selector));
    // Something is new that has no place on this page yet.
    if (all.includes(false)) return location.reload();
    scrollTo(...place);
    document.dispatchEvent(new CustomEvent("descriptorium:followed"));
  }

  async function look() {
    if (document.visibilityState === "visible" && !document.querySelector("dialog[open]")) {
      try {
        const answer = await fetch(location.pathname + location.search, { cache: "no-cache" });
        const now = answer.headers.get("etag");
        if (answer.ok && etag !== null && now !== null && now !== etag) follow(await answer.text());
        if (answer.ok && now !== null) {
          etag = now;
          document.documentElement.dataset.follows = "";
        }
      } catch {
        // The server is gone; it may come back.
      }
    }
    setTimeout(look, REST);
  }
  look();
})();
