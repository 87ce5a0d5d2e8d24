// Zooms and pans diagrams: with buttons, Ctrl + scroll, two fingers, dragging and keys. Without this script, a diagram
// can be scrolled, is fitted to the page or has its actual size, and is also available as a file.

(() => {
  "use strict";

  const [LEAST, MOST, STEP] = [0.1, 4, 1.25];
  const KEYS = { "+": "in", "=": "in", "-": "out", 0: "fit", 1: "actual", f: "whole", F: "whole" };

  // The content may be replaced at any time (see live.js), so elements are looked up for each action.
  function at(target) {
    const figure = target instanceof Element ? target.closest("figure.diagram") : null;
    const view = figure?.querySelector(".view");
    const svg = view?.querySelector("svg");
    return svg ? { figure, view, svg } : null;
  }

  const scaleOf = ({ svg }) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;

  // Zooms while keeping a point of the window, or the center of the view, in place.
  function zoom(diagram, scale, point) {
    const { figure, view, svg } = diagram;
    const size = svg.viewBox.baseVal;
    const before = svg.getBoundingClientRect();
    const frame = view.getBoundingClientRect();
    const [x, y] = point ?? [frame.left + view.clientWidth / 2, frame.top + view.clientHeight / 2];
    const to = Math.min(MOST, Math.max(Math.min(LEAST, scaleOf(diagram)), scale));
    const [across, down] = [(x - before.left) / before.width, (y - before.top) / before.height];
    // Keeps the height of the view, so that nothing below it moves.
    if (!figure.classList.contains("zoomed")) view.style.height = `${Math.max(frame.height, 240)}px`;
    figure.classList.add("zoomed");
    Object.assign(svg.style, { width: `${size.width * to}px`, height: `${size.height * to}px`, maxWidth: "none", zoom: "1" });
    const after = svg.getBoundingClientRect();
    view.scrollBy(after.left + across * after.width - x, after.top + down * after.height - y);
    figure.dataset.scale = to.toFixed(2);
  }

  function fit({ figure, view, svg }) {
    figure.classList.remove("zoomed");
    view.style.height = "";
    Object.assign(svg.style, { width: "", height: "", maxWidth: "100%", zoom: "1" });
    figure.dataset.scale = "fit";
  }

  function act(diagram, what) {
    if (what === "fit") fit(diagram);
    else if (what === "actual") zoom(diagram, 1);
    else if (what === "whole") document.fullscreenElement ? document.exitFullscreen() : diagram.figure.requestFullscreen?.();
    else zoom(diagram, scaleOf(diagram) * (what === "in" ? STEP : 1 / STEP));
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button[data-zoom]");
    const diagram = button && at(button);
    if (diagram) act(diagram, button.dataset.zoom);
  });

  // A click on an overview, but not on one of its links, opens and closes it as large as the screen.
  document.addEventListener("click", (event) => {
    const diagram = event.target.closest?.(".overview .view") ? at(event.target) : null;
    if (diagram && !event.target.closest("a") && !event.defaultPrevented) act(diagram, "whole");
  });

  document.addEventListener("keydown", (event) => {
    const diagram = at(event.target);
    const what = KEYS[event.key];
    if (!diagram || !what || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(diagram, what);
  });

  // The wheel alone scrolls the page. A pinch on a touchpad arrives as a wheel event with Ctrl.
  const listen = { passive: false };
  document.addEventListener("wheel", (event) => {
    const diagram = event.ctrlKey || event.metaKey ? at(event.target) : null;
    if (!diagram?.view.contains(event.target)) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const turned = Math.max(-100, Math.min(100, event.deltaY * lines));
    zoom(diagram, scaleOf(diagram) * Math.exp(-turned / 250), [event.clientX, event.clientY]);
  }, listen);

  // The distance and the midpoint of two fingers.
  let pinch = null;
  const fingers = ({ touches: [one, two] }) => ({
    apart: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) || 1,
    middle: [(one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2],
  });
  document.addEventListener("touchstart", (event) => {
    const diagram = event.touches.length === 2 ? at(event.target) : null;
    pinch = diagram?.view.contains(event.target) ? { diagram, ...fingers(event) } : null;
  }, { passive: true });
  document.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const { apart, middle } = fingers(event);
    pinch.diagram.view.scrollBy(pinch.middle[0] - middle[0], pinch.middle[1] - middle[1]);
    zoom(pinch.diagram, scaleOf(pinch.diagram) * (apart / pinch.apart), middle);
    Object.assign(pinch, { apart, middle });
  }, listen);

  // Panning with the mouse; touch devices scroll by themselves. A drag must not end as a click.
  let drag = null;
  document.addEventListener("pointerdown", (event) => {
    const diagram = event.pointerType === "mouse" && event.button === 0 ? at(event.target) : null;
    const view = diagram?.view.contains(event.target) ? diagram.view : null;
    const overflows = view && (view.scrollWidth > view.clientWidth || view.scrollHeight > view.clientHeight);
    drag = overflows ? { view, x: event.clientX, y: event.clientY, moved: false } : null;
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || event.buttons === 0) return;
    const [across, down] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(across, down) < 4) return;
    drag.view.scrollBy(-across, -down);
    Object.assign(drag, { x: event.clientX, y: event.clientY, moved: true });
  });
  document.addEventListener("dragstart", (event) => {
    if (drag?.view.contains(event.target)) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    // The keyboard also triggers clicks, without a pointer.
    if (drag?.moved && event.detail > 0 && drag.view.contains(event.target)) event.preventDefault();
    drag = null;
  }, true);

  // The sides on which the diagram extends beyond its view.
  function markHiddenSides(view) {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = view;
    const sides = { left: scrollLeft, right: scrollWidth - clientWidth - scrollLeft, top: scrollTop, bottom: scrollHeight - clientHeight - scrollTop };
    view.dataset.more = Object.keys(sides).filter((side) => sides[side] > 2).join(" ");
  }
  const resized = new ResizeObserver((entries) => {
    for (const { target } of entries) markHiddenSides(target.closest(".view"));
  });
  function observe() {
    resized.disconnect();
    for (const view of document.querySelectorAll("figure.diagram .view")) {
      resized.observe(view);
      view.querySelectorAll("svg").forEach((svg) => resized.observe(svg));
    }
  }
  document.addEventListener("scroll", (event) => {
    if (event.target instanceof Element && event.target.matches("figure.diagram .view")) markHiddenSides(event.target);
  }, { capture: true, passive: true });
  observe();
  // A script has drawn a diagram.
  document.addEventListener("descriptorium:drawn", observe);

  // On a page that follows its folder, the zoom survives updates, even if the size of the diagram changes.
  document.addEventListener("descriptorium:followed", () => {
    for (const figure of document.querySelectorAll("figure.diagram.zoomed")) {
      const [svg, scale] = [figure.querySelector(".view svg"), Number(figure.dataset.scale)];
      const size = svg?.viewBox.baseVal;
      if (size && scale > 0) Object.assign(svg.style, { width: `${size.width * scale}px`, height: `${size.height * scale}px` });
    }
    observe();
  });

  document.documentElement.classList.add("zooms-diagrams");
})();
