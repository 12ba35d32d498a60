// Put into the head of a page under test: notes what goes wrong, uses the page as a reader would, and
// leaves what it saw in an element of its own.

const outcome = { errors: [] };
for (const kind of ["error", "unhandledrejection", "securitypolicyviolation"]) {
  addEventListener(kind, (event) => outcome.errors.push(`${kind}: ${event.message || event.reason || event.blockedURI}`), true);
}
for (const kind of ["error", "warn"]) {
  console[kind] = (...words) => outcome.errors.push(`console.${kind}: ${words.join(" ")}`);
}

const firsts = (id) => [...document.querySelectorAll(`#${id} tbody tr`)].map((row) => row.cells[0].textContent);

function click(id, name) {
  const heading = [...document.querySelectorAll(`#${id} thead th`)].find((th) => th.textContent === name);
  const button = heading.querySelector("button");
  button.focus();
  const focused = document.activeElement === button;
  button.click();
  return { focused, sort: heading.getAttribute("aria-sort"), arrow: getComputedStyle(button, "::after").content, rows: firsts(id) };
}

function look() {
  outcome.heading = document.querySelector("h1").textContent;
  outcome.hostile = typeof hostile !== "undefined";
  outcome.dark = matchMedia("(prefers-color-scheme: dark)").matches;
  outcome.background = getComputedStyle(document.body).backgroundColor;
  outcome.wide = document.documentElement.scrollWidth > innerWidth;
  outcome.cut_off = [...document.querySelectorAll(".scroll")].filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.getAttribute("aria-label"));
  outcome.rows = {};
  for (const id of ["phases", "primitives", "framework", "tasks"]) outcome.rows[id] = firsts(id).length;
  outcome.device = document.getElementById("device") && { words: document.getElementById("device").textContent, rows: firsts("device") };
  // Pictures that have at least one pixel.
  outcome.pictures = [...document.querySelectorAll("canvas")].filter((canvas) =>
    canvas.width > 0 && canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0)).length;
  if (outcome.rows.tasks > 0) {
    outcome.by_calls = click("tasks", "calls");
    outcome.by_calls_again = click("tasks", "calls");
    outcome.by_name = click("tasks", "task");
    const more = [...document.querySelectorAll("#tasks button")].find((button) => button.textContent.startsWith("show "));
    if (more) more.click();
    outcome.more = firsts("tasks").length;
  }
  const [scatter, timeline] = document.querySelectorAll("canvas");
  if (scatter && timeline) {
    outcome.on_scatter = pointed(scatter, "mousemove");
    outcome.on_timeline = pointed(timeline, "pointermove");
    for (const button of document.querySelectorAll("#timeline button")) button.click();
    for (const radio of document.querySelectorAll("#tasks input[type=radio]")) radio.click();
  }
  const parts = () => [...document.querySelectorAll(".flame button")];
  outcome.flame = parts().map((part) => part.textContent);
  if (parts().length > 0) {
    const part = parts().find((part) => part.textContent === "objects");
    if (part) part.dispatchEvent(new MouseEvent("mousemove", { clientX: 20, clientY: 20 }));
    outcome.tip = document.getElementById("tip").textContent;
    if (part) part.click();
    outcome.zoomed = parts().map((part) => [part.textContent, part.style.width]);
  }
}

/** What the tooltip says where the pointer first meets something on a picture. */
function pointed(canvas, kind) {
  const box = canvas.getBoundingClientRect();
  const tip = document.getElementById("tip");
  tip.hidden = true;
  for (let y = 2; y < box.height; y += 6) {
    for (let x = 2; x < box.width; x += 6) {
      canvas.dispatchEvent(new PointerEvent(kind, { clientX: box.left + x, clientY: box.top + y }));
      if (!tip.hidden) return tip.textContent;
    }
  }
  return "";
}

addEventListener("load", () => setTimeout(() => {
  try { look(); } catch (error) { outcome.errors.push(String(error)); }
  const element = document.createElement("pre");
  element.id = "outcome";
  element.textContent = JSON.stringify(outcome);
  document.body.replaceChildren(element);
}, 200));
