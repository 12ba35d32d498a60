// The tables: phases, primitives, device, framework, tasks.

const numberOf = (name, key, show, hint) => ({ name, value: (row) => row[key], show, kind: "number", hint });
const shareOf = (name, key, hint) => ({ name, value: (row) => row[key], show: percent, kind: "share", hint });
const textOf = (name, key, kind, hint) => ({ name, value: (row) => row[key] || "", kind, hint });
const nothing = (section, words) => section.append(make("p", "soft", words));

function phases(section) {
  if (!profile.phases.length) return nothing(section, "No phase was measured.");
  const by = (row, unit) => row.growth.find((growth) => growth.by === unit) || {};
  const fit = (name, key, show, hint) => ({
    name, value: (row) => by(row, "tasks")[key], show, kind: "number", hint,
  });
  const exponent = (n) => (known(n) ? `n^${n.toFixed(1)}` : "–");
  sortingTable(section, {
    label: "phases",
    rows: profile.phases,
    columns: [
      textOf("phase", "name"),
      numberOf("time", "ns", time, "wall time"),
      shareOf("share", "percent", "of the wall time of all phases"),
      { name: "rate", value: (row) => row.rate, show: (n, row) => (n > 0 ? `${count(n)} ${row.unit}/s` : "–"), kind: "number" },
      fit("fixed", "fixed_ns", time, "time without tasks, by the fit"),
      fit("per task", "each_ns", time, "time added by one task, by the fit"),
      fit("power", "exponent", exponent, "exponent: 0 is constant, 1 linear, 2 quadratic in tasks"),
      fit("error", "error_percent", (p) => (known(p) ? `± ${percent(p)}` : "–"), "of the fit"),
      {
        name: "growth",
        value: (row) => row.growth.map((growth) => growth.words).join("; ") || "too few sizes measured",
        kind: "words",
      },
    ],
  });
  generatorTable(section);
  scaleTable(section);
  for (const { words } of profile.projections) {
    section.append(make("p", "", `${words}.`));
  }
  if (profile.budget) {
    const runs = profile.budget.runs.map(([tasks, n]) => `${counted(n, "run")} of ${counted(tasks, "task")}`);
    section.append(make("p", "", `${runs.join(" or ")} fit in ${time(profile.budget.ns)}.`));
  }
}

/** The way of programs into a batt. */
function generatorTable(section) {
  if (!profile.generator.length) return;
  section.append(make("h3", "", "Card in parts"));
  sortingTable(section, {
    label: "card in parts",
    rows: profile.generator,
    columns: [
      textOf("part", "name"),
      numberOf("time", "ns", time, "of all threads"),
      numberOf("count", "count", count),
      numberOf("each", "each_ns", time, "mean time of one"),
    ],
  });
}

/** Phases and total at several sizes, now and with the assumptions of `--what-if`. */
function scaleTable(section) {
  if (!profile.scale) return;
  const { rows, what_if, budget_ns } = profile.scale;
  const lines = rows.flatMap((row) => [
    { ...row, name: "total", percent: 100 },
    ...row.phases.map((phase) => ({ ...phase, tasks: row.tasks, is_measured: row.is_measured })),
  ]);
  const about = (ns, row) => (row.is_measured ? time(ns) : `~${time(ns)}`);
  const runs = (n) => (known(n) ? count(n) : "–");
  const columns = [
    numberOf("tasks", "tasks", count, "profiled, or projected (~)"),
    textOf("phase", "name"),
    numberOf("time", "ns", about),
    shareOf("share", "percent", "of the whole at this size"),
  ];
  if (what_if.length) {
    columns.push(numberOf("what if", "what_if_ns", (ns) => `~${time(ns)}`, what_if.join(", ")));
    columns.push(numberOf("saved", "saved_ns", (ns) => (ns ? `~${time(ns)}` : "–")));
  }
  if (budget_ns) {
    columns.push(numberOf("runs", "runs", runs, `in ${time(budget_ns)}`));
    if (what_if.length) columns.push(numberOf("runs what if", "what_if_runs", runs, what_if.join(", ")));
  }
  section.append(make("h3", "", "Scale"));
  sortingTable(section, { label: "scale", rows: lines, columns });
}

