/** What benches and threads use of the source, bundled into `lib/internals.js`. */
export { bnaApi } from '../../src/bna/bna.ts';
export { build } from '../../src/publish/build.ts';
export { publishSite } from '../../src/publish/publish.ts';
export { metadataOf } from '../../src/site/api-metadata.ts';
export { serialize } from '../../src/site/serialize.ts';
export { gridOf, SiteFiles } from '../../src/site/site-files.ts';
export { StoreFiles } from '../../src/site/store-files.ts';
