/** Searches of `arcbatt serve`: the live one, and those in the store. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { openInPlayground, say } from '../actions.ts';
import type { Grid } from '../engine/types.ts';
import {
  fetchAttempts,
  isConnected,
  type LiveTask,
  live,
  profileAddress,
  server,
  startLive,
  stopLive,
} from '../server/server.ts';
import { taskOf } from '../state.ts';
import { Dialog } from './Dialog.tsx';
import { Thumbnail } from './Picker.tsx';
import { StoredPrograms } from './StoredPrograms.tsx';
import { StoredRuns } from './StoredRuns.tsx';

const seconds = signal(1);
const profiles = signal(false);
const chosen = signal<string | null>(null);
const attempts = signal<(Grid | null)[][]>([]);

/** Opens the dialog of a task, and fetches the attempts at its tests. */
async function choose(id: string): Promise<void> {
  attempts.value = [];
  chosen.value = id;
  try {
    const fetched = await fetchAttempts(id);
    if (chosen.value === id) {
      attempts.value = fetched;
    }
  } catch (error) {
    say((error as Error).message);
  }
}

/** Ticks while a search runs, so that its times go on between events. */
const now = signal(0);

const STATE_TEXT: Record<LiveTask['state'], string> = {
  waiting: 'waiting',
  searching: 'searching',
  unsolved: 'no program fits yet',
  fits: 'a program fits the demonstrations',
  right: 'right on the tests',
};

function LiveTaskEntry({ task }: { task: LiveTask }) {
  const pair = taskOf(task.id)?.train[0];
  return (
    <li>
      <button
        type="button"
        class={`live-task ${task.state}`}
        title={`${task.id}: ${STATE_TEXT[task.state]}`}
        onClick={() => choose(task.id)}
      >
        {pair !== undefined && <Thumbnail grid={pair.input} />}
        <span class="name">{task.id}</span>
        <span class="hidden-text">{STATE_TEXT[task.state]}</span>
      </button>
    </li>
  );
}

/** The tests of a task, each with the two attempts at it. */
function Attempts({ id }: { id: string }) {
  const tests = taskOf(id)?.test ?? [];
  return (
    <table class="plain attempts">
      <thead>
        <tr>
          <th scope="col">test</th>
          <th scope="col">first attempt</th>
          <th scope="col">second attempt</th>
        </tr>
      </thead>
      <tbody>
        {tests.map((test, at) => (
          <tr key={at}>
            <td>
              <Thumbnail grid={test.input} />
            </td>
            {[0, 1].map((which) => {
              const grid = attempts.value[at]?.[which];
              return <td key={which}>{grid ? <Thumbnail grid={grid} /> : 'none yet'}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Links to the profile of the last search, and to those that the server was given. */
function Profiles() {
  const given = server?.profiles ?? [];
  const hasOwn = live.value?.status.has_profile ?? false;
  if (!hasOwn && given.length === 0) {
    return null;
  }
  return (
    <p class="profiles">
      <strong>Profiles</strong>
      {hasOwn && (
        <a href={profileAddress()} target="_blank" rel="noreferrer">
          this search
        </a>
      )}
      {given.map((name, number) => (
        <a key={name} href={profileAddress(number)} target="_blank" rel="noreferrer">
          {name}
        </a>
      ))}
    </p>
  );
}

function TaskDialog() {
  const task = live.value?.status.tasks.find((entry) => entry.id === chosen.value);
  if (task === undefined) {
    return null;
  }
  const close = () => {
    chosen.value = null;
  };
  return (
    <Dialog title={task.id} onClose={close}>
      <p>{STATE_TEXT[task.state]}</p>
      {task.program !== null && <pre>{task.program}</pre>}
      <Attempts id={task.id} />
      <div>
        <button
          type="button"
          class="primary"
          onClick={() => {
            close();
            openInPlayground(task.id, task.program);
          }}
        >
          Open in the playground
        </button>
      </div>
    </Dialog>
  );
}

const duration = (time: number) => {
  const whole = Math.round(time);
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`;
};

const ENDS: Record<string, string> = { done: 'finished', stopped: 'stopped', time: 'out of time' };

function Figures() {
  const current = live.value;
  if (current === null) {
    return <span class="kind">no search yet</span>;
  }
  const { status, at } = current;
  const since = status.is_running ? Math.max(0, now.value - at) / 1_000 : 0;
  const elapsed = status.elapsed + since;
  const right = status.tasks.filter((task) => task.state === 'right').length;
  const done = status.tasks.filter((task) => !['waiting', 'searching'].includes(task.state)).length;
  const parts = [
    status.is_running ? 'searching' : (ENDS[status.end ?? ''] ?? status.end ?? 'ended'),
    `${done} of ${status.tasks.length} tasks searched`,
    `${status.fitting} fit, ${right} right on the tests`,
    duration(elapsed) +
      (status.left === null ? '' : `, at most ${duration(Math.max(0, status.left - since))} left`),
    `${Math.round(status.evaluations / Math.max(elapsed, 0.1)).toLocaleString('en')} calls per second`,
  ];
  return <strong class="summary">{parts.join(' · ')}</strong>;
}

export function Runs() {
  const isRunning = live.value?.status.is_running ?? false;
  useEffect(() => {
    if (!isRunning) {
      return;
    }
    now.value = performance.now();
    const timer = setInterval(() => {
      now.value = performance.now();
    }, 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  const attempt = (work: Promise<void>) => work.catch((error: Error) => say(error.message));
  return (
    <main class="runs">
      <section aria-label="Live search">
        <div class="panel-bar">
          <h2>Search for programs</h2>
          <span class="rule">{server?.data}</span>
          <label>
            seconds per task{' '}
            <input
              type="number"
              min={0.1}
              step={0.1}
              value={seconds.value}
              disabled={isRunning}
              onChange={(event) => {
                seconds.value = Number(event.currentTarget.value);
              }}
            />
          </label>
          <label>
            <input
              type="checkbox"
              checked={profiles.value}
              disabled={isRunning}
              onChange={(event) => {
                profiles.value = event.currentTarget.checked;
              }}
            />{' '}
            with a profile
          </label>
          {isRunning ? (
            <button type="button" onClick={() => attempt(stopLive())}>
              Stop
            </button>
          ) : (
            <button
              type="button"
              class="primary"
              onClick={() => attempt(startLive(seconds.value, profiles.value))}
            >
              Start
            </button>
          )}
          <span role="status">
            <Figures />
          </span>
          {!isConnected.value && <span class="status-wrong">no connection to arcbatt serve</span>}
        </div>
        <Profiles />
        <ul class="live-tasks">
          {live.value?.status.tasks.map((task) => (
            <LiveTaskEntry key={task.id} task={task} />
          ))}
        </ul>
      </section>
      {server?.has_store && <StoredRuns />}
      {server?.has_store && <StoredPrograms />}
      <TaskDialog />
    </main>
  );
}
