import { checkContent } from '../publish/build.ts';
import { formatCount } from '../util/text.ts';
import { type ApiArguments, findApi } from './api.ts';
import { printResult, warnOfEmptyCollections } from './report.ts';
import { runTask } from './terminal.ts';

/** `staticrest validate` */
export async function validateCommand(options: ApiArguments): Promise<void> {
  const { content } = options;
  const { source, load } = findApi(options);
  const api = await load();
  const { result, seconds, time } = await runTask((task) =>
    checkContent({ api, content, ...task }),
  );
  const { count: records, collections } = result;
  const counts = collections.map((one) => ({
    name: one.definition.name,
    count: one.records.length,
  }));
  const warnings = warnOfEmptyCollections(content, counts);
  const summary = `${formatCount(records, 'record')} in ${content}, no problems, in ${time}`;
  const counted = { records, seconds, warnings };
  printResult([summary], { ok: true, ...source, ...counted }, options, summary);
}
