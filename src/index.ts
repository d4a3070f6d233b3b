export { z } from 'zod';
export { type BuildOptions, type BuildReport, build } from './build.ts';
export {
  type Api,
  type Collection,
  type Context,
  defineApi,
  defineCollection,
  type Finding,
  ORDERING_KINDS,
  type OrderingKind,
  type Sort,
} from './definition.ts';
export { ContentError, formatProblem, type Problem, UsageError } from './problem.ts';
