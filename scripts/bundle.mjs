// Bundles into lib/, each with all that it imports: the code that runs elsewhere than in Node, and what
// prints types, of whose packages a user would need only a part.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const common = { bundle: true, minify: true, target: 'es2022', logLevel: 'warning' };
const inSource = (file) => path.join(root, 'src', file);
const inLib = (file) => path.join(root, 'lib', file);

const bundles = [
  { name: 'answer.bundle.js', from: 'core/answer.ts', format: 'esm' },
  { name: 'worker.bundle.js', from: 'hosts/edge/worker.ts', format: 'esm' },
  // Not every browser takes a module for a service worker.
  { name: 'service-worker.bundle.js', from: 'hosts/edge/service-worker.ts', format: 'iife' },
  { name: 'explorer.bundle.js', from: 'describe/client/explorer.ts', format: 'esm' },
  { name: 'explorer.css', from: 'describe/client/explorer.css' },
];
for (const { name, from, ...options } of bundles) {
  await build({ ...common, ...options, entryPoints: [inSource(from)], outfile: inLib(name) });
}

const [printer, printed] = [inSource('describe/thread.ts'), inLib('types.bundle.js')];
const sources = [printer, path.join(root, 'package.json'), import.meta.filename];
// It takes a second, and changes with its packages.
if (sources.some((file) => isNewer(file, printed))) {
  const { metafile } = await build({
    ...common,
    entryPoints: [printer],
    outfile: printed,
    platform: 'node',
    format: 'esm',
    metafile: true,
    legalComments: 'none',
    // Some of it is written as CommonJS.
    banner: {
      js: [
        "import { createRequire } from 'node:module';",
        'const require = createRequire(import.meta.url);',
        'const { filename: __filename, dirname: __dirname } = import.meta;',
      ].join(''),
    },
  });
  writeFileSync(inLib('types.bundle.LICENSES.txt'), licencesOf(Object.keys(metafile.inputs)));
}

function isNewer(file, made) {
  return !existsSync(made) || statSync(file).mtimeMs > statSync(made).mtimeMs;
}

/** The licences of the packages that files are of. */
function licencesOf(files) {
  const folders = files.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  const texts = [...new Set(folders)]
    .filter(Boolean)
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const isTerms = (file) => /^(?:licen[cs]e|notice|copying|thirdparty)/i.test(file);
      const terms = readdirSync(folder).filter(isTerms);
      const told = terms.map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim());
      return [`${name} ${version}: ${license}`, ...told].join('\n\n');
    });
  return `types.bundle.js holds these packages.\n\n${texts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
}
