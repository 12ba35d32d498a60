/** What the page shows. Components read these signals; the functions in actions.ts change them. */
import { computed, signal } from '@preact/signals';
import type { Grid, Language, LineTotal, ListedTask, RunResult, Status, Task } from './engine/types.ts';

export const language = signal<Language | null>(null);

/** The tasks to choose from: those that come with arcbatt, then those of files. */
export const embeddedTasks = signal<ListedTask[]>([]);
export const openedTasks = signal<ListedTask[]>([]);

/** The task with this id; one of a file before a built-in one. */
export const taskOf = (id: string | undefined): ListedTask | undefined =>
  openedTasks.value.find((task) => task.id === id) ?? embeddedTasks.value.find((task) => task.id === id);

export const task = signal<ListedTask | null>(null);

/** The text of the editor. */
export const source = signal('');

/** The result of the last run, and the task that it belongs to. */
export const result = signal<{ task: Task; run: RunResult } | null>(null);

/** Why there is no result: the program was stopped, or the engine failed. */
export const failure = signal<string | null>(null);

/** Whether the expected outputs of the tests are shown and compared. */
export const showsAnswers = signal(false);

/** An input that the user draws, as one more column. */
export const ownInput = signal<Grid | null>(null);

/** The line of the text that has the cursor. */
export const cursorLine = signal(0);

/** The calls and the time of every line, if they were asked for. */
export const times = signal<LineTotal[] | null>(null);

/** The part of the page that is shown. */
export const view = signal<'playground' | 'runs'>('playground');

/** A short message at the lower edge. */
export const message = signal<string | null>(null);

/** The task that is run: without the answers while they are hidden, with the drawn input. */
export const runTask = computed<Task | null>(() => {
  const current = task.value;
  if (current === null) {
    return null;
  }
  const test = current.test.map((pair) => (showsAnswers.value ? pair : { input: pair.input, output: null }));
  if (ownInput.value !== null) {
    test.push({ input: ownInput.value, output: null });
  }
  return { id: current.id, train: current.train, test };
});

export interface Column {
  label: string;
  input: Grid;
  expected: Grid | null;
  kind: 'train' | 'test' | 'own';
}

/** The columns of the table: a pair each. */
export const columns = computed<Column[]>(() => {
  const current = runTask.value;
  if (current === null) {
    return [];
  }
  const train = current.train.map(
    (pair, at): Column => ({
      label: `train ${at + 1}`,
      input: pair.input,
      expected: pair.output,
      kind: 'train',
    }),
  );
  const own = ownInput.value === null ? current.test.length : current.test.length - 1;
  const test = current.test.map(
    (pair, at): Column => ({
      label: at === own ? 'yours' : `test ${at + 1}`,
      input: pair.input,
      expected: pair.output,
      kind: at === own ? 'own' : 'test',
    }),
  );
  return [...train, ...test];
});

/** How each pair ended; nothing for a program that is not complete. */
export const statuses = computed<(Status | null)[]>(() => {
  const run = result.value?.run;
  return columns.value.map((_, at) =>
    run === undefined || run.is_beginning ? null : (run.pairs[at]?.status ?? null),
  );
});

/** The result in one sentence. */
export const summary = computed(() => {
  const run = result.value?.run;
  if (failure.value !== null) {
    return failure.value;
  }
  if (run === undefined) {
    return '';
  }
  const errors = run.problems.filter((problem) => problem.is_error).length;
  if (run.is_beginning) {
    const shown = run.lines.length > 0 ? '; the lines above it are shown' : '';
    return errors === 0 ? 'No program yet' : `${errors === 1 ? '1 error' : `${errors} errors`}${shown}`;
  }
  const count = (kind: Column['kind']) => {
    const of = columns.value.flatMap((column, at) => (column.kind === kind ? [statuses.value[at]] : []));
    return [of.filter((status) => status === 'ok').length, of.length] as const;
  };
  const [fit, train] = count('train');
  const [right, tests] = count('test');
  const fits = `${fit} of ${train} ${train === 1 ? 'demonstration' : 'demonstrations'} right`;
  if (!showsAnswers.value) {
    return fit === train ? `Fits: ${fits}` : fits;
  }
  const solved = fit === train && right === tests;
  return `${solved ? 'Solved: ' : ''}${fits}, ${right} of ${tests} ${tests === 1 ? 'test' : 'tests'}`;
});
