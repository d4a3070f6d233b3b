import type { DataSite } from '../answer/answer.ts';

/** The table of the site, which stands before this code where it is deployed. */
declare const GRID: DataSite['grid'];

console.log(GRID.base);
