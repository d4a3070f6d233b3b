import { fileLocation, type Problem } from '../../util/problem.ts';
import type { FieldPart, Unlocated } from '../format.ts';
import type { Entry } from '../read.ts';

/** A problem of a record with its location. The value of one field can be the name of the file. */
export function locateProblem(
  entry: Entry,
  { path, part, ...problem }: Unlocated & Pick<FieldPart, 'path'> & Partial<FieldPart>,
): Problem {
  const location = entry.locate(path, part);
  if (path.length !== 1 || path[0] !== entry.nameField) return { ...problem, location };
  const message = `${problem.message} Its value is the name of the file.`;
  return { ...problem, message, location: fileLocation(location.file) };
}
