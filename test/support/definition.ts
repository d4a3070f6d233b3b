import { type Api, type Collection, defineApi } from '../../src/api/definition.ts';

/** What only people read of a collection, for definitions of tests. */
export const titled = (name: string) => ({ name, title: name, description: `Some ${name}.` });

/** An API of these collections. */
export const apiOf = (...collections: Collection[]): Api =>
  defineApi({ name: 'Small', description: 'A small API.', collections });
