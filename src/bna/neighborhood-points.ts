import { z } from 'zod';
import type { Features } from '../api/definition.ts';
import { neighborhoodSlug, type neighborhoods, publishedNeighborhood } from './neighborhood.ts';
import { results } from './result.ts';
import { nullableScore, scoresTo } from './score.ts';

/** The scores of a point. They are null for a neighborhood without a result. */
const POINT_SCORES = [
  'overall_score',
  'people',
  'opportunity',
  'core_services',
  'retail',
  'recreation',
  'transit',
] as const;

const { uuid, name, label, state_abbrev, country } = publishedNeighborhood.shape;

const pointProperties = z.object({
  uuid,
  name,
  label,
  state: state_abbrev,
  country: country.shape.code,
  ...scoresTo(POINT_SCORES, nullableScore),
});

/** Neighborhoods as points on a map. They are not in `neighborhoods`, which results need. */
export const neighborhoodPoints: Features<typeof neighborhoods.schema, typeof pointProperties> = {
  properties: pointProperties,
  feature: (record, { find }) => {
    const { uuid, label, state_abbrev: state = '', country, latitude, longitude } = record;
    // The position is unknown.
    if (latitude === undefined || longitude === undefined) return null;
    const result = find(results, uuid);
    const scores = scoresTo(POINT_SCORES, (score) => result?.[score] ?? null);
    const properties = { uuid, name: neighborhoodSlug(record), label, state, country, ...scores };
    return { latitude, longitude, properties };
  },
  rank: ({ population = 0 }) => population,
};
