// Fills the page's sections from the profile in it.

document.body.append(tip);
addEventListener("keydown", (event) => { if (event.key === "Escape") hideTip(); });
addEventListener("scroll", hideTip, { passive: true });
for (const fill of [phases, primitives, device, framework, tasks, lines, flame, timeline]) {
  const section = document.getElementById(fill.name);
  if (section) fill(section);
}
