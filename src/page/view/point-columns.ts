/**
 * The points of a collection's map, as lists with a value for each record, in the default order: a record's
 * index in these lists is the number of its row in the store.
 */
export interface PointColumns {
  readonly labels: readonly string[];
  /** In degrees; null where a record has no position. */
  readonly longitudes: readonly (number | null)[];
  readonly latitudes: readonly (number | null)[];
  /** What distinguishes points with the same label, such as their states: a list of texts for each field. */
  readonly details: readonly (readonly string[])[];
  /** The number that gives the points their colours, and what it is; absent: all have one colour. */
  readonly value?: { readonly title: string; readonly values: readonly (number | null)[] };
  /** The rows of the most important records, the first of them first. */
  readonly ranked: readonly number[];
}
