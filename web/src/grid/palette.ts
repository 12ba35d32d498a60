/** The colours of cells. The engine has them; until it has started there is nothing to draw. */
import { signal } from '@preact/signals';

export const palette = signal<string[]>([]);

/** The usual names of the colours, for screen readers and tooltips. */
export const colorNames = [
  'black',
  'blue',
  'red',
  'green',
  'yellow',
  'grey',
  'magenta',
  'orange',
  'light blue',
  'maroon',
];
