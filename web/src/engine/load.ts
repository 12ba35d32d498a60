/** The engine, which is part of the page: compressed, in the element `engine`. */

async function bytes(): Promise<BufferSource> {
  const text = document.getElementById('engine')?.textContent;
  if (!text) {
    throw new Error('the page has no engine: build it with .ci/web');
  }
  const packed = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).arrayBuffer();
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled once; a worker that restarts gets the same module at once. */
export function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= bytes().then((source) => WebAssembly.compile(source));
  return compiled;
}
