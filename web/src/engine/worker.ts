/** A worker with the engine: answers calls one after the other. */
import * as engine from '#engine';
import type { FromWorker, ToWorker } from './messages.ts';

const send = (message: FromWorker) => self.postMessage(message);

function answer(message: Extract<ToWorker, { kind: 'call' }>): string | Uint8Array<ArrayBuffer> {
  const [first = '', second = ''] = message.arguments;
  switch (message.call) {
    case 'language':
      return engine.language();
    case 'embedded_tasks':
      return engine.embedded_tasks();
    case 'example':
      return engine.example(first);
    case 'read_tasks':
      return engine.read_tasks(first, second);
    case 'run':
      return engine.run(first);
    case 'times':
      return engine.times(first);
    case 'svg':
      return engine.svg(first);
    case 'png':
      return engine.png(first) as Uint8Array<ArrayBuffer>;
    case 'search':
      return engine.search(first, (text: string) => send({ kind: 'progress', id: message.id, answer: text }));
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') {
    engine.initSync({ module: data.module });
    return;
  }
  try {
    send({ kind: 'answer', id: data.id, answer: answer(data) });
  } catch (error) {
    send({ kind: 'failed', id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
};
