/** An input of the user's own: paint cells, change the size, copy from a pair, undo. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Grid } from '../engine/types.ts';
import { gridPicture, paint } from '../grid/paint.ts';
import { colorNames, palette } from '../grid/palette.ts';
import { columns, ownInput } from '../state.ts';

const MAX_SIDE = 30;

const color = signal(1);
const cursor = signal({ row: 0, column: 0 });
const undone = signal<Grid[]>([]);

/** Begins with a copy of the first input, or removes the own input. */
export function togglePainting(): void {
  if (ownInput.value !== null) {
    ownInput.value = null;
    return;
  }
  undone.value = [];
  cursor.value = { row: 0, column: 0 };
  ownInput.value = columns.value[0]?.input ?? ['000', '000', '000'];
  // The last column may be out of sight.
  requestAnimationFrame(() => document.querySelector('.table')?.scrollTo({ left: Number.MAX_SAFE_INTEGER }));
}

function change(grid: Grid): void {
  const before = ownInput.value;
  if (before !== null && before.join() !== grid.join()) {
    undone.value = [...undone.value.slice(-200), before];
    ownInput.value = grid;
  }
}

function setCell(row: number, column: number, digit: number): void {
  const grid = ownInput.value ?? [];
  change(
    grid.map((line, at) => (at === row ? line.slice(0, column) + digit + line.slice(column + 1) : line)),
  );
}

function resize(height: number, width: number): void {
  const grid = ownInput.value ?? [];
  const [rows, side] = [Math.min(Math.max(height, 1), MAX_SIDE), Math.min(Math.max(width, 1), MAX_SIDE)];
  change(Array.from({ length: rows }, (_, row) => (grid[row] ?? '').slice(0, side).padEnd(side, '0')));
  cursor.value = {
    row: Math.min(cursor.value.row, rows - 1),
    column: Math.min(cursor.value.column, side - 1),
  };
}

function undo(): void {
  const last = undone.value.at(-1);
  if (last !== undefined) {
    undone.value = undone.value.slice(0, -1);
    ownInput.value = last;
  }
}

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function onKeyDown(event: KeyboardEvent, grid: Grid): void {
  const { row, column } = cursor.value;
  const step = STEPS[event.key];
  if (step !== undefined) {
    const clamp = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1);
    cursor.value = {
      row: clamp(row + step[0], grid.length),
      column: clamp(column + step[1], grid[0]?.length ?? 1),
    };
  } else if (/^[0-9]$/.test(event.key)) {
    setCell(row, column, Number(event.key));
  } else if (event.key === ' ' || event.key === 'Enter') {
    setCell(row, column, color.value);
  } else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) {
    undo();
  } else {
    return;
  }
  event.preventDefault();
}

function Cells({ grid }: { grid: Grid }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const side = Math.max(grid.length, grid[0]?.length ?? 0, 1);
  const cell = Math.max(10, Math.min(26, Math.floor(260 / side)));
  useEffect(() => {
    if (canvas.current !== null) {
      paint(canvas.current, gridPicture(grid), cell);
    }
  });
  const { row, column } = cursor.value;
  const onPointer = (event: PointerEvent) => {
    if (event.buttons !== 1 || canvas.current === null) {
      return;
    }
    const place = canvas.current.getBoundingClientRect();
    const at = {
      row: Math.floor((event.clientY - place.top) / cell),
      column: Math.floor((event.clientX - place.left) / cell),
    };
    if (at.row >= 0 && at.row < grid.length && at.column >= 0 && at.column < (grid[0]?.length ?? 0)) {
      cursor.value = at;
      setCell(at.row, at.column, color.value);
    }
  };
  const name = colorNames[Number(grid[row]?.[column])];
  return (
    <div
      class="cells"
      tabIndex={0}
      role="application"
      aria-label="Cells of your input. Arrow keys move, digits paint, space paints with the chosen colour."
      onKeyDown={(event) => onKeyDown(event, grid)}
    >
      <canvas ref={canvas} class="drawing" onPointerDown={onPointer} onPointerMove={onPointer} />
      <span class="cursor" style={{ left: column * cell, top: row * cell, width: cell, height: cell }} />
      <span class="hidden-text" role="status">{`row ${row + 1}, column ${column + 1}: ${name}`}</span>
    </div>
  );
}

function Side({ label, value, set }: { label: string; value: number; set: (value: number) => void }) {
  return (
    <label>
      {label}{' '}
      <input
        type="number"
        min={1}
        max={MAX_SIDE}
        value={value}
        onChange={(event) => set(Number(event.currentTarget.value) || 1)}
      />
    </label>
  );
}

export function PaintInput() {
  const grid = ownInput.value;
  if (grid === null) {
    return null;
  }
  const [height, width] = [grid.length, grid[0]?.length ?? 1];
  const sources = columns.value.filter((column) => column.kind !== 'own');
  return (
    <section class="panel" aria-label="Your input">
      <div class="panel-bar">
        <h2>Your input</h2>
        <Side label="rows" value={height} set={(rows) => resize(rows, width)} />
        <Side label="columns" value={width} set={(side) => resize(height, side)} />
        <select
          aria-label="Copy an input"
          value=""
          onChange={(event) => {
            const chosen = sources[Number(event.currentTarget.value)];
            event.currentTarget.value = '';
            if (chosen !== undefined) {
              change(chosen.input);
            }
          }}
        >
          <option value="">Copy from…</option>
          {sources.map((column, at) => (
            <option key={column.label} value={at}>
              {column.label}
            </option>
          ))}
        </select>
        <button type="button" onClick={() => change(grid.map((row) => '0'.repeat(row.length)))}>
          Clear
        </button>
        <button type="button" disabled={undone.value.length === 0} onClick={undo}>
          Undo
        </button>
        <button
          type="button"
          class="quiet end"
          aria-label="Remove your input"
          onClick={() => {
            ownInput.value = null;
          }}
        >
          ✕
        </button>
      </div>
      <div class="painting">
        <fieldset class="colors">
          <legend class="hidden-text">Colour</legend>
          {palette.value.map((value, digit) => (
            <button
              key={value}
              type="button"
              style={{ background: value }}
              aria-pressed={digit === color.value}
              aria-label={`${digit}, ${colorNames[digit]}`}
              title={`${digit}, ${colorNames[digit]}`}
              onClick={() => {
                color.value = digit;
              }}
            />
          ))}
        </fieldset>
        <Cells grid={grid} />
      </div>
    </section>
  );
}
