import { z } from 'zod';
import { type Api, type Collection, defineApi, defineCollection } from '../api/definition.ts';
import { publishRecords } from '../content/check/record.ts';
import { textConverter } from '../content/convert.ts';
import { createLocator } from '../content/file.ts';
import type { Entry } from '../content/read.ts';
import { byLocation, ContentError } from '../util/problem.ts';
import { runInTurns, type TaskOptions } from '../util/progress.ts';
import { isCsv, readValue } from './data.ts';
import { definitionSource, type NewCollection } from './definition.ts';
import type { Row } from './field.ts';

/**
 * Checks the records of a new project by its definition, as `validate` does.
 * @param from the file or the address of the records
 * @throws ContentError with every problem; the signal's reason
 */
export async function assertValid(
  collection: NewCollection,
  from: string,
  task: TaskOptions,
): Promise<void> {
  const { name, data } = collection;
  const source = definitionSource(collection).replace(/^import .*$/m, '');
  const body = source.replace('\nexport default', '\nreturn');
  const define = new Function('defineApi', 'defineCollection', 'z', body);
  const api: Api = define(defineApi, defineCollection, z);
  const [{ schema }] = api.collections as [Collection];
  const options = { ...data.content, converterOf: textConverter(schema) };
  const records = isCsv(data.file) ? (readValue(from, options) as Row[]) : data.records;
  const list = data.content.from === undefined ? [] : [data.content.from];
  const locate = createLocator(from, options);
  const common = { collection: name, file: data.file, isSingleRecord: false };
  const entries = records.map((value, index): Entry => {
    return { ...common, value, locate: (path, part) => locate([...list, index, ...path], part) };
  });
  const checked = publishRecords(api, entries, () => '');
  const { problems } = await runInTurns(checked, 'Checking', task);
  if (problems.length > 0) throw new ContentError([...problems].sort(byLocation));
}
