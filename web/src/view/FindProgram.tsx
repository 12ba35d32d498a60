/** "Find a program": a search in a worker of its own, with a budget and a stop button. */
import { signal } from '@preact/signals';
import { Engine, Interrupted } from '../engine/client.ts';
import type { Found, SearchResult, Task } from '../engine/types.ts';
import { gridPicture } from '../grid/paint.ts';
import { source, task } from '../state.ts';
import { Drawing } from './Drawing.tsx';

export const searchIsOpen = signal(false);

const BUDGETS = [5, 15, 60, 300];
const seconds = signal(15);

interface Search {
  task: Task;
  result: SearchResult | null;
  /** How it ended; nothing while it runs. */
  end: string | null;
}

const search = signal<Search | null>(null);
const engine = new Engine();

async function start(): Promise<void> {
  const current = task.value;
  if (current === null) {
    return;
  }
  engine.stop('replaced by another search');
  const own: Search = { task: current, result: null, end: null };
  search.value = own;
  const update = (change: Partial<Search>) => {
    if (search.value?.task === current) {
      search.value = { ...search.value, ...change };
    }
  };
  // The answers stay here: the search never sees them.
  const test = current.test.map((pair) => ({ input: pair.input, output: null }));
  try {
    const result = await engine.call(
      'search',
      [{ task: { id: current.id, train: current.train, test }, seconds: seconds.value }],
      {
        limit: seconds.value * 1_000 + 20_000,
        progress: (text) => update({ result: JSON.parse(text) }),
      },
    );
    update({ result, end: 'ended' });
  } catch (error) {
    update({ end: error instanceof Interrupted ? 'stopped' : `failed: ${(error as Error).message}` });
  }
}

function FoundProgram({ found, train }: { found: Found; train: number }) {
  const fits = found.matched === train;
  return (
    <li class="found">
      <div class="found-head">
        <span class={fits ? 'status-ok' : ''}>
          {fits ? '✓ fits all' : `right on ${found.matched} of ${train}`} demonstrations
        </span>
        <span class="kind">{found.lines === 1 ? '1 line' : `${found.lines} lines`}</span>
        <button
          type="button"
          onClick={() => {
            source.value = found.source;
          }}
        >
          Put in the editor
        </button>
      </div>
      <div class="found-body">
        <pre>{found.source}</pre>
        {found.outputs.map(
          (output, at) =>
            output !== null && (
              <figure key={at}>
                <Drawing picture={gridPicture(output)} cell={5} label={`Its answer to test ${at + 1}`} />
                <figcaption>test {at + 1}</figcaption>
              </figure>
            ),
        )}
      </div>
    </li>
  );
}

export function FindProgram() {
  if (!searchIsOpen.value) {
    return null;
  }
  const current = search.value !== null && search.value.task === task.value ? search.value : null;
  const isRunning = current !== null && current.end === null;
  const { result, end } = current ?? { result: null, end: null };
  const count = (value: number) => value.toLocaleString('en');
  return (
    <section class="panel" aria-label="Find a program">
      <div class="panel-bar">
        <h2>Find a program</h2>
        <label>
          for{' '}
          <select
            value={seconds.value}
            disabled={isRunning}
            onChange={(event) => {
              seconds.value = Number(event.currentTarget.value);
            }}
          >
            {BUDGETS.map((budget) => (
              <option key={budget} value={budget}>
                {budget < 60 ? `${budget} s` : `${budget / 60} min`}
              </option>
            ))}
          </select>
        </label>
        {isRunning ? (
          <button type="button" onClick={() => engine.stop('stopped')}>
            Stop
          </button>
        ) : (
          <button type="button" class="primary" onClick={start}>
            Start
          </button>
        )}
        <span class="kind" role="status">
          {isRunning && 'searching… '}
          {end !== null && `${end}; `}
          {result !== null &&
            `${result.seconds.toFixed(1)} s, ${count(result.evaluations)} calls, ${count(result.programs)} programs`}
        </span>
        <button
          type="button"
          class="quiet end"
          aria-label="Close the search"
          onClick={() => {
            engine.stop('stopped');
            searchIsOpen.value = false;
          }}
        >
          ✕
        </button>
      </div>
      {current === null && (
        <p class="hint">
          Searches for programs that give the outputs of the demonstrations. It never sees the tests' outputs.
        </p>
      )}
      {result !== null && result.found.length === 0 && <p class="hint">No program yet.</p>}
      <ol class="found-list">
        {result?.found.map((found) => (
          <FoundProgram key={found.source} found={found} train={current?.task.train.length ?? 0} />
        ))}
      </ol>
    </section>
  );
}
