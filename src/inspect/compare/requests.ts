import { createHash } from 'node:crypto';
import { type Filter, isFilterValue, textsAt } from '../../core/filter.ts';
import { type CollectionGrid, type Grid, windowNames } from '../../core/grid.ts';

/** A published record. */
export type Fields = Readonly<Record<string, unknown>>;

/** A request for the list of a collection or for an item of it, wherever the API is. */
export interface ComparedRequest {
  readonly collection: string;
  readonly method: 'GET' | 'HEAD' | 'OPTIONS';
  /** The key of an item, unencoded; absent for the list. */
  readonly key?: string;
  /** The text after the question mark; empty if there is none. */
  readonly query: string;
}

/** What one side answers. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** One side of a comparison. */
export interface Side {
  /** The absolute address of the list of each collection, by name. */
  readonly addresses: Readonly<Record<string, string>>;
  ask(request: ComparedRequest): Promise<Answer>;
}
