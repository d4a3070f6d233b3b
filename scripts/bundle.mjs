// Bundles the code that runs in browsers and on edge platforms into lib/, each file with all its imports.
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');

const bundles = [
  { name: 'answer.bundle.js', from: 'core/answer.ts', format: 'esm' },
  { name: 'worker.bundle.js', from: 'hosts/edge/worker.ts', format: 'esm' },
  // Not every browser supports modules as service workers.
  { name: 'service-worker.bundle.js', from: 'hosts/edge/service-worker.ts', format: 'iife' },
  { name: 'explorer.bundle.js', from: 'describe/client/explorer.ts', format: 'esm' },
  { name: 'explorer.css', from: 'describe/client/explorer.css' },
];

for (const { name, from, ...options } of bundles) {
  await build({
    ...options,
    bundle: true,
    minify: true,
    target: 'es2022',
    logLevel: 'warning',
    entryPoints: [path.join(root, 'src', from)],
    outfile: path.join(root, 'lib', name),
  });
}

// Deployed as it is written.
copyFileSync(
  path.join(root, 'src/hosts/service-worker/register.js'),
  path.join(root, 'lib/register.js'),
);
