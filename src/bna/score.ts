import { z } from 'zod';

/** The names of the scores, in the order of `score_metadata`. */
export const SCORES = [
  'population_total',
  'people',
  'overall_score',
  'retail',
  'transit',
  'core_services',
  'core_services_social_services',
  'core_services_pharmacies',
  'core_services_grocery',
  'core_services_doctors',
  'core_services_dentists',
  'core_services_hospitals',
  'recreation',
  'recreation_parks',
  'recreation_trails',
  'recreation_community_centers',
  'opportunity',
  'opportunity_k12_education',
  'opportunity_employment',
  'opportunity_higher_education',
  'opportunity_technical_vocational_college',
] as const;

export type Score = (typeof SCORES)[number];

/** An object with a value for each score. */
export const scoresTo = <Name extends Score, T>(
  names: readonly Name[],
  valueFor: (name: Name) => T,
) => Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<Name, T>;

/** The field of a score, without null. */
export const scoreField = (name: Score): z.ZodNumber =>
  name === 'population_total' ? z.int().nonnegative() : z.number().min(0).max(100);

/** The field of a score that may be unknown. */
export const nullableScore = (name: Score) =>
  scoreField(name).nullable().describe('See score_metadata. Null if unknown.');
