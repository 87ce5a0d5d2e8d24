// Loads the modeller. A file of its own, because the page's policy allows no inline script.
try {
  const { default: start } = await import("./editor.js");
  await start();
  document.getElementById("boot").remove();
} catch (error) {
  console.error(error);
  document.getElementById("boot")?.remove();
  const notice = document.createElement("p");
  notice.className = "boot-failure";
  notice.setAttribute("role", "alert");
  notice.textContent = `The modeller could not start: ${error.message}`;
  document.body.append(notice);
}

// From the second visit on it needs no network, where the browser allows that: not in a sandboxed frame, and over a
// plain connection on this machine only. All else works without.
try {
  await navigator.serviceWorker?.register(new URL("../worker.js", import.meta.url));
} catch {
  // Nobody misses it while there is a network.
}
