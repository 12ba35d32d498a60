/** The value of a line on one pair: pictures side by side, or text. Opens larger on a click. */
import { type Item, isPicture, type Picture } from '../engine/types.ts';
import { Drawing } from './Drawing.tsx';
import { enlarge } from './Enlarged.tsx';

interface Props {
  /** What the value is, such as `x1 on train 2`. */
  label: string;
  code: string;
  items: Item[];
  kind?: string | undefined;
  failed?: boolean | undefined;
  cell: number;
  /** Whether notes below the picture say the same as what is beside it. */
  isNoted?: boolean;
}

/** Pixels per cell: sets are drawn smaller than single grids, and small grids larger than others. */
function sized(cell: number, picture: Picture, count: number): number {
  const side = Math.max(picture.height, picture.width, 1);
  const wanted = count > 1 ? cell * 0.6 : cell;
  return Math.max(3, Math.round(Math.max(wanted, Math.min(wanted * 1.8, 60 / side))));
}

export function Value({ label, code, items, kind, failed, cell, isNoted }: Props) {
  const pictures = items.filter(isPicture).length;
  const open = () => enlarge({ label, code, items, kind });
  const notes = items.flatMap((item) => (isPicture(item) ? (item.notes ?? []) : []));
  return (
    <button type="button" class={failed ? 'value failed' : 'value'} onClick={open} title={`Enlarge ${label}`}>
      <span class="items">
        {items.map((item, at) =>
          isPicture(item) ? (
            <Drawing
              key={at}
              picture={item}
              cell={sized(cell, item, pictures)}
              label={`${label}, ${item.size}`}
            />
          ) : (
            <span key={at} class="text">
              {item.text}
            </span>
          ),
        )}
      </span>
      {kind && <span class="kind">{kind}</span>}
      {notes.length > 0 && !isNoted && <span class="kind">{notes.join(', ')}</span>}
    </button>
  );
}
