/** What the engine answers, as crates/arcbatt-wasm writes it. */

/** A grid: a string of digits per row. */
export type Grid = string[];

export interface Pair {
  input: Grid;
  output: Grid | null;
}

export interface Task {
  id: string;
  train: Pair[];
  test: Pair[];
}

/** A task of the list; those that come with arcbatt have a rule and a solver. */
export interface ListedTask extends Task {
  theme?: string;
  rule?: string;
  solver?: string;
}

export interface Picture {
  height: number;
  width: number;
  /** A character per cell: a digit, `.` for no cell, `#` for a cell without colour, `?` for a mark. */
  cells: string;
  marks?: number[];
  wrong?: number[];
  size: string;
  notes?: string[];
}

export type Item = Picture | { text: string };

export const isPicture = (item: Item): item is Picture => 'cells' in item;

export interface Problem {
  line: number;
  column: number;
  message: string;
  is_error: boolean;
  suggestion: string | null;
}

export interface Line {
  line: number;
  name: string;
  code: string;
  type: string;
}

export interface Step {
  items: Item[];
  kind?: string;
  failed?: boolean;
}

export type Status = 'ok' | 'wrong' | 'fail' | 'limit' | 'unknown';

export interface PairRun {
  status: Status;
  note: string;
  steps: Step[];
  output: Item[];
}

export interface RunResult {
  problems: Problem[];
  program: string | null;
  names: string[];
  is_beginning: boolean;
  lines: Line[];
  pairs: PairRun[];
}

export interface Primitive {
  name: string;
  family: string;
  signatures: string[];
  parameters: string[];
  doc: string;
  example: string;
}

export interface Constant {
  name: string;
  value: string;
  role: string;
}

export interface Language {
  primitives: Primitive[];
  constants: Constant[];
  palette: string[];
}

export interface ExampleRow {
  label: string;
  items: Item[];
}

export interface LineTotal {
  calls: number;
  nanoseconds: number;
}

export interface Found {
  source: string;
  matched: number;
  lines: number;
  outputs: (Grid | null)[];
}

export interface SearchResult {
  found: Found[];
  evaluations: number;
  programs: number;
  seconds: number;
}

export interface RunRequest {
  source: string;
  task: Task;
  milliseconds: number;
}

/** The calls of the engine: their arguments and answers. */
export interface Calls {
  language: { arguments: []; answer: Language };
  embedded_tasks: { arguments: []; answer: ListedTask[] };
  example: { arguments: [name: string]; answer: ExampleRow[] };
  read_tasks: { arguments: [name: string, text: string]; answer: { tasks: Task[]; skipped: string[] } };
  run: { arguments: [request: RunRequest]; answer: RunResult };
  times: { arguments: [request: RunRequest]; answer: LineTotal[] };
  search: { arguments: [request: { task: Task; seconds: number }]; answer: SearchResult };
  svg: { arguments: [request: RunRequest & { pair: number }]; answer: string };
  png: { arguments: [request: RunRequest & { pair: number }]; answer: Uint8Array<ArrayBuffer> };
}

export type Call = keyof Calls;
