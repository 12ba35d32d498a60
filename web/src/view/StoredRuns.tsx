/** The runs of the store, and two of them compared task by task. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { openInPlayground, say } from '../actions.ts';
import { fetchRun, fetchRuns, live, type StoredRun, type StoredTask } from '../server/server.ts';

const runs = signal<StoredRun[]>([]);
/** The runs to compare, and their tasks once they are there. */
const compared = signal<[number | null, number | null]>([null, null]);
const tasks = signal<Map<number, StoredTask[]>>(new Map());

async function choose(which: 0 | 1, run: number | null): Promise<void> {
  compared.value = which === 0 ? [run, compared.value[1]] : [compared.value[0], run];
  if (run !== null) {
    try {
      const loaded = await fetchRun(run);
      tasks.value = new Map(tasks.value).set(run, loaded.tasks);
    } catch (error) {
      say((error as Error).message);
    }
  }
}

const fits = (task: StoredTask | undefined) =>
  task !== undefined && task.train !== null && task.matched === task.train;

function Cell({ task }: { task: StoredTask | undefined }) {
  if (task === undefined) {
    return <td class="not-reached">not searched</td>;
  }
  const of = task.train === null ? '' : ` of ${task.train}`;
  return (
    <td class={fits(task) ? 'status-ok' : ''}>
      {fits(task) ? '✓ fits' : `${task.matched}${of} right`}, {task.seconds.toFixed(1)} s
    </td>
  );
}

function Comparison() {
  const [a, b] = compared.value.map((run) => (run === null ? undefined : tasks.value.get(run)));
  if (a === undefined) {
    return null;
  }
  const places = new Set([...a, ...(b ?? [])].map((task) => task.place));
  const rows = [...places]
    .sort((x, y) => x - y)
    .map((place) => {
      const find = (list: StoredTask[] | undefined) => list?.find((task) => task.place === place);
      return { place, first: find(a), second: find(b) };
    });
  const gained = rows.filter((row) => !fits(row.first) && fits(row.second)).length;
  const lost = rows.filter((row) => fits(row.first) && !fits(row.second)).length;
  return (
    <>
      {b !== undefined && (
        <p>
          Run {compared.value[1]} fits {gained} {gained === 1 ? 'task' : 'tasks'} that run {compared.value[0]}{' '}
          does not, and {lost} the other way round.
        </p>
      )}
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">task</th>
            <th scope="col">run {compared.value[0]}</th>
            {b !== undefined && <th scope="col">run {compared.value[1]}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ place, first, second }) => {
            const known = first ?? second;
            const id = known?.id ?? null;
            const program = (fits(second) ? second?.program : first?.program) ?? second?.program ?? null;
            return (
              <tr key={place} class={b !== undefined && fits(first) !== fits(second) ? 'current' : ''}>
                <th scope="row">
                  {id === null ? (
                    `task ${place + 1}`
                  ) : (
                    <button type="button" class="line" onClick={() => openInPlayground(id, program)}>
                      {id}
                    </button>
                  )}
                </th>
                <Cell task={first} />
                {b !== undefined && <Cell task={second} />}
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function Choice({ which, label }: { which: 0 | 1; label: string }) {
  return (
    <label>
      {label}{' '}
      <select
        value={compared.value[which] ?? ''}
        onChange={(event) =>
          choose(which, event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
        }
      >
        <option value="">–</option>
        {runs.value.map((run) => (
          <option key={run.run} value={run.run}>
            {`${run.run}: ${run.command}, ${run.fitting} of ${run.tasks} fit, ${run.budget}, ${run.started}`}
          </option>
        ))}
      </select>
    </label>
  );
}

export function StoredRuns() {
  const isRunning = live.value?.status.is_running ?? false;
  // A search that ends has added a run.
  useEffect(() => {
    if (!isRunning) {
      fetchRuns().then(
        (loaded) => {
          runs.value = loaded;
        },
        (error: Error) => say(error.message),
      );
    }
  }, [isRunning]);
  return (
    <section aria-label="Runs of the store">
      <div class="panel-bar">
        <h2>Runs of the store</h2>
        <span class="rule">{runs.value.length === 0 ? 'none yet' : `${runs.value.length}`}</span>
        <Choice which={0} label="show" />
        <Choice which={1} label="compare with" />
      </div>
      <Comparison />
    </section>
  );
}
