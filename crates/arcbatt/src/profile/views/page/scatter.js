// A scatter plot of tasks: time against calls, cells or candidates, on logarithmic axes.

const MARGIN = { left: 74, right: 20, top: 12, bottom: 42 };
/** The most names in the plot. */
const NAMED = 14;

function scatter(section, rows) {
  const kinds = [
    ["evaluations", "calls computed"], ["cells", "cells of all grids"], ["candidates", "candidates"],
  ];
  let [key, words] = kinds[0];
  let points = [];
  const outliers = rows.filter((row) => row.outlier);
  const { canvas, redraw } = plot("Tasks: calls, cells or candidates against time", 380, draw);

  /** The logarithmic range of values; zero is drawn at the lower edge. */
  function range(values) {
    const logs = values.filter((value) => value > 0).map(Math.log10);
    if (!logs.length) return [0, 1];
    let low = Infinity;
    let high = -Infinity;
    for (const log of logs) { low = Math.min(low, log); high = Math.max(high, log); }
    const margin = Math.max(0.08 * (high - low), 0.15);
    return [low - margin, high + margin];
  }

  /** Tick marks: powers of ten, with steps between them on short axes. */
  function marks([low, high]) {
    const factors = high - low < 1.6 ? [1, 2, 3, 5, 7] : high - low < 3 ? [1, 2, 5] : [1];
    const all = [];
    for (let power = Math.floor(low); power <= high; power++) {
      for (const factor of factors) all.push(factor * 10 ** power);
    }
    return all.filter((value) => Math.log10(value) >= low && Math.log10(value) <= high);
  }

  function draw(context, width, height) {
    const [text, soft, line, accent, danger] = ["--text", "--soft", "--line", "--accent", "--danger"].map(colour);
    const [across, up] = [range(rows.map((row) => row[key])), range(rows.map((row) => row.ns))];
    const place = (value, [low, high], from, to) =>
      from + ((value > 0 ? Math.min(Math.max(Math.log10(value), low), high) - low : 0) / (high - low)) * (to - from);
    const toX = (value) => place(value, across, MARGIN.left, width - MARGIN.right);
    const toY = (value) => place(value, up, height - MARGIN.bottom, MARGIN.top);

    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const value of marks(up)) {
      context.fillStyle = line;
      context.fillRect(MARGIN.left, toY(value), width - MARGIN.left - MARGIN.right, 1);
      context.fillStyle = soft;
      context.fillText(time(value).replace(/\.0+ /, " "), MARGIN.left - 8, toY(value));
    }
    context.textAlign = "center";
    for (const value of marks(across).filter((value) => value >= 1)) {
      context.fillStyle = line;
      context.fillRect(toX(value), MARGIN.top, 1, height - MARGIN.top - MARGIN.bottom);
      context.fillStyle = soft;
      context.fillText(count(value).replace(/\.0 /, " "), toX(value), height - MARGIN.bottom + 12);
    }
    context.fillText(words, (MARGIN.left + width - MARGIN.right) / 2, height - 9);

    points = rows.map((row) => ({ row, x: toX(row[key]), y: toY(row.ns) }));
    context.globalAlpha = rows.length > 2000 ? 0.3 : 0.6;
    context.fillStyle = accent;
    for (const { row, x, y } of points) if (!row.outlier) dot(context, x, y, rows.length > 2000 ? 2.5 : 3.5);
    context.globalAlpha = 1;
    context.fillStyle = danger;
    const special = points.filter(({ row }) => row.outlier);
    for (const { x, y } of special) dot(context, x, y, 4.5);
    names(context, special, width, text);
  }

  function dot(context, x, y, radius) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }

  /** Labels the slowest outliers, skipping labels that would overlap. */
  function names(context, special, width, text) {
    const taken = [];
    context.fillStyle = text;
    context.textAlign = "left";
    for (const { row, x, y } of special.slice().sort((a, b) => b.row.ns - a.row.ns).slice(0, NAMED)) {
      const name = row.id.length > 26 ? `${row.id.slice(0, 25)}…` : row.id;
      const long = context.measureText(name).width;
      const left = x + 9 + long > width ? x - 9 - long : x + 9;
      const box = [left, y - 7, left + long, y + 7];
      const free = taken.every((other) => box[0] > other[2] || box[2] < other[0] || box[1] > other[3] || box[3] < other[1]);
      if (!free) continue;
      taken.push(box);
      context.fillText(name, left, y);
    }
  }

  canvas.addEventListener("mousemove", (event) => {
    const box = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    let [near, best] = [null, 14 ** 2];
    for (const point of points) {
      const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (distance <= best) [near, best] = [point, distance];
    }
    if (!near) return hideTip();
    const { row } = near;
    showTip(event.clientX, event.clientY, row.id, [
      `${time(row.ns)}, ${percent(row.percent)} of the time of all tasks`,
      `${count(row.evaluations)} calls, ${count(row.cells)} cells, ${count(row.candidates)} candidates`,
      row.fits ? "fits" : "does not fit",
      row.outlier ? `outlier: ${row.outlier.words}` : "",
    ]);
  });
  canvas.addEventListener("mouseleave", hideTip);

  const tools = make("div", "tools", "time against");
  for (const [name, label] of kinds) {
    const radio = make("input");
    radio.type = "radio";
    radio.name = "across";
    radio.checked = name === key;
    radio.addEventListener("change", () => { [key, words] = [name, label]; redraw(); });
    tools.append(make("label", "", radio, label));
  }
  const legend = make("span", "soft", outliers.length ? `red: ${counted(outliers.length, "outlier")}` : "no outliers");
  tools.append(legend);
  section.append(tools, canvas);
}
