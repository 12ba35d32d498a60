// Numbers and elements as the terminal shows them.

const known = (n) => typeof n === "number" && Number.isFinite(n);

/** A time in the unit that suits it, from nanoseconds. */
function time(ns) {
  if (!known(ns)) return "–";
  const size = Math.abs(ns);
  if (size < 999.5) return `${ns.toFixed(0)} ns`;
  if (size < 999950) return `${(ns / 1e3).toFixed(1)} µs`;
  if (size < 999.95e6) return `${(ns / 1e6).toFixed(1)} ms`;
  if (size < 119.95e9) return `${(ns / 1e9).toFixed(2)} s`;
  if (size < 7200e9) return `${(ns / 60e9).toFixed(1)} min`;
  return `${(ns / 3600e9).toFixed(1)} h`;
}

/** A count, short: 950, 1,234, 12.3 k, 1.0 M. */
function count(n) {
  if (!known(n)) return "–";
  const size = Math.abs(n);
  if (size < 9999.5) return grouped(Math.round(n));
  if (size < 999950) return `${(n / 1e3).toFixed(1)} k`;
  if (size < 999.95e6) return `${(n / 1e6).toFixed(1)} M`;
  return `${(n / 1e9).toFixed(1)} G`;
}

/** Bytes: 512 B, 1.5 kB. */
const bytes = (n) => (known(n) ? `${count(n)}${Math.abs(n) < 9999.5 ? " " : ""}B` : "–");

/** A percentage; a small positive one never reads as zero. */
function percent(p) {
  if (!known(p)) return "–";
  if (p > 0 && p < 0.05) return "<0.1 %";
  if (Math.abs(p) < 0.05) return "0.0 %";
  if (p > 999.5) return `${grouped(Math.round(p))} %`;
  return `${p.toFixed(1)} %`;
}

/** A number with commas: 1,234,567. */
const grouped = (n) => n.toLocaleString("en-US");

/** `1 task`, `2 tasks`, `12,345 tasks`. */
const counted = (n, noun) => `${grouped(n)} ${noun}${n === 1 ? "" : "s"}`;

/** An element with a class, and text or children. Text is never read as markup. */
function make(tag, kind, ...inside) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.append(...inside);
  return element;
}

/** A colour from the style sheet, for canvases. */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const tip = make("div");
tip.id = "tip";
tip.hidden = true;
tip.setAttribute("role", "tooltip");

/** Shows a tooltip with a heading and lines beside a point of the window. */
function showTip(x, y, heading, lines) {
  tip.replaceChildren(make("b", "", heading), "\n" + lines.filter(Boolean).join("\n"));
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = x + 14 + box.width > innerWidth ? x - 14 - box.width : x + 14;
  const top = y + 14 + box.height > innerHeight ? y - 14 - box.height : y + 14;
  tip.style.left = `${Math.max(4, left)}px`;
  tip.style.top = `${Math.max(4, top)}px`;
}

const hideTip = () => { tip.hidden = true; };

/** A canvas at device resolution, redrawn when its width or the colours change. */
function plot(label, height, draw) {
  const canvas = make("canvas", "plot");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
  canvas.style.height = `${height}px`;
  const redraw = () => {
    const width = canvas.clientWidth;
    if (width === 0) return;
    const scale = devicePixelRatio || 1;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    context.font = "12px system-ui, sans-serif";
    draw(context, width, height);
  };
  new ResizeObserver(redraw).observe(canvas);
  // The observer fires with the first frame, which may come late when printing.
  addEventListener("load", redraw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  return { canvas, redraw };
}
