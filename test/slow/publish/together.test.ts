import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { HEAD, namesNextTo, targetWith, textsOf } from '../../support/publishing.ts';

it('three builds of one target at the same time -> all succeed', async () => {
  const target = targetWith();
  const times = 12;
  const workers = ['one', 'two', 'three'].map((text) => {
    const url = new URL('../../support/publish-worker.mjs', import.meta.url);
    return once(new Worker(url, { workerData: { target, times, text, head: HEAD } }), 'exit');
  });
  expect(await Promise.all(workers)).toEqual([[0], [0], [0]]);
  const texts = Object.values(textsOf(target));
  expect(texts).toHaveLength(100);
  expect([1, 2]).toContain(new Set(texts).size);
  expect(namesNextTo(target)).toEqual([]);
});
