import { checkContent } from '../build/build.ts';
import { formatCount } from '../util/text.ts';
import { type ApiArguments, loadApi } from './api.ts';
import { warnOfEmptyCollections } from './empty-collections.ts';
import { printResult } from './report.ts';
import { runTask } from './terminal.ts';

/** `staticrest validate` */
export async function validateCommand(options: ApiArguments): Promise<void> {
  const { content } = options;
  const { api, source } = await loadApi(options);
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
