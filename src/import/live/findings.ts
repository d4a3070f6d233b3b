import type { GuessedField, Row } from '../field.ts';
import type { FetchPage } from './fetch-listing.ts';

/** What is known of a listing while it is examined. */
export interface Findings {
  readonly fetchPage: FetchPage;
  /** The parameter for large pages; none if all have one size. */
  readonly largePages: Readonly<Record<string, string>>;
  readonly records: readonly Row[];
  /** The fields with one value, such as a text or a number. */
  readonly fields: readonly GuessedField[];
  /** What is not as the live API has it, as sentences. */
  readonly notes: string[];
}

const VALUE_TYPES = {
  string: 'text',
  int: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'date-time',
} as const;

/** The type of the values of a field; undefined for lists, objects, and values of several types. */
export const valueTypeOf = ({ schema }: Pick<GuessedField, 'schema'>) =>
  VALUE_TYPES[/^z\.(?:iso\.)?(\w+)/.exec(schema)?.[1] as keyof typeof VALUE_TYPES];
