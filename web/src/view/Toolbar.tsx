/** The buttons at the top: task, program, sharing, theme. */
import { useRef } from 'preact/hooks';
import { download, measure, share } from '../actions.ts';
import { server } from '../server/server.ts';
import { columns, ownInput, showsAnswers, source, summary, task, times, view } from '../state.ts';
import { searchIsOpen } from './FindProgram.tsx';
import { togglePainting } from './PaintInput.tsx';
import { pickerIsOpen } from './Picker.tsx';
import { nextTheme, theme } from './theme.ts';
import { zoom } from './zoom.ts';

function Downloads() {
  const menu = useRef<HTMLDetailsElement>(null);
  const pair = useRef<HTMLSelectElement>(null);
  const save = (kind: 'py' | 'svg' | 'png') => {
    download(kind, Number(pair.current?.value ?? 0));
    menu.current?.removeAttribute('open');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      menu.current?.removeAttribute('open');
      menu.current?.querySelector('summary')?.focus();
    }
  };
  return (
    <details ref={menu} class="menu" onKeyDown={onKeyDown}>
      <summary class="button">Download</summary>
      <div class="menu-items">
        <button type="button" onClick={() => save('py')}>
          Program (.py)
        </button>
        <label>
          Picture of{' '}
          <select ref={pair} aria-label="Pair">
            {columns.value.map((column, at) => (
              <option key={column.label} value={at}>
                {column.label}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => save('svg')}>
          Picture (.svg)
        </button>
        <button type="button" onClick={() => save('png')}>
          Picture (.png)
        </button>
      </div>
    </details>
  );
}

/** The playground, or the searches of the server. */
function Views() {
  const name = { playground: 'Playground', runs: 'Runs' };
  return (
    <nav class="views">
      {(['playground', 'runs'] as const).map((part) => (
        <button
          key={part}
          type="button"
          aria-pressed={view.value === part}
          onClick={() => {
            view.value = part;
          }}
        >
          {name[part]}
        </button>
      ))}
    </nav>
  );
}

/** The task and the program. */
function ProgramButtons() {
  const current = task.value;
  return (
    <>
      <button
        type="button"
        class="primary"
        onClick={() => {
          pickerIsOpen.value = true;
        }}
      >
        Tasks…
      </button>
      <button
        type="button"
        aria-pressed={searchIsOpen.value}
        onClick={() => {
          searchIsOpen.value = !searchIsOpen.value;
        }}
      >
        Find a program
      </button>
      {current?.solver && (
        <button
          type="button"
          title="Replace the program by one that solves this task"
          onClick={() => {
            source.value = current.solver ?? '';
          }}
        >
          Show a solver
        </button>
      )}
    </>
  );
}

export function Toolbar() {
  const isPlayground = view.value === 'playground';
  return (
    <header class="toolbar">
      <h1>arcbatt {server === null && <span class="sub">playground</span>}</h1>
      {server !== null && <Views />}
      {isPlayground && <ProgramButtons />}
      <span class="end" />
      {isPlayground && (
        <>
          <button type="button" onClick={share}>
            Share
          </button>
          <Downloads />
        </>
      )}
      <button type="button" class="quiet" onClick={nextTheme} title="Light, dark or as the system">
        {theme.value === 'auto' ? '◐ auto' : theme.value === 'light' ? '☀ light' : '☾ dark'}
      </button>
    </header>
  );
}

/** The name of the task, how the program does, and how the table is shown. */
export function TaskBar() {
  const current = task.value;
  return (
    <div class="task-bar">
      <h2>{current?.id ?? '…'}</h2>
      {current?.rule && <span class="rule">{current.rule}</span>}
      <strong class="summary" role="status">
        {summary.value}
      </strong>
      <span class="end" />
      <button
        type="button"
        aria-pressed={showsAnswers.value}
        onClick={() => {
          showsAnswers.value = !showsAnswers.value;
        }}
      >
        Test outputs
      </button>
      <button type="button" aria-pressed={ownInput.value !== null} onClick={togglePainting}>
        Draw an input
      </button>
      <button type="button" aria-pressed={times.value !== null} onClick={measure}>
        Measure lines
      </button>
      <span class="zoom">
        <button type="button" class="quiet" aria-label="Smaller cells" onClick={() => zoom(-1)}>
          −
        </button>
        <button type="button" class="quiet" aria-label="Larger cells" onClick={() => zoom(1)}>
          +
        </button>
      </span>
    </div>
  );
}
