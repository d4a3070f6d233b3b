import { type Api, defineApi, type Source } from '../api/definition.ts';
import { countries } from './country.ts';
import { neighborhoods } from './neighborhood.ts';
import { neighborhoodPoints } from './neighborhood-points.ts';
import { results } from './result.ts';
import { scoreMetadata } from './score-metadata.ts';

/** A licence of the SPDX list. */
const spdx = (name: string) => ({ name, url: `https://spdx.org/licenses/${name}.html` });

const SOURCES: readonly Source[] = [
  {
    name: 'PeopleForBikes City Ratings, v25.09 and v24.01.1',
    url: 'https://github.com/PeopleForBikes/brokenspoke',
    licence: spdx('MIT'),
    data: 'the neighborhoods and their results',
  },
  {
    name: 'ISO 3166-1 and 3166-2, as in Debian’s iso-codes',
    url: 'https://salsa.debian.org/iso-codes-team/iso-codes',
    licence: spdx('LGPL-2.1-or-later'),
    data: 'the countries and their subdivisions, except those of Denmark and Norway',
  },
  { name: 'The analysis’ own lists', data: 'the regions of Denmark and Norway' },
  {
    name: 'Upstream’s reference of the API',
    data: 'the names, labels and categories of the scores',
  },
  { name: 'This project', licence: spdx('MIT'), data: 'the descriptions of the scores' },
];

/** The Bicycle Network Analysis reference API. */
export const bnaApi: Api = defineApi({
  name: 'Bicycle Network Analysis',
  description:
    'Cities and towns of the United States and Canada, and how well people there reach everyday places by bicycle: the results of the latest analyses, what each score means, and the countries of the world with their subdivisions.',
  icon: '🚲',
  sources: SOURCES,
  main: 'results',
  formats: ['json', 'api'],
  collections: [
    countries,
    scoreMetadata,
    { ...neighborhoods, features: neighborhoodPoints, map: { value: 'overall_score' } },
    results,
  ],
});
