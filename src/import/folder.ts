import { UsageError } from '../util/problem.ts';
import type { Data } from './data.ts';

/**
 * Reads a folder with a record in each file.
 * @throws UsageError where it has no such files, ContentError with their problems
 */
export function readFolder(from: string): Data {
  throw new UsageError(`${from} is a folder. Choose a file in it.`);
}
