/** A value in a dialog, as large as fits, with its cells as text to copy. */
import { signal } from '@preact/signals';
import { type Item, isPicture } from '../engine/types.ts';
import { pictureRows } from '../grid/paint.ts';
import { Dialog } from './Dialog.tsx';
import { Drawing } from './Drawing.tsx';

interface Enlarged {
  label: string;
  code: string;
  items: Item[];
  kind?: string | undefined;
}

const shown = signal<Enlarged | null>(null);

export function enlarge(value: Enlarged): void {
  shown.value = value;
}

/** Pixels per cell, so that a picture takes at most half of the window. */
function cellSize(items: Item[]): number {
  const sides = items.filter(isPicture).map((item) => Math.max(item.height, item.width, 1));
  const room = Math.min(innerWidth * 0.8, innerHeight * 0.6) / (sides.length > 1 ? 2.2 : 1);
  return Math.max(4, Math.min(32, Math.floor(room / Math.max(...sides, 1))));
}

export function EnlargedDialog() {
  const value = shown.value;
  if (value === null) {
    return null;
  }
  const close = () => {
    shown.value = null;
  };
  const cell = cellSize(value.items);
  return (
    <Dialog title={value.label} onClose={close}>
      <code class="code-line">{value.code}</code>
      {value.kind && <p>{value.kind}</p>}
      <div class="items large">
        {value.items.map((item, at) =>
          isPicture(item) ? (
            <figure key={at}>
              <Drawing picture={item} cell={cell} label={item.size} />
              <figcaption>{[item.size, ...(item.notes ?? [])].join(', ')}</figcaption>
              <details>
                <summary>As text</summary>
                <pre>{pictureRows(item).join('\n')}</pre>
              </details>
            </figure>
          ) : (
            <p key={at} class="text">
              {item.text}
            </p>
          ),
        )}
      </div>
    </Dialog>
  );
}
