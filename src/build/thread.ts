import { parentPort, workerData } from 'node:worker_threads';
import type { Parcel } from './second-writer.ts';
import { Writer } from './writer.ts';

/*
 * The second thread of a build: it writes the documents that it is sent and answers with their rows.
 * What it can't write ends it, and the build with it.
 */
const writer = new Writer(workerData);
parentPort?.on('message', ({ bytes, tasks }: Parcel) => {
  const rows = tasks.map(({ path, old, start, end }) =>
    writer.write({ path, old, body: [bytes.subarray(start, end)] }),
  );
  parentPort?.postMessage(rows);
});
