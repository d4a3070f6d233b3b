/** A thread that publishes a site into the same target several times. */
import { workerData } from 'node:worker_threads';
import { publishSite, writeSite } from '../../lib/internals.js';

const { target, times, text, head } = workerData;

for (let time = 0; time < times; time++) {
  const files = Array.from({ length: 100 }, (_, index) => ({
    path: `data/${100 + index}.json`,
    body: [Buffer.from(`${text}${index % 2 ? time : ''}`)],
  }));
  const site = { head, files: () => files };
  await publishSite(target, {}, (staging) => writeSite(staging, site, target, {}));
}
