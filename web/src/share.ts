/** Links: a program and a task in the fragment of the address, compressed. */
import type { Pair, Task } from './engine/types.ts';

interface Shared {
  /** The id of a task that comes with arcbatt, or a whole task. */
  task: string | Task;
  source: string;
}

/** The longest fragment that is read. */
const LONGEST = 1 << 20;

async function through(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream) {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The fragment of a link. */
export async function sharedLink(task: string | Task, source: string): Promise<string> {
  const kept = typeof task === 'string' ? task : { id: task.id, train: task.train, test: task.test };
  const text = new TextEncoder().encode(JSON.stringify({ task: kept, source } satisfies Shared));
  const packed = await through(text, new CompressionStream('deflate-raw'));
  const characters = Array.from(packed, (byte) => String.fromCharCode(byte)).join('');
  return `#p=${btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** What a fragment holds; nothing if it is not a link of ours. Rejects one that is damaged. */
export async function readShared(fragment: string): Promise<Shared | null> {
  if (!fragment.startsWith('#p=')) {
    return null;
  }
  if (fragment.length > LONGEST) {
    throw new Error('the link is too long');
  }
  const characters = atob(fragment.slice(3).replaceAll('-', '+').replaceAll('_', '/'));
  const packed = Uint8Array.from(characters, (character) => character.charCodeAt(0));
  const text = new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw')));
  const shared: unknown = JSON.parse(text);
  if (!isShared(shared)) {
    throw new Error('the link is damaged');
  }
  return shared;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isGrid = (value: unknown) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((row) => typeof row === 'string' && /^[0-9]+$/.test(row));

const isPair = (value: unknown): value is Pair =>
  isObject(value) && isGrid(value.input) && (value.output === null || isGrid(value.output));

const isTask = (value: unknown): value is Task =>
  isObject(value) &&
  typeof value.id === 'string' &&
  [value.train, value.test].every((pairs) => Array.isArray(pairs) && pairs.every(isPair));

const isShared = (value: unknown): value is Shared =>
  isObject(value) &&
  typeof value.source === 'string' &&
  (typeof value.task === 'string' || isTask(value.task));
