import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const engine = root('target/web/engine');

/** Puts the compressed engine and the hash of the sources into the page, so that one file is all of it. */
function embedEngine(): Plugin {
  return {
    name: 'embed-engine',
    transformIndexHtml: {
      order: 'post',
      handler() {
        const wasm = gzipSync(readFileSync(`${engine}/engine_bg.wasm`), { level: 9 }).toString('base64');
        return [
          {
            tag: 'meta',
            attrs: { name: 'arcbatt-sources', content: process.env.ARCBATT_SOURCES ?? 'development' },
            injectTo: 'head',
          },
          {
            tag: 'script',
            attrs: { id: 'engine', type: 'application/wasm+gzip;base64' },
            children: wasm,
            injectTo: 'body',
          },
        ];
      },
    },
  };
}

export default defineConfig({
  resolve: { alias: { '#engine': `${engine}/engine.js` } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: root('target/web/dist'),
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 1 << 24,
  },
  // Browsers start no module from a file:// page in a worker.
  worker: { format: 'iife' },
  plugins: [viteSingleFile({ removeViteModuleLoader: true }), embedEngine()],
});
