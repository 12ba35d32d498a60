/** The messages between the page and a worker. */
import type { Call } from './types.ts';

export type ToWorker =
  | { kind: 'start'; module: WebAssembly.Module }
  | { kind: 'call'; id: number; call: Call; arguments: string[] };

export type FromWorker =
  | { kind: 'answer'; id: number; answer: string | Uint8Array<ArrayBuffer> }
  | { kind: 'progress'; id: number; answer: string }
  | { kind: 'failed'; id: number; error: string };
