/** The programs of the store, those that fit most tasks first. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { openInPlayground, say } from '../actions.ts';
import { fetchPrograms, live, type StoredProgram } from '../server/server.ts';
import { taskOf } from '../state.ts';

const programs = signal<{ programs: StoredProgram[]; of: number }>({ programs: [], of: 0 });

/** The most programs that are shown. */
const MOST = 100;

function Entry({ program }: { program: StoredProgram }) {
  const task = program.fits.find((id) => taskOf(id) !== undefined);
  return (
    <tr>
      <th scope="row">
        {task === undefined ? (
          <code>{program.line}</code>
        ) : (
          <button
            type="button"
            class="line"
            title={`Open with ${task}`}
            onClick={() => openInPlayground(task, program.source)}
          >
            <code>{program.line}</code>
          </button>
        )}
      </th>
      <td>{program.fits.length === 0 ? 'no task' : program.fits.join(', ')}</td>
    </tr>
  );
}

export function StoredPrograms() {
  const isRunning = live.value?.status.is_running ?? false;
  // A search that ends has added programs.
  useEffect(() => {
    if (!isRunning) {
      fetchPrograms().then(
        (loaded) => {
          programs.value = loaded;
        },
        (error: Error) => say(error.message),
      );
    }
  }, [isRunning]);
  const { programs: list, of } = programs.value;
  if (of === 0) {
    return null;
  }
  return (
    <section aria-label="Programs of the store">
      <div class="panel-bar">
        <h2>Programs of the store</h2>
        <span class="rule">
          {of.toLocaleString('en')}
          {of > MOST && `; the best ${MOST} are shown`}
        </span>
      </div>
      <table class="plain wide-heads">
        <thead>
          <tr>
            <th scope="col">program</th>
            <th scope="col">fits</th>
          </tr>
        </thead>
        <tbody>
          {list.slice(0, MOST).map((program) => (
            <Entry key={program.line} program={program} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
