/** The list of tasks: thumbnails, search by id, theme or rule, and files. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { openFile, openTask } from '../actions.ts';
import type { Grid, ListedTask } from '../engine/types.ts';
import { gridPicture } from '../grid/paint.ts';
import { embeddedTasks, openedTasks, task } from '../state.ts';
import { Dialog } from './Dialog.tsx';
import { Drawing } from './Drawing.tsx';

export const pickerIsOpen = signal(false);
const query = signal('');

/** The most tasks that are drawn at once. */
const MOST = 200;

const THUMBNAIL = 56;

export function Thumbnail({ grid }: { grid: Grid }) {
  const side = Math.max(grid.length, grid[0]?.length ?? 0, 1);
  return (
    <Drawing picture={gridPicture(grid)} cell={Math.max(1, Math.min(14, Math.floor(THUMBNAIL / side)))} />
  );
}

function Entry({ entry, choose }: { entry: ListedTask; choose: (task: ListedTask) => void }) {
  const pair = entry.train[0];
  return (
    <li>
      <button type="button" class="entry" aria-current={entry === task.value} onClick={() => choose(entry)}>
        <span class="thumbnails">
          {pair !== undefined && <Thumbnail grid={pair.input} />}
          <span class="arrow">→</span>
          {pair?.output && <Thumbnail grid={pair.output} />}
        </span>
        <span class="name">{entry.id}</span>
        {entry.rule && <span class="rule">{entry.rule}</span>}
      </button>
    </li>
  );
}

function matches(entry: ListedTask, words: string[]): boolean {
  const text = `${entry.id} ${entry.theme ?? ''} ${entry.rule ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export function FileButton() {
  const input = useRef<HTMLInputElement>(null);
  const onChange = () => {
    const file = input.current?.files?.[0];
    if (file !== undefined) {
      pickerIsOpen.value = false;
      openFile(file);
    }
  };
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        Open a file…
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={onChange}
        aria-label="Task file"
      />
    </>
  );
}

export function Picker() {
  const field = useRef<HTMLInputElement>(null);
  const isOpen = pickerIsOpen.value;
  useEffect(() => {
    if (isOpen) {
      field.current?.focus();
    }
  }, [isOpen]);
  if (!isOpen) {
    return null;
  }
  const close = () => {
    pickerIsOpen.value = false;
  };
  const choose = (chosen: ListedTask) => {
    close();
    openTask(chosen);
  };
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [...openedTasks.value, ...embeddedTasks.value].filter((entry) => matches(entry, words));
  return (
    <Dialog title="Tasks" onClose={close} wide>
      <div class="picker-bar">
        <input
          ref={field}
          type="search"
          placeholder="Search by name or rule"
          aria-label="Search tasks"
          value={query.value}
          onInput={(event) => {
            query.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            const first = found[0];
            if (event.key === 'Enter' && first !== undefined) {
              choose(first);
            }
          }}
        />
        <FileButton />
      </div>
      <p class="hint" role="status">
        {found.length === 1 ? '1 task' : `${found.length.toLocaleString('en')} tasks`}
        {found.length > MOST && `; the first ${MOST} are shown`}. You can also drop a file on the page: one
        task, or a file of a competition.
      </p>
      <ul class="entries">
        {found.slice(0, MOST).map((entry) => (
          <Entry key={entry.id} entry={entry} choose={choose} />
        ))}
      </ul>
    </Dialog>
  );
}
