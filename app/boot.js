// Loads the modeller. A file of its own, because the page's policy allows no inline script; and no module, because a
// browser runs none of a page that was opened from a disk, which is to be said.

// The languages of the interface, by what is said before its own words (src/words.rs) are there. The page is in the one
// that its address asks for (`?lang=de`), or that was chosen the last time, or that the browser prefers.
const WORDS = {
  en: { loading: "Loading the modeller …", failed: "The modeller could not start", disk: "Browsers do not run the modeller from a disk. Open this site from a web server, or serve the folder of its descriptors with `descriptorium serve`." },
  de: { loading: "Der Modeller wird geladen …", failed: "Der Modeller ließ sich nicht starten", disk: "Browser führen den Modeller nicht von einem Datenträger aus. Diese Seiten über einen Webserver öffnen, oder den Ordner der Deskriptoren mit `descriptorium serve` bereitstellen." },
};
const wishes = [new URLSearchParams(location.search).get("lang"), chosen(), ...navigator.languages];
const language = wishes.map((tag) => (tag ?? "").split("-")[0].toLowerCase()).find((tag) => Object.hasOwn(WORDS, tag)) ?? "en";
document.documentElement.lang = language;
document.getElementById("boot").textContent = WORDS[language].loading;

function chosen() {
  try {
    return localStorage.getItem("descriptorium.language");
  } catch {
    // Storage may be refused to us; then nothing was chosen.
    return null;
  }
}

/** Starts the modeller, whose files lie beside the one at `here`. */
async function start(here) {
  if (location.protocol === "file:") return fail(WORDS[language].disk);
  try {
    const { default: run } = await import(new URL("editor.js", here));
    await run();
    document.getElementById("boot").remove();
  } catch (error) {
    console.error(error);
    fail(`${WORDS[language].failed}: ${error.message}`);
  }
  // From the second visit on it needs no network, where the browser allows that: not in a sandboxed frame, and over a
  // plain connection on this machine only. All else works without.
  try {
    await navigator.serviceWorker?.register(new URL("../worker.js", here));
  } catch {
    // Nobody misses it while there is a network.
  }
}

function fail(why) {
  document.getElementById("boot")?.remove();
  const notice = document.createElement("p");
  notice.className = "boot-failure";
  notice.setAttribute("role", "alert");
  notice.textContent = why;
  document.body.append(notice);
}

start(document.currentScript.src);
