// Bundles the code that runs elsewhere than in Node, each with all that it imports, into lib/.
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const bundles = [
  { name: 'answer', from: 'answer/answer.ts', format: 'esm' },
  { name: 'worker', from: 'edge/worker.ts', format: 'esm' },
  // Not every browser takes a module for a service worker.
  { name: 'service-worker', from: 'edge/service-worker.ts', format: 'iife' },
];
for (const { name, from, format } of bundles) {
  await build({
    entryPoints: [path.join(root, 'src', from)],
    outfile: path.join(root, `lib/${name}.bundle.js`),
    bundle: true,
    format,
    minify: true,
    target: 'es2022',
    logLevel: 'warning',
  });
}
