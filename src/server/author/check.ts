import { type ContentOptions, checkContent } from '../../build/build.ts';
import { keyOf } from '../../content/check/key.ts';
import type { Records } from '../../content/check/record.ts';
import type { FieldPath } from '../../content/format.ts';
import type { Entry } from '../../content/read.ts';
import { ContentError, type SourceLocation } from '../../util/problem.ts';
import { type Draft, sourceAt } from './draft.ts';
import { badFields, Refusal } from './refusal.ts';

/**
 * Checks a draft together with all of the content, by the rules of content.
 * @returns the record's key
 * @throws Refusal where anything is wrong with it, where it would not be published, or where other
 * content has a problem: then nothing is published until that is mended
 * @throws UsageError where there is no content folder, or the definition fails
 */
export async function checkDraft(options: ContentOptions, draft: Draft): Promise<string> {
  const { entry, pathOf } = entryOf(draft);
  try {
    return publishedKey(draft, entry, await checkContent(options, [entry]));
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const own = error.problems.flatMap(({ location: place, message, help, other }) => {
      const path = pathOf(place);
      // The other record may be a private one.
      const told = other === undefined ? message : message.replace(other, 'another record');
      return path ? [{ path, message: told, help }] : [];
    });
    throw own.length > 0 ? badFields(own) : new Refusal(409, { detail: BROKEN });
  }
}

/** A draft as an entry of the content, and the way from a place in it to the field. */
function entryOf({ definition, record, file }: Draft) {
  const paths = new Map<SourceLocation, FieldPath>();
  const locate = (path: FieldPath): SourceLocation => {
    const text = sourceAt(record, path);
    const made = { file, line: 1, column: 1, length: text.length, text };
    paths.set(made, path);
    return made;
  };
  const entry: Entry = { collection: definition.name, file, alone: true, value: record, locate };
  return { entry, pathOf: (made: SourceLocation) => paths.get(made) };
}

function publishedKey({ definition }: Draft, entry: Entry, { collections }: Records): string {
  const key = keyOf(definition, entry);
  const own = collections.find((one) => one.definition === definition);
  if (key !== null && own?.records.some((one) => String(one.key) === key)) return key;
  const message = 'The API would not show this record.';
  throw badFields([{ path: [], message, help: 'Write its file by hand.' }]);
}

/** Not more: who posts may not be who writes the content. */
const BROKEN =
  'Other content is broken, and nothing can be published until it is mended; the terminal says where.';