function primitives(section) {
  const rows = profile.primitives;
  if (!rows.length) return nothing(section, "No primitive was called.");
  const error = (p) => (p === 0 ? "exact" : `± ${percent(p)}`);
  const rank = { HIGH: 3, MEDIUM: 2, LOW: 1 };
  sortingTable(section, {
    label: "primitives",
    rows,
    sortBy: "self",
    find: [(row) => row.name],
    columns: [
      textOf("primitive", "name"),
      numberOf("calls", "calls", (n, row) => (row.calls_estimated ? `~${count(n)}` : count(n)), "~ if estimated"),
      numberOf("self", "self_ns", time, "without callees"),
      shareOf("share", "percent", "own time, of the busy time of all threads"),
      numberOf("sampling", "error_percent", error, "sampling error of the own time"),
      numberOf("total", "total_ns", time, "callees included"),
      numberOf("mean", "mean_ns", time),
      numberOf("p50", "p50_ns", time, "median call"),
      numberOf("p99", "p99_ns", time, "99th percentile of calls"),
      numberOf("longest", "max_ns", time, "the longest node"),
      numberOf("in tasks", "top_tasks", count, "tasks in which its nodes are among the five primitives that take most time"),
      numberOf("failed", "failures", count),
      numberOf("cells", "cells", count, "touched"),
      numberOf("memory", "bytes", bytes, "left in the arena"),
      shareOf("merged", "merged_percent", "calls saved because an equal one was made"),
      numberOf("batch", "batch", count, "mean number of calls ready at once"),
      { name: "GPU", value: (row) => rank[row.gpu_priority] || 0, show: (_, row) => row.gpu_priority || "–", kind: "number" },
      ...(profile.device ? [numberOf("on GPU", "device_calls", count, "calls on a GPU; the other columns are of the CPU")] : []),
      {
        name: "longest node",
        value: (row) => (row.max_task ? `${row.max_task}: ${row.max_node}` : row.max_node || ""),
        kind: "code",
        hint: "the task and the node of the longest call",
      },
    ],
  });
  if (profile.gpu) section.append(make("p", "note", `GPU: ${profile.gpu.words}.`));
  const reasons = rows.filter((row) => row.gpu_reason);
  const pays = reasons.filter((row) => row.gpu_priority);
  if (reasons.length && !pays.length) section.append(make("p", "note", "GPU: no primitive would be faster there."));
  for (const row of reasons.slice(0, 12)) {
    section.append(make("p", "note", `GPU ${row.gpu_priority || "none"}: ${row.gpu_reason}.`));
  }
}

function device(section) {
  const rows = profile.device.primitives;
  if (!rows.length) return nothing(section, "GPU clocks were not counted.");
  sortingTable(section, {
    label: "primitives on GPUs",
    rows,
    sortBy: "time",
    find: [(row) => row.name],
    columns: [
      textOf("primitive", "name"),
      numberOf("calls", "calls", count),
      numberOf("time", "ns", time, "its share of the kernel time, callees included"),
      shareOf("share", "percent", "of the clocks of all primitives"),
      numberOf("clocks per call", "clocks_per_call", count),
    ],
  });
}

function framework(section) {
  const rows = profile.framework;
  if (!rows.length) return nothing(section, "No framework work was measured.");
  const parts = (_, row) => row.top.filter((part) => part.ns > 0).map((part) =>
    make("div", "", part.name, make("span", "", `${time(part.ns)}, ${count(part.count)} × ${time(part.each_ns)}`)));
  sortingTable(section, {
    label: "framework",
    rows,
    sortBy: "time",
    dim: (row) => row.ns === 0,
    columns: [
      textOf("category", "name"),
      numberOf("time", "ns", time, "of all threads"),
      shareOf("share", "percent", "of the busy time of all threads"),
      numberOf("count", "count", count),
      numberOf("each", "each_ns", time, "mean time of one"),
      { name: "slowest parts", value: (row) => (row.top[0] || {}).name || "", show: parts, kind: "lines" },
    ],
  });
}

