/** The size of cells: what fits the task, times the zoom that the user chose. */
import { computed, signal } from '@preact/signals';
import { runTask } from '../state.ts';

const STEPS = [0.5, 0.7, 1, 1.4, 2, 3];

const step = signal(2);

/** Pixels for the longest side of a grid, unless its cells would be too small or large. */
const SIDE = 108;

export const cellSize = computed(() => {
  const task = runTask.value;
  const grids =
    task === null ? [] : [...task.train, ...task.test].flatMap((pair) => [pair.input, pair.output ?? []]);
  const sides = grids.flatMap((grid) => [grid.length, grid[0]?.length ?? 0]);
  const natural = SIDE / Math.max(...sides, 1);
  const size = Math.min(Math.max(natural, 4), 14) * (STEPS[step.value] ?? 1);
  return Math.max(2, Math.round(size));
});

export const zoom = (by: 1 | -1) => {
  step.value = Math.min(Math.max(step.value + by, 0), STEPS.length - 1);
};
