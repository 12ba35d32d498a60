/** Calls of the engine in a worker, which is terminated and started again if a call takes too long. */
import { engineModule } from './load.ts';
import type { FromWorker } from './messages.ts';
import type { Call, Calls } from './types.ts';
import EngineWorker from './worker.ts?worker&inline';

/** A call that took too long, or was stopped. */
export class Interrupted extends Error {}

interface Waiting {
  resolve: (answer: string | Uint8Array<ArrayBuffer>) => void;
  reject: (error: Error) => void;
  progress: ((answer: string) => void) | undefined;
  timer: number;
}

export interface CallOptions {
  /** The longest time, in milliseconds. */
  limit: number;
  progress?: (answer: string) => void;
}

export class Engine {
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 1;

  async call<C extends Call>(
    call: C,
    args: Calls[C]['arguments'],
    options: CallOptions,
  ): Promise<Calls[C]['answer']> {
    const module = await engineModule();
    const worker = this.#started(module);
    const id = this.#next++;
    const texts = args.map((argument) =>
      typeof argument === 'string' ? argument : JSON.stringify(argument),
    );
    const answer = await new Promise<string | Uint8Array<ArrayBuffer>>((resolve, reject) => {
      const timer = window.setTimeout(() => {
        this.stop(`stopped after ${options.limit / 1000} s`);
      }, options.limit);
      this.#waiting.set(id, { resolve, reject, progress: options.progress, timer });
      worker.postMessage({ kind: 'call', id, call, arguments: texts });
    });
    if (call === 'svg' || call === 'png') {
      return answer as Calls[C]['answer'];
    }
    const value = JSON.parse(answer as string);
    if (value !== null && typeof value === 'object' && 'error' in value) {
      throw new Error(value.error);
    }
    return value;
  }

  /** Ends the worker and all calls; the next call starts another. */
  stop(reason: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const call of waiting) {
      clearTimeout(call.timer);
      call.reject(new Interrupted(reason));
    }
  }

  #started(module: WebAssembly.Module): Worker {
    if (this.#worker === undefined) {
      const worker = new EngineWorker();
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
      worker.onerror = (event) => this.stop(`the engine failed: ${event.message || 'unknown error'}`);
      worker.postMessage({ kind: 'start', module });
      this.#worker = worker;
    }
    return this.#worker;
  }

  #receive(message: FromWorker): void {
    const call = this.#waiting.get(message.id);
    if (call === undefined) {
      return;
    }
    if (message.kind === 'progress') {
      call.progress?.(message.answer);
      return;
    }
    this.#waiting.delete(message.id);
    clearTimeout(call.timer);
    if (message.kind === 'answer') {
      call.resolve(message.answer);
    } else {
      call.reject(new Error(message.error));
      // After a trap the memory of the engine may be inconsistent.
      this.stop('the engine failed');
    }
  }
}
