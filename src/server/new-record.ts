import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import type { Api, Moment } from '../api/definition.ts';
import type { ContentOptions } from '../build/build.ts';
import { readContentFile } from '../content/file.ts';
import { UsageError } from '../util/problem.ts';
import { readBody } from './request-body.ts';
import { checkDraft } from './author/check.ts';
import { type Creatable, type Draft, draftOf, noFile, requireFileNames } from './author/draft.ts';
import { makeFolders, removeUnchanged, writeNewFile } from './new-file.ts';
import { Refusal } from './author/refusal.ts';

export interface AuthorOptions extends ContentOptions {
  /** What the record takes from the moment it is made; absent: from this one. */
  readonly moment?: Moment | undefined;
}

/** A record that was added to the content. */
export interface Added {
  readonly status: 201;
  readonly key: string;
  /** Its file, whose path begins with the content folder as that was given. */
  readonly file: string;
  /** Takes the file away again, unless somebody has changed it since. */
  undo(): Promise<void>;
}

/** A record that was not added: what was wrong, in the shape of a DRF error. */
export type Refused = Pick<Refusal, 'status' | 'body'>;

/**
 * Adds a record to the content: reads a request's body, makes a record of it, checks that with all of
 * the content, and writes a new YAML file. Wait for one call to end before the next: two at once could
 * each be right alone and wrong together.
 * @param name a collection that has `create`
 * @param body JSON
 * @throws UsageError where the collection takes no records, the content folder can't be used, or the
 * definition fails; whatever the file system throws
 */
export async function addRecord(
  options: AuthorOptions,
  name: string,
  body: Uint8Array,
): Promise<Added | Refused> {
  const { api, content, moment = thisMoment() } = options;
  const definition = requireCreatable(api, name);
  try {
    const draft = draftOf(definition, readBody(body), moment);
    const key = await checkDraft(options, draft);
    return { status: 201, key, ...(await writeDraft(content, draft)) };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body };
    throw error;
  }
}

function requireCreatable(api: Api, name: string): Creatable {
  const definition = api.collections.find((one) => one.name === name);
  if (definition?.create) return definition as Creatable;
  throw new UsageError(`The collection ${name} takes no new records: it has no create.`);
}

const thisMoment = (): Moment => ({
  uuid: randomUUID,
  // Clocks that count finer than milliseconds stand still while the machine sleeps.
  now: new Date().toISOString().replace('Z', '000Z'),
});

async function writeDraft(content: string, draft: Draft): Promise<Pick<Added, 'file' | 'undo'>> {
  requireFileNames(draft);
  const file = path.join(content, draft.file);
  const text = stringify(draft.record, STYLE);
  makeFolders(content, draft.names.slice(0, -1));
  if (!writeNewFile(file, text)) throw noFile(draft, 'where there is something already.');
  const undo = async () => removeUnchanged(file, text);
  if (isDeepStrictEqual(readContentFile(file).value, draft.record)) return { file, undo };
  await undo();
  throw new Error(`What was written to ${file} does not read as what was meant.`);
}

/** As people write content: single quotes, also around what readers of YAML 1.1 take for no text. */
const STYLE = {
  compat: 'yaml-1.1',
  singleQuote: true,
  lineWidth: 0,
  aliasDuplicateObjects: false,
} as const;
