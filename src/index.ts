export { z } from 'zod';
export { type BuildOptions, type BuildReport, build } from './build.ts';
export {
  type Api,
  type Collection,
  type Context,
  type Creation,
  defineApi,
  defineCollection,
  type Feature,
  type Features,
  type Finding,
  type Moment,
  type Source,
} from './definition.ts';
export { ORDERING_KINDS, type OrderingKind, type Sort } from './ordering.ts';
export { ContentError, formatProblem, type Problem, UsageError } from './problem.ts';
