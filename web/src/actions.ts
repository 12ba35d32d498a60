/** Runs the program whenever it or the task changes, and what else buttons do. */
import { batch, effect } from '@preact/signals';
import { Engine, Interrupted } from './engine/client.ts';
import type { Calls, ListedTask, RunRequest } from './engine/types.ts';
import { palette } from './grid/palette.ts';
import { fetchText, server, watchLive } from './server/server.ts';
import { readShared, sharedLink } from './share.ts';
import * as state from './state.ts';
import { remember, remembered } from './storage.ts';

/** The longest time of a program on all pairs, and of one run, in milliseconds. */
const RUN_LIMIT = 4_000;
const PAIR_LIMIT = 2_000;
const SHORT_CALL = 10_000;

const engine = new Engine();

export const FIRST_TASK = 'gravity_down';

export const emptyProgram = 'def solve(I):\n    return I\n';

/** Starts the engine, and opens the shared task, the last one, or the first. */
export async function start(): Promise<void> {
  const shared = readShared(location.hash).catch(() => 'damaged' as const);
  const [language, tasks] = await Promise.all([
    engine.call('language', [], { limit: SHORT_CALL }),
    engine.call('embedded_tasks', [], { limit: SHORT_CALL }),
  ]);
  batch(() => {
    palette.value = language.palette;
    state.language.value = language;
    state.embeddedTasks.value = tasks;
  });
  if (server !== null) {
    watchLive();
    const text = await fetchText('/api/tasks');
    const read = await engine.call('read_tasks', ['tasks.json', text], { limit: 60_000 });
    const embedded = new Map(tasks.map((task) => [task.id, JSON.stringify(task.train)]));
    // Built-in tasks are in the list already.
    state.openedTasks.value = read.tasks.filter(
      (task) => embedded.get(task.id) !== JSON.stringify(task.train),
    );
  }
  let opened: { task: ListedTask; source?: string } | null = null;
  const link = await shared;
  if (link === 'damaged') {
    say('The link is damaged, so another task is shown.');
  } else if (link !== null) {
    const task = typeof link.task === 'string' ? state.taskOf(link.task) : link.task;
    opened = task === undefined ? null : { task, source: link.source };
  }
  if (opened === null) {
    const task = state.taskOf(remembered('task')) ?? state.taskOf(FIRST_TASK) ?? tasks[0];
    opened = task === undefined ? null : { task };
  }
  if (opened !== null) {
    const isNew = opened.source === undefined && remembered(`program ${opened.task.id}`) === undefined;
    openTask(opened.task, opened.source ?? (isNew ? opened.task.solver : undefined));
  }
  effect(rerun);
  effect(() => remember(`program ${state.task.value?.id}`, state.source.value));
}

/** Shows a task, with the program that was last written for it. */
export function openTask(task: ListedTask, source?: string): void {
  batch(() => {
    state.task.value = task;
    state.showsAnswers.value = false;
    state.ownInput.value = null;
    state.times.value = null;
    state.source.value = source ?? remembered(`program ${task.id}`) ?? emptyProgram;
  });
  remember('task', task.id);
}

/** Opens a task of the list in the playground, with a program if there is one. */
export function openInPlayground(id: string, program: string | null): void {
  const task = state.taskOf(id);
  if (task !== undefined) {
    openTask(task, program ?? undefined);
    state.view.value = 'playground';
  }
}

let isRunning = false;
let isStale = false;

/** Runs the program; while one run goes on, only the last change is kept. */
function rerun(): void {
  const request = runRequest();
  if (request === null) {
    return;
  }
  if (isRunning) {
    isStale = true;
    return;
  }
  isRunning = true;
  isStale = false;
  const started = performance.now();
  engine
    .call('run', [request], { limit: RUN_LIMIT })
    .then((run) => {
      batch(() => {
        state.result.value = { task: request.task, run };
        state.failure.value = null;
        state.times.value = null;
      });
      measureRedraw(started);
    })
    .catch((error: unknown) => {
      batch(() => {
        state.failure.value =
          error instanceof Interrupted
            ? `The program was ${error.message}`
            : `Error: ${(error as Error).message}`;
        state.result.value = null;
      });
    })
    .finally(() => {
      isRunning = false;
      if (isStale) {
        rerun();
      }
    });
}

/** Keeps the time from a change until it is shown, for the tests of speed. */
function measureRedraw(started: number): void {
  // Rendering is queued as a microtask; a message comes after all of them.
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    performance.clearMeasures('redraw');
    performance.measure('redraw', { start: started });
    channel.port1.close();
  };
  channel.port2.postMessage(null);
}

function runRequest(): RunRequest | null {
  const task = state.runTask.value;
  const source = state.source.value;
  return task === null ? null : { source, task, milliseconds: PAIR_LIMIT };
}

export function exampleOf(name: string): Promise<Calls['example']['answer']> {
  return engine.call('example', [name], { limit: SHORT_CALL });
}

/** Measures every line on all pairs. */
export async function measure(): Promise<void> {
  const request = runRequest();
  if (request === null) {
    return;
  }
  try {
    state.times.value = await engine.call('times', [request], { limit: SHORT_CALL });
  } catch (error) {
    say((error as Error).message);
  }
}

/** Opens the tasks of a file that was dropped or chosen. */
export async function openFile(file: File): Promise<void> {
  try {
    const read = await engine.call('read_tasks', [file.name, await file.text()], { limit: 30_000 });
    const ids = new Set(read.tasks.map((task) => task.id));
    state.openedTasks.value = [...read.tasks, ...state.openedTasks.value.filter((task) => !ids.has(task.id))];
    const first = read.tasks[0];
    if (first !== undefined) {
      openTask(first);
    }
    const count = read.tasks.length === 1 ? '1 task' : `${read.tasks.length.toLocaleString('en')} tasks`;
    const skipped =
      read.skipped[0] === undefined ? '' : `; ${read.skipped.length} skipped: ${read.skipped[0]}`;
    say(`${count} in ${file.name}${skipped}`);
  } catch (error) {
    say((error as Error).message);
  }
}

/** Copies a link with the program and the task. */
export async function share(): Promise<void> {
  const task = state.task.value;
  if (task === null) {
    return;
  }
  const isEmbedded = state.embeddedTasks.value.includes(task);
  const link = await sharedLink(isEmbedded ? task.id : task, state.source.value);
  history.replaceState(null, '', link);
  try {
    await navigator.clipboard.writeText(location.href);
    say('Copied a link to this program and task.');
  } catch {
    say('The address of the page is now a link to this program and task.');
  }
}

/** Saves the program, or a picture of it on one pair. */
export async function download(kind: 'py' | 'svg' | 'png', pair: number): Promise<void> {
  const request = runRequest();
  if (request === null) {
    return;
  }
  try {
    const limit = SHORT_CALL;
    const name = `${request.task.id}.${kind}`;
    if (kind === 'py') {
      save(name, new Blob([request.source], { type: 'text/x-python' }));
    } else if (kind === 'svg') {
      const text = await engine.call('svg', [{ ...request, pair }], { limit });
      save(name, new Blob([text], { type: 'image/svg+xml' }));
    } else {
      const bytes = await engine.call('png', [{ ...request, pair }], { limit });
      save(name, new Blob([bytes], { type: 'image/png' }));
    }
  } catch (error) {
    say((error as Error).message);
  }
}

function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

let hide = 0;

/** Shows a message for a few seconds. */
export function say(text: string): void {
  state.message.value = text;
  clearTimeout(hide);
  hide = window.setTimeout(() => {
    state.message.value = null;
  }, 6_000);
}
