import { z } from 'zod';
import { decimal } from '../api/decimal.ts';
import { type Api, type Collection, defineApi, defineCollection } from '../api/definition.ts';
import { publishRecords } from '../content/check/record.ts';
import { textConverter } from '../content/convert.ts';
import { createLocator, formatOf, parseBytes } from '../content/file.ts';
import { makeEntries } from '../content/read.ts';
import { yaml } from '../content/yaml.ts';
import { byLocation, ContentError } from '../util/problem.ts';
import { runInTurns, type TaskOptions } from '../util/progress.ts';
import { readValues } from './cells.ts';
import type { NewCollection } from './collection.ts';
import { filesOf } from './data.ts';
import { definitionSource } from './definition.ts';

/** The API of a new project, without its files. */
export function defineNewApi(collection: NewCollection): Api {
  const source = definitionSource(collection).replace(/^import .*$/m, '');
  const body = source.replace('\nexport default', '\nreturn');
  const define = new Function('decimal', 'defineApi', 'defineCollection', 'z', body);
  return define(decimal, defineApi, defineCollection, z);
}

/** A collection of a table of an address with its values as `pull` reads them: what is text is not converted. */
export function readAsPulled(collection: NewCollection): NewCollection {
  const { data, name } = collection;
  if (!data.received) return collection;
  const [definition] = defineNewApi(collection).collections as [Collection];
  const { records } = readValues({ ...data, records: data.received }, definition);
  const read = { ...data, records };
  return { ...collection, data: read, files: filesOf(read, name) };
}

/**
 * Reads and checks the records of a new project by its definition, as `validate` does.
 * @throws ContentError with every problem; the signal's reason
 */
export async function checkNewRecords(api: Api, { name, files }: NewCollection, task: TaskOptions) {
  const [definition] = api.collections as [Collection];
  const options = { ...definition.content, converterOf: textConverter(definition.schema) };
  const read = files.map(({ file, from, bytes }) => {
    const format = formatOf(file) ?? yaml;
    const locate = createLocator(format, from, () => bytes, options);
    const content = parseBytes(format, from, bytes, options);
    return makeEntries(`${name}/${file}`, definition, content, locate, options);
  });
  const entries = read.flatMap((one) => one.entries);
  const checked = publishRecords(api, entries, () => '');
  const records = await runInTurns(checked, 'Checking', task);
  const problems = [...read.flatMap((one) => one.problems), ...records.problems];
  if (problems.length > 0) throw new ContentError(problems.sort(byLocation));
  return records;
}
