/** What benches and threads use of the source, bundled into `lib/internals.js`. */
export { bnaApi } from '../../src/bna/bna.ts';
export { build } from '../../src/publish/build.ts';
export { writeSite } from '../../src/publish/new-site.ts';
export { publishSite } from '../../src/publish/publish.ts';
