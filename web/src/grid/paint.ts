/** Paints a picture on a canvas. */
import type { Grid, Picture } from '../engine/types.ts';
import { palette } from './palette.ts';

/** A grid as a picture. */
export function gridPicture(grid: Grid): Picture {
  const [height, width] = [grid.length, grid[0]?.length ?? 0];
  return { height, width, cells: grid.join(''), size: `${height}×${width}` };
}

/** The rows of a picture as text, for screen readers and copies. */
export function pictureRows(picture: Picture): string[] {
  const rows: string[] = [];
  for (let row = 0; row < picture.height; row++) {
    rows.push(picture.cells.slice(row * picture.width, (row + 1) * picture.width));
  }
  return rows;
}

const PLACE = '#7c8694';

/** Paints with `cell` CSS pixels per cell. Runs of one colour are one rectangle. */
export function paint(canvas: HTMLCanvasElement, picture: Picture, cell: number): void {
  const scale = Math.max(1, Math.round(window.devicePixelRatio));
  const size = cell * scale;
  const { height, width, cells } = picture;
  canvas.width = width * size;
  canvas.height = height * size;
  canvas.style.width = `${width * cell}px`;
  canvas.style.height = `${height * cell}px`;
  const context = canvas.getContext('2d');
  if (context === null) {
    return;
  }
  const colors = palette.value;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; ) {
      const character = cells[row * width + column] as string;
      let end = column + 1;
      while (end < width && cells[row * width + end] === character) {
        end++;
      }
      if (character !== '.') {
        context.fillStyle = colors[Number(character)] ?? PLACE;
        context.fillRect(column * size, row * size, (end - column) * size, size);
      }
      column = end;
    }
  }
  if (cell >= 5) {
    lines(context, picture, size, scale);
  }
  numbers(context, picture, size);
  wrong(context, picture, size, scale);
}

function lines(context: CanvasRenderingContext2D, picture: Picture, size: number, scale: number): void {
  context.fillStyle = 'rgb(128 128 128 / 45%)';
  for (let column = 1; column < picture.width; column++) {
    context.fillRect(column * size, 0, scale, picture.height * size);
  }
  for (let row = 1; row < picture.height; row++) {
    context.fillRect(0, row * size, picture.width * size, scale);
  }
}

/** Cells that are not colours show their number. */
function numbers(context: CanvasRenderingContext2D, picture: Picture, size: number): void {
  const { marks, width } = picture;
  if (marks === undefined) {
    return;
  }
  let at = -1;
  context.fillStyle = '#ffffff';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const mark of marks) {
    at = picture.cells.indexOf('?', at + 1);
    const text = String(mark);
    context.font = `${Math.min(size * 0.7, (size * 1.4) / text.length)}px sans-serif`;
    const [x, y] = [((at % width) + 0.5) * size, (Math.floor(at / width) + 0.5) * size];
    context.fillText(text, x, y);
  }
}

/** Wrong cells have a white dot with a black edge, which is visible on every colour. */
function wrong(context: CanvasRenderingContext2D, picture: Picture, size: number, scale: number): void {
  for (const at of picture.wrong ?? []) {
    const [x, y] = [((at % picture.width) + 0.5) * size, (Math.floor(at / picture.width) + 0.5) * size];
    const side = Math.max(2 * scale, Math.round(size * 0.4));
    context.fillStyle = '#000000';
    context.fillRect(x - side / 2 - scale, y - side / 2 - scale, side + 2 * scale, side + 2 * scale);
    context.fillStyle = '#ffffff';
    context.fillRect(x - side / 2, y - side / 2, side, side);
  }
}
