// The flame graph: outermost frames on top; a click zooms in, a click on an enclosing frame zooms out.

const LEVEL = 20;
/** Frames narrower than this share of the width, in percent, are not drawn. */
const NARROWEST = 0.08;
/** The most levels drawn. */
const DEEPEST = 120;

function flameTree() {
  const root = { name: "all", own: 0, total: 0, count: 0, depth: 0, children: new Map(), parent: null };
  const categories = new Set(profile.framework.map((category) => category.name));
  for (const { frames, ns, count } of profile.stacks) {
    let node = root;
    node.total += ns;
    for (const name of frames) {
      let child = node.children.get(name);
      if (!child) {
        const frame = node.frame || (node.depth === 1 && categories.has(name));
        child = { name, own: 0, total: 0, count: 0, depth: node.depth + 1, children: new Map(), parent: node, frame };
        node.children.set(name, child);
      }
      node = child;
      node.total += ns;
    }
    node.own += ns;
    node.count += count;
  }
  return root;
}

/** A shade that depends on the name only. */
function shade(name) {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + letter.codePointAt(0)) >>> 0;
  return `${24 + (hash % 29)}%`;
}

function flame(section) {
  const root = flameTree();
  if (root.total === 0) return nothing(section, "No time was measured.");
  const box = make("div", "flame");
  const about = make("span", "soft");
  const out = make("button", "plain", "whole");
  out.type = "button";
  let zoomed = root;
  let words = "";

  const tell = (node) => [
    `${time(node.total)}, ${percent(100 * node.total / root.total)} of all`,
    `own time ${time(node.own)}${node.count ? `, ${count(node.count)} ×` : ""}`,
    node.depth > 1 ? `in ${path(node.parent)}` : "",
  ];

  function path(node) {
    const names = [];
    for (; node && node.parent; node = node.parent) names.unshift(node.name);
    return names.length > 6 ? [...names.slice(0, 2), "…", ...names.slice(-3)].join(" › ") : names.join(" › ");
  }

  function part(node, left, width, around) {
    const button = make("button", "", node.name);
    button.type = "button";
    const kinds = button.classList;
    if (around) kinds.add("around");
    if (node.frame || node.depth < 2) kinds.add("frame");
    if (width < 1.8) kinds.add("narrow");
    if (words && node.name.toLowerCase().includes(words)) kinds.add("found");
    button.style.cssText = `left:${left}%;width:${width}%;top:${node.depth * LEVEL}px;--shade:${shade(node.name)}`;
    button.setAttribute("aria-label", `${node.name}, ${time(node.total)}, ${percent(100 * node.total / root.total)}`);
    button.addEventListener("click", () => { zoomed = node; hideTip(); draw(); });
    button.addEventListener("mousemove", (event) => showTip(event.clientX, event.clientY, node.name, tell(node)));
    button.addEventListener("mouseleave", hideTip);
    button.addEventListener("focus", () => {
      const place = button.getBoundingClientRect();
      if (button.matches(":focus-visible")) showTip(place.left, place.bottom, node.name, tell(node));
    });
    button.addEventListener("blur", hideTip);
    return button;
  }

  function draw() {
    const parts = [];
    for (let node = zoomed.parent; node; node = node.parent) parts.unshift(part(node, 0, 100, true));
    let deepest = zoomed.depth;
    const open = [[zoomed, 0, 100]];
    while (open.length) {
      const [node, left, width] = open.pop();
      parts.push(part(node, left, width, false));
      deepest = Math.max(deepest, node.depth);
      if (node.depth - zoomed.depth >= DEEPEST) continue;
      let start = left;
      const children = [...node.children.values()].sort((a, b) => b.total - a.total);
      for (const child of children) {
        const part = (width * child.total) / node.total;
        if (part < NARROWEST) break;
        open.push([child, start, part]);
        start += part;
      }
    }
    box.style.height = `${(deepest + 1) * LEVEL}px`;
    box.replaceChildren(...parts);
    out.disabled = zoomed === root;
    about.textContent = words
      ? `${percent((100 * foundIn(root)) / root.total)} in frames named like “${words}”`
      : zoomed === root ? "click to zoom in" : path(zoomed);
  }

  /** Time in frames whose names contain the words, none counted twice. */
  function foundIn(top) {
    let sum = 0;
    const open = [top];
    while (open.length) {
      const node = open.pop();
      if (node.name.toLowerCase().includes(words)) sum += node.total;
      else open.push(...node.children.values());
    }
    return sum;
  }

  out.addEventListener("click", () => { zoomed = root; draw(); });
  const tools = searchBox("find in the flame graph", (text) => { words = text; draw(); });
  tools.append(out, about);
  section.append(tools, box);
  draw();
}
