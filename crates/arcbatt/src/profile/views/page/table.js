// A table that sorts by a click on a heading, shows the first rows and filters by words.

/** Rows shown at first, and rows that a click adds. */
const ROWS = 20;
const MORE = 1000;

/**
 * Puts a table into a section. A column has a `name`, a `value` of a row (what it sorts by), and
 * optionally `show` (value and row to text or element), `kind` (`number`, `share`, `code`, `words`,
 * `lines`), `hint`. A column without a `kind` that shows text sorts by the alphabet.
 */
function sortingTable(section, { label, columns, rows, sortBy, find, dim }) {
  const numeric = (column) => column.kind === "number" || column.kind === "share";
  let [by, down] = [columns.findIndex((column) => column.name === sortBy), true];
  let shown = ROWS;
  let words = "";

  const body = make("tbody");
  const more = make("button", "plain");
  const note = make("span", "soft");
  const headings = columns.map((column, k) => {
    const button = make("button", "", column.name);
    button.type = "button";
    if (column.hint) button.title = column.hint;
    button.addEventListener("click", () => {
      down = by === k ? !down : numeric(column);
      by = k;
      draw();
    });
    const heading = make("th", numeric(column) ? "number" : "", button);
    heading.scope = "col";
    return heading;
  });

  function compare(a, b) {
    const [one, other] = [columns[by].value(a), columns[by].value(b)];
    if (!numeric(columns[by])) return String(one).localeCompare(String(other), "en", { numeric: true });
    // Unknown values sort below all others.
    return (known(one) ? one : -Infinity) - (known(other) ? other : -Infinity) || 0;
  }

  /** The largest share of a column, drawn as a full bar. */
  const mosts = new Map();
  function most(column) {
    if (!mosts.has(column)) mosts.set(column, rows.reduce((high, row) => Math.max(high, column.value(row) || 0), 1e-9));
    return mosts.get(column);
  }

  function cell(column, row, first) {
    const value = column.value(row);
    const shownAs = column.show ? column.show(value, row) : String(value);
    const kind = column.kind === "share" ? "number share" : column.kind || "";
    const element = make(first ? "th" : "td", kind, ...[shownAs].flat());
    if (first) element.scope = "row";
    if (column.kind === "share") element.style.setProperty("--part", String(Math.max(0, value || 0) / most(column)));
    if ((first || column.kind === "code") && typeof shownAs === "string") element.title = shownAs;
    return element;
  }

  function draw() {
    const wanted = words
      ? rows.filter((row) => find.some((of) => String(of(row)).toLowerCase().includes(words)))
      : rows.slice();
    if (by >= 0) wanted.sort((a, b) => (down ? compare(b, a) : compare(a, b)));
    body.replaceChildren(...wanted.slice(0, shown).map((row) => {
      const line = make("tr", dim && dim(row) ? "none" : "");
      line.append(...columns.map((column, k) => cell(column, row, k === 0)));
      return line;
    }));
    headings.forEach((heading, k) => {
      heading.setAttribute("aria-sort", k === by ? (down ? "descending" : "ascending") : "none");
    });
    const left = Math.max(0, wanted.length - shown);
    more.hidden = left === 0;
    more.textContent = `show ${left > MORE ? MORE : left} more`;
    note.textContent = left ? `${shown} of ${wanted.length} shown` : words ? `${wanted.length} found` : "";
  }

  more.type = "button";
  more.addEventListener("click", () => { shown += MORE; draw(); });
  const table = make("table", "", make("thead", "", make("tr", "", ...headings)), body);
  const scroll = make("div", "scroll", table);
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", label);
  if (find && rows.length > 10) section.append(searchBox(`find in ${label}`, (text) => { words = text; draw(); }));
  section.append(scroll);
  if (rows.length > ROWS) section.append(make("div", "tools", more, note));
  draw();
}

/** A search field; reports its text in lower case. */
function searchBox(label, tell) {
  const input = make("input");
  input.type = "search";
  input.placeholder = label;
  input.setAttribute("aria-label", label);
  input.addEventListener("input", () => tell(input.value.trim().toLowerCase()));
  return make("div", "tools", input);
}
