/** The API of this checkout: the Bicycle Network Analysis, which is defined in `src/bna/`. */
export { bnaApi as default } from './lib/bna/bna.js';