function lines(section) {
  const rows = profile.lines;
  if (!rows.length) return nothing(section, "No line of a solver is known.");
  const sharing = ({ shared_with: names, sharing: count }) => {
    const all = Math.max(count, names.length);
    return all > 3 ? counted(all, "other solver") : names.join(", ");
  };
  sortingTable(section, {
    label: "lines",
    rows,
    sortBy: "total",
    find: [(row) => row.solver, (row) => row.code],
    dim: (row) => row.calls === 0,
    columns: [
      textOf("place", "place"),
      ...(rows.some((row) => row.place !== row.solver) ? [textOf("solver", "solver")] : []),
      textOf("line", "code", "words"),
      numberOf("calls", "calls", count, "computed on all samples"),
      numberOf("~ self", "self_ns", time, "without callees and framework, estimated"),
      numberOf("total", "total_ns", time, "callees and framework included"),
      shareOf("share", "percent", "of the busy time of all threads"),
      { name: "shared with", value: (row) => sharing(row), kind: "words" },
    ],
  });
}

function tasks(section) {
  const { rows, total_ns, without_outliers_ns, p50_ns, p90_ns, p99_ns, max_ns } = profile.tasks;
  if (!rows.length) return nothing(section, "There were no tasks.");
  const outliers = rows.filter((row) => row.outlier);
  const without = outliers.length ? `, ${time(without_outliers_ns)} without ${counted(outliers.length, "outlier")}` : "";
  const spread = rows.length === 1 ? `It took ${time(total_ns)}.` : `Median ${time(p50_ns)}, p90 ${time(p90_ns)}, p99 ${time(p99_ns)}, `
    + `longest ${time(max_ns)}; total ${time(total_ns)}${without}.`;
  section.append(make("p", "", spread));
  for (const row of outliers.slice(0, 7)) {
    section.append(make("p", "note", make("b", "", `Outlier ${row.id}`), `: ${row.outlier.words}.`));
  }
  if (outliers.length > 7) section.append(make("p", "note", `… and ${counted(outliers.length - 7, "more outlier")}: search for “outlier” below.`));
  const unsolved = rows.filter((row) => row.unsolved);
  for (const row of unsolved.slice(0, 12)) {
    section.append(make("p", "note", make("b", "", `Unsolved ${row.id}`), `: ${row.unsolved.words}.`));
  }
  if (unsolved.length > 12) section.append(make("p", "note", `… and ${counted(unsolved.length - 12, "more unsolved task")}: search for “unsolved” below.`));
  // A plot of two points adds nothing to the table.
  if (rows.length > 2) scatter(section, rows);
  sortingTable(section, {
    label: "tasks",
    rows,
    sortBy: "time",
    find: [(row) => row.id, (row) => (row.outlier ? `outlier ${row.outlier.words}` : ""), (row) => (row.unsolved ? `unsolved ${row.unsolved.words}` : "")],
    columns: [
      textOf("task", "id"),
      numberOf("time", "ns", time, "on threads: planning, running, scoring"),
      shareOf("share", "percent", "of the time of all tasks"),
      numberOf("batt", "batt_ns", time),
      numberOf("score", "score_ns", time),
      numberOf("samples", "samples", count),
      numberOf("cells", "cells", count, "of all its grids"),
      numberOf("candidates", "candidates", count),
      numberOf("calls", "evaluations", count, "computed"),
      { name: "fits", value: (row) => (row.fits ? "yes" : "no") },
      numberOf("heaviest", "heaviest_ns", time, "time of the slowest node"),
      textOf("heaviest node", "heaviest", "code"),
      { name: "reason for outlier", value: (row) => (row.outlier ? row.outlier.words : ""), kind: "words" },
    ].slice(0, outliers.length ? undefined : -1),
  });
}
