// Loads the modeller. The page's policy allows no inline script, so this is a separate file. It is no module, because
// browsers refuse modules of a page that was opened from a local file, and this script has to report that.

// The languages of the interface, with the texts that are needed before its own words (src/words.rs) are loaded. The
// language is the one in the address (`?lang=de`), or the one that was chosen before, or the preferred one of the browser.
const WORDS = {
  en: { loading: "Loading the modeller …", failed: "The modeller could not start", disk: "Browsers cannot run the modeller from a local file. Open this site from a web server, or run `descriptorium serve` with the folder of the descriptors." },
  de: { loading: "Der Modeller wird geladen …", failed: "Der Modeller konnte nicht gestartet werden", disk: "Browser können den Modeller nicht aus einer lokalen Datei ausführen. Diese Seite über einen Webserver öffnen oder `descriptorium serve` mit dem Ordner der Descriptoren starten." },
};
const preferred = [new URLSearchParams(location.search).get("lang"), chosen(), ...navigator.languages];
const language = preferred.map((tag) => (tag ?? "").split("-")[0].toLowerCase()).find((tag) => Object.hasOwn(WORDS, tag)) ?? "en";
document.documentElement.lang = language;
document.getElementById("boot").textContent = WORDS[language].loading;

function chosen() {
  try {
    return localStorage.getItem("descriptorium.language");
  } catch {
    // The browser may refuse storage.
    return null;
  }
}

/** Starts the modeller, whose files are next to the script at `here`. */
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
  // The service worker lets the modeller start without a network from the second visit on. Browsers refuse it in a
  // sandboxed frame, and without a secure connection except on localhost. Everything else works without it.
  try {
    await navigator.serviceWorker?.register(new URL("../worker.js", here));
  } catch {
    // It is optional.
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
