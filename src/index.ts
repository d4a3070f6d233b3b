export { z } from 'zod';
export { decimal } from './api/decimal.ts';
export {
  type Api,
  type Collection,
  type Context,
  type Creation,
  type CreationContext,
  defineApi,
  defineCollection,
  type Feature,
  type Features,
  type Finding,
  type RecordSources,
  type Source,
} from './api/definition.ts';
export { ORDERING_KINDS, type OrderingKind, type Sort } from './core/ordering.ts';
export { type BuildOptions, type BuildReport, build } from './publish/build.ts';
export { ContentError, formatProblem, type Problem, UsageError } from './util/problem.ts';
