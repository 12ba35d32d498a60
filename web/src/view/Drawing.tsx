/** A picture as a canvas, painted again only if it has changed. */
import { memo } from 'preact/compat';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Picture } from '../engine/types.ts';
import { paint, pictureRows } from '../grid/paint.ts';

interface Props {
  picture: Picture;
  /** Pixels per cell. */
  cell: number;
  /** What it is, for screen readers; without it, the picture is decoration. */
  label?: string;
}

const sameList = (a: number[] | undefined, b: number[] | undefined) => a?.join() === b?.join();

export const samePicture = (a: Picture, b: Picture) =>
  a === b ||
  (a.cells === b.cells &&
    a.width === b.width &&
    a.size === b.size &&
    sameList(a.wrong, b.wrong) &&
    sameList(a.marks, b.marks));

const same = (a: Props, b: Props) =>
  a.cell === b.cell && a.label === b.label && samePicture(a.picture, b.picture);

/** The longest side whose cells are read out. */
const SPOKEN_SIDE = 6;

function spoken(label: string, picture: Picture): string {
  const isSmall = picture.height <= SPOKEN_SIDE && picture.width <= SPOKEN_SIDE;
  return isSmall ? `${label}: ${pictureRows(picture).join(', ')}` : label;
}

export const Drawing = memo(function Drawing({ picture, cell, label }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current !== null) {
      paint(canvas.current, picture, cell);
    }
  });
  const known =
    label === undefined
      ? { 'aria-hidden': true as const }
      : { role: 'img' as const, 'aria-label': spoken(label, picture) };
  return <canvas class="drawing" ref={canvas} data-cells={picture.cells} {...known} />;
}, same);
