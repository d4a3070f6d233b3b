import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Reply } from '../../../src/core/reply.ts';
import { AnswerQueue } from '../../../src/server/answer-queue.ts';

const LARGE: Reply = { status: 200, headers: {}, body: new Uint8Array(33 * 2 ** 20) };
const made = async () => LARGE;

it('more than 32 MiB are being sent -> the next answer waits; a client that has left -> none', async () => {
  const queue = new AnswerQueue();
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  expect(await queue.add(made, closed)).toBe(LARGE);
  let isNextMade = false;
  const next = queue.add(async () => {
    isNextMade = true;
    return LARGE;
  }, Promise.race([]));
  await setImmediate();
  expect(isNextMade).toBe(false);
  close();
  expect(await next).toBe(LARGE);

  const left = new AnswerQueue();
  await left.add(made, Promise.resolve());
  const gone = Promise.resolve();
  await gone;
  const waiting = left.add(made, gone);
  expect(await waiting).toBe(null);
});
