import type { Api, Meanings, Source } from '../definition.ts';

/** What a definition says about itself in words: it travels with the site, as JSON. */
export interface About {
  readonly name: string;
  readonly description: string;
  readonly sources?: readonly Source[];
  readonly collections: readonly AboutCollection[];
}

/** What is said of one collection. */
interface AboutCollection {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly fields?: Meanings;
}

/** What a definition says about itself. */
export const aboutOf = ({ name, description, sources, collections }: Api): About => ({
  name,
  description,
  ...(sources && { sources }),
  collections: collections.map(({ name, title, description, fields }) => ({
    name,
    title,
    description,
    ...(fields && { fields }),
  })),
});
