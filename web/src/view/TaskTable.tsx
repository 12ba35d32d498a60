/** The task: a column per pair, a row per line of the program. */

import { goToLine } from '../editor/Editor.tsx';
import type { Line, PairRun, Status } from '../engine/types.ts';
import { gridPicture } from '../grid/paint.ts';
import { type Column, columns, cursorLine, result, runTask, statuses, times } from '../state.ts';
import { Value } from './Value.tsx';
import { cellSize } from './zoom.ts';

const STATUS_SIGN: Record<Status, string> = { ok: '✓', wrong: '✗', fail: '!', limit: '!', unknown: '' };

function ColumnHead({ column, status, note }: { column: Column; status: Status | null; note: string }) {
  const sign = status === null ? '' : STATUS_SIGN[status];
  const meaning = status === null || status === 'unknown' ? '' : note;
  return (
    <th scope="col" class={`status-${status ?? 'none'}`}>
      {column.label}{' '}
      {sign !== '' && (
        <span class="sign" role="img" aria-label={meaning} title={meaning}>
          {sign}
        </span>
      )}
    </th>
  );
}

const nanoseconds = (value: number) =>
  value < 1_000
    ? '< 1 µs'
    : value < 1e6
      ? `${(value / 1e3).toFixed(1)} µs`
      : `${(value / 1e6).toFixed(1)} ms`;

function LineHead({ line, at }: { line: Line; at: number }) {
  const time = times.value?.[at];
  return (
    <th scope="row">
      <button
        type="button"
        class="line"
        onClick={() => goToLine(line.line)}
        title={`Line ${line.line}: ${line.type}`}
      >
        <code>{line.code}</code>
      </button>
      {time !== undefined && (
        <span class="kind">
          {time.calls.toLocaleString('en')} {time.calls === 1 ? 'call' : 'calls'},{' '}
          {nanoseconds(time.nanoseconds)}
        </span>
      )}
    </th>
  );
}

function LineRow({ line, at, pairs, cell }: { line: Line; at: number; pairs: PairRun[]; cell: number }) {
  const isCurrent = line.line === cursorLine.value;
  return (
    <tr class={isCurrent ? 'current' : ''}>
      <LineHead line={line} at={at} />
      {columns.value.map((column, pair) => {
        const step = pairs[pair]?.steps[at];
        return (
          <td key={column.label}>
            {step === undefined ? (
              <span class="not-reached" title="An earlier line failed">
                –
              </span>
            ) : (
              <Value {...step} label={`${line.name} on ${column.label}`} code={line.code} cell={cell} />
            )}
          </td>
        );
      })}
    </tr>
  );
}

function OutputRow({ pairs, cell }: { pairs: PairRun[]; cell: number }) {
  return (
    <tr class="output last-of-task">
      <th scope="row">answer</th>
      {columns.value.map((column, at) => {
        const pair = pairs[at];
        return (
          <td key={column.label}>
            {pair !== undefined && (
              <>
                {pair.output.length > 0 && (
                  <Value
                    label={`answer on ${column.label}`}
                    code="return"
                    items={pair.output}
                    cell={cell}
                    isNoted
                  />
                )}
                {pair.status !== 'unknown' && <span class={`note status-${pair.status}`}>{pair.note}</span>}
              </>
            )}
          </td>
        );
      })}
    </tr>
  );
}

function ExpectedRow({ cell }: { cell: number }) {
  return (
    <tr class="expected">
      <th scope="row">expected</th>
      {columns.value.map((column) => (
        <td key={column.label}>
          {column.expected === null ? (
            <span class="not-reached">{column.kind === 'test' ? 'hidden' : '–'}</span>
          ) : (
            <Value
              label={`expected on ${column.label}`}
              code="expected"
              items={[gridPicture(column.expected)]}
              cell={cell}
            />
          )}
        </td>
      ))}
    </tr>
  );
}

export function TaskTable() {
  const current = result.value;
  // A result of another task has other columns.
  const run = current !== null && current.task === runTask.value ? current.run : null;
  const pairs = run?.pairs ?? [];
  const cell = cellSize.value;
  return (
    <section class="table" aria-label="Values of every line">
      <table>
        <thead>
          <tr>
            <th class="corner">line</th>
            {columns.value.map((column, at) => (
              <ColumnHead
                key={column.label}
                column={column}
                status={statuses.value[at] ?? null}
                note={pairs[at]?.note ?? ''}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">input</th>
            {columns.value.map((column) => (
              <td key={column.label}>
                <Value
                  label={`input of ${column.label}`}
                  code="I"
                  items={[gridPicture(column.input)]}
                  cell={cell}
                />
              </td>
            ))}
          </tr>
          <ExpectedRow cell={cell} />
          {run !== null && !run.is_beginning && <OutputRow pairs={pairs} cell={cell} />}
          {run?.lines.map((line, at) => (
            <LineRow key={`${at} ${line.name}`} line={line} at={at} pairs={pairs} cell={cell} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
