// The timeline: one lane per thread, gaps are idle; drag over a range to zoom into it.

const LANE = 24;
const AXIS = 26;
const NAME = 96;
const PHASES = ["load", "card", "batt", "score", "store", "report", "profiler"];

function timeline(section) {
  const threads = profile.threads;
  const ends = threads.map(({ spans }) => (spans.length ? spans[spans.length - 1][1] : 0));
  const end = ends.reduce((a, b) => Math.max(a, b), profile.account.wall_ns);
  if (!threads.some(({ spans }) => spans.length) || end === 0) return nothing(section, "No thread did any work.");
  let view = [0, end];
  let drag = null;
  let lit = -1;

  const phaseColour = (phase) => colour(`--phase-${PHASES.includes(phase) ? phase : "report"}`);
  const { canvas, redraw } = plot("Timeline of each thread", AXIS + threads.length * LANE, draw);
  const toX = (ns, width) => NAME + ((ns - view[0]) / (view[1] - view[0])) * (width - NAME);
  const toTime = (x) => view[0] + ((x - NAME) / (canvas.clientWidth - NAME)) * (view[1] - view[0]);

  /** Index of the first span that ends after a time; spans are in order. */
  function after(spans, ns) {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle][1] > ns) high = middle; else low = middle + 1;
    }
    return low;
  }

  function draw(context, width, height) {
    const [text, line, soft, idle, mark] = ["--text", "--line", "--soft", "--idle", "--caution"].map(colour);
    const colours = profile.phase_names.map(phaseColour);
    axis(context, width, height, soft, line);
    threads.forEach(({ name, spans }, k) => {
      const top = AXIS + k * LANE + 3;
      context.fillStyle = text;
      context.textBaseline = "middle";
      context.textAlign = "left";
      context.fillText(name, 0, top + (LANE - 6) / 2, NAME - 8);
      context.fillStyle = idle;
      context.fillRect(NAME, top, width - NAME, LANE - 6);
      let drawn = NAME;
      for (let i = after(spans, view[0]); i < spans.length && spans[i][0] < view[1]; i++) {
        const [start, stop, phase, task] = spans[i];
        const left = Math.max(drawn, toX(start, width));
        const right = Math.min(width, Math.max(toX(stop, width), left));
        const is = task >= 0 && task === lit;
        // Spans narrower than a third of a pixel are drawn only if highlighted.
        if (right - left < 0.3 && !is) continue;
        context.fillStyle = is ? mark : colours[phase];
        context.fillRect(left, top, Math.max(right - left - (right - left > 4 ? 0.5 : 0), 0.6), LANE - 6);
        drawn = right;
      }
    });
    if (drag) {
      const [from, to] = [Math.min(...drag), Math.max(...drag)];
      context.fillStyle = colour("--tint");
      context.fillRect(from, AXIS, to - from, height - AXIS);
    }
  }

  function axis(context, width, height, soft, line) {
    const about = (view[1] - view[0]) / Math.max(2, (width - NAME) / 130);
    const power = 10 ** Math.floor(Math.log10(about));
    const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= about) || about;
    context.textBaseline = "top";
    for (let at = Math.ceil(view[0] / step) * step; at <= view[1]; at += step) {
      const x = toX(at, width);
      context.fillStyle = line;
      context.fillRect(x, AXIS - 6, 1, height - AXIS + 6);
      context.fillStyle = soft;
      context.textAlign = x > width - 40 ? "right" : "center";
      context.fillText(time(at), x, 2);
    }
  }

  function zoom(from, to) {
    const least = Math.min(100, end);
    const length = Math.min(end, Math.max(least, to - from));
    const start = Math.min(Math.max(0, (from + to - length) / 2), end - length);
    view = [start, start + length];
    redraw();
  }
  const zoomBy = (factor, middle = (view[0] + view[1]) / 2) =>
    zoom(middle - (middle - view[0]) * factor, middle + (view[1] - middle) * factor);
  const move = (part) => {
    const by = part * (view[1] - view[0]);
    const clipped = Math.min(Math.max(by, -view[0]), end - view[1]);
    zoom(view[0] + clipped, view[1] + clipped);
  };

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [Math.max(NAME, event.clientX - box.left), event.clientY - box.top];
  };
  canvas.addEventListener("pointerdown", (event) => {
    const [x] = place(event);
    drag = [x, x];
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = place(event);
    if (drag) { drag[1] = x; redraw(); return; }
    const thread = threads[Math.floor((y - AXIS) / LANE)];
    const ns = toTime(x);
    const span = thread && thread.spans[after(thread.spans, ns)];
    const on = span && span[0] <= ns ? span : null;
    light(on ? on[3] : -1);
    if (!on) return hideTip();
    const [start, stop, phase, task] = on;
    showTip(event.clientX, event.clientY, `${profile.phase_names[phase]} ${profile.task_names[task] || ""}`,
      [`${time(stop - start)}, from ${time(start)}`, thread.name]);
  });
  canvas.addEventListener("pointerup", () => {
    const [from, to] = drag ? [Math.min(...drag), Math.max(...drag)] : [0, 0];
    drag = null;
    if (to - from > 4) zoom(toTime(from), toTime(to)); else redraw();
  });
  canvas.addEventListener("pointercancel", () => { drag = null; redraw(); });
  canvas.addEventListener("pointerleave", () => { hideTip(); light(-1); });
  canvas.addEventListener("dblclick", () => zoom(0, end));
  canvas.tabIndex = 0;
  canvas.addEventListener("keydown", (event) => {
    const does = {
      "+": () => zoomBy(0.5), "=": () => zoomBy(0.5), "-": () => zoomBy(2), 0: () => zoom(0, end),
      ArrowLeft: () => move(-0.25), ArrowRight: () => move(0.25),
    }[event.key];
    if (does && !event.ctrlKey && !event.metaKey) { event.preventDefault(); does(); }
  });

  function light(task) {
    if (task !== lit) { lit = task; redraw(); }
  }

  const button = (name, label, does) => {
    const made = make("button", "plain", name);
    made.type = "button";
    made.setAttribute("aria-label", label);
    made.addEventListener("click", does);
    return made;
  };
  const legend = make("div", "legend");
  for (const phase of profile.phase_names) {
    const swatch = make("i");
    swatch.style.background = `var(--phase-${PHASES.includes(phase) ? phase : "report"})`;
    legend.append(make("span", "", swatch, phase));
  }
  const swatch = make("i", "idle");
  legend.append(make("span", "", swatch, "idle"));
  section.append(
    make("div", "tools", button("−", "zoom out", () => zoomBy(2)), button("+", "zoom in", () => zoomBy(0.5)),
      button("◀", "earlier", () => move(-0.5)), button("▶", "later", () => move(0.5)),
      button("whole", "whole time", () => zoom(0, end)), legend),
    make("div", "timeline-box", canvas),
  );
  if (profile.spans_joined) section.append(make("p", "note", "Short adjacent spans are joined here; the JSON has all of them."));
}
