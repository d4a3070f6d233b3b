import os from 'node:os';
import type { ManifestRow } from '../site/manifest.ts';
import type { SiteFile } from '../site/site-file.ts';
import { type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import type { Predecessor } from './predecessor.ts';
import { SecondWriter } from './second-writer.ts';
import { type Task, Writer, type WriterOptions } from './writer.ts';

/** How many documents are written at a time, before others get a turn. */
const BATCH = 64;

/** After how many documents a second thread is worth its start. */
const MANY = 256;

/** How many batches may wait for one before them. */
const MOST_UNDER_WAY = 16;

/** A file that is written, and its row in the site that is replaced. */
export interface Written {
  readonly row: ManifestRow;
  readonly old: ManifestRow | undefined;
}

/**
 * Writes documents, in two threads where there are many of them and more than one processor: each next
 * batch goes to the second thread when that is free, and is written here when it is not.
 * @param documents in the order of their paths
 * @returns what was written, in the same order
 * @throws where documents are in another order, and whatever the file system throws
 */
export async function* writeDocuments(
  documents: Iterable<SiteFile>,
  predecessor: Predecessor,
  options: WriterOptions,
  attendance: TaskOptions,
): AsyncGenerator<Written[]> {
  const writer = new Writer(options);
  const underWay: Promise<Written[]>[] = [];
  let second: SecondWriter | undefined;
  let given = 0;
  try {
    for (const tasks of batches(documents, predecessor)) {
      await yieldToEventLoop(attendance, 'Writing', given);
      if (given >= MANY && os.availableParallelism() > 1) second ??= new SecondWriter(options);
      given += tasks.length;
      const writing = second?.isFree ? there(second, tasks) : here(writer, tasks);
      // Its failure is heard when its turn comes.
      writing.catch(() => {});
      underWay.push(writing);
      if (underWay.length > MOST_UNDER_WAY) yield (await underWay.shift()) ?? [];
    }
    for (const one of underWay) yield await one;
    // Ctrl-C during the last files is only heard now.
    await yieldToEventLoop(attendance, 'Writing', given);
  } finally {
    await second?.close();
  }
}

const here = async (writer: Writer, tasks: readonly Task[]): Promise<Written[]> =>
  tasks.map((task) => ({ row: writer.write(task), old: task.old }));

async function there(second: SecondWriter, tasks: readonly Task[]): Promise<Written[]> {
  const rows = await second.write(tasks);
  return rows.map((row, index) => ({ row, old: tasks[index]?.old }));
}

function* batches(documents: Iterable<SiteFile>, predecessor: Predecessor): Generator<Task[]> {
  let tasks: Task[] = [];
  let before = '';
  for (const document of documents) {
    // The manifest is written along, and two files of one path would be one.
    if (document.path <= before) throw new Error(`${document.path} comes after ${before}.`);
    before = document.path;
    tasks.push({ ...document, old: predecessor.rowOf(document.path) });
    if (tasks.length < BATCH) continue;
    yield tasks;
    tasks = [];
  }
  if (tasks.length > 0) yield tasks;
  predecessor.end();
}
