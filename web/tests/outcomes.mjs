// Compares the answers of engines in WebAssembly with the native ones.
//
//   node outcomes.mjs OUTCOMES.jsonl ENGINE...
//
// An engine is a .wasm file, or a page that holds one.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const [outcomes, ...engines] = process.argv.slice(2);

function bytes(path) {
  if (path.endsWith('.wasm')) {
    return readFileSync(path);
  }
  const text = readFileSync(path, 'utf8');
  const start = text.indexOf('>', text.indexOf('<script id="engine"')) + 1;
  return gunzipSync(Buffer.from(text.slice(start, text.indexOf('</script>', start)), 'base64'));
}

function answer(engine, call, args) {
  if (call === 'search') {
    const found = JSON.parse(engine.search(args[0], () => {}));
    found.seconds = 0;
    // As Rust writes it.
    return JSON.stringify(found).replace(/"seconds":0}$/, '"seconds":0.0}');
  }
  return engine[call](...args);
}

const lines = readFileSync(outcomes, 'utf8').trimEnd().split('\n');
let failed = false;
for (const path of engines) {
  // A copy of the module for each engine.
  const engine = await import(`../../target/web/engine/engine.js?${path}`);
  engine.initSync({ module: new WebAssembly.Module(bytes(path)) });
  const times = [];
  let different = 0;
  for (const line of lines) {
    const [call, args, native] = JSON.parse(line);
    const started = performance.now();
    const got = answer(engine, call, args);
    if (call === 'run') {
      times.push(performance.now() - started);
    }
    if (got !== native) {
      different += 1;
      if (different <= 3) {
        console.error(
          `${path}: ${call} ${args.join(' ').slice(0, 300)}\n  native  ${native.slice(0, 300)}\n  browser ${got.slice(0, 300)}`,
        );
      }
    }
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(2);
  console.log(
    `${path}: ${lines.length - different} of ${lines.length} answers as natively; a run takes ${at(0.5)} ms (median), ${at(0.99)} ms (p99), ${at(1)} ms (most)`,
  );
  failed ||= different > 0 || lines.length < 1_500;
}
process.exit(failed || engines.length === 0 ? 1 : 0);
