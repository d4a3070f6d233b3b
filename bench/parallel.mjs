/**
 * Sixty expensive requests at once against `staticrest preview` and `staticrest dev` with 100,000 made up neighborhoods,
 * while a thread measures how long pre-rendered pages take.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { writeContent } from '../test/support/synthetic.mjs';
import { scratchFolder } from './scratch.mjs';
import { build, startDevOf, startPreview } from './server.mjs';

const [RECORDS, REQUESTS, PAUSE] = [100_000, 60, 10];

const FIELDS = [
  'city_fips',
  'uuid',
  'name',
  'label',
  'state_abbrev',
  'created_at',
  'modified_at',
  'last_job',
];
const ORDERS = FIELDS.flatMap((one) =>
  FIELDS.flatMap((other) => (one === other ? [] : `${one},${other}`)),
);

/** The query of each request, by its number. */
const KINDS = {
  'the same order': () => 'ordering=city_fips',
  'different orders': (number) => `ordering=${ORDERS[number % ORDERS.length]}&offset=${number}`,
  'different orders, all records': (number) =>
    `limit=all&ordering=${ORDERS[number % ORDERS.length]}&offset=${number}`,
  'different windows': (number) => `limit=${RECORDS - 1000}&offset=${number + 1}`,
  'different searches': (number) => `search=a${number}`,
  'all records': () => 'limit=all',
};

/** Requests a page: the status of the answer, its bytes, and how long it took, in ms. */
const request = (origin, query) =>
  new Promise((done) => {
    const start = performance.now();
    const end = (status, bytes = 0) => done({ status, bytes, time: performance.now() - start });
    http
      .get(`${origin}/api/neighborhoods/?${query}`, { agent: false }, (response) => {
        let bytes = 0;
        response.on('data', ({ length }) => {
          bytes += length;
        });
        response.on('end', () => end(response.statusCode, bytes));
      })
      .on('error', ({ code }) => end(code));
  });

if (isMainThread) {
  const scratch = scratchFolder();
  const [content, out] = [path.join(scratch, 'content'), path.join(scratch, 'dist')];
  writeContent(content, { count: RECORDS, shape: 'list' });
  await build(content, out, '--formats', 'none', '--filters', 'none', '--limits', '20,100');
  for (const [name, start] of [
    ['preview', () => startPreview(out)],
    ['dev', () => startDevOf(content)],
  ]) {
    for (const [kind, queryOf] of Object.entries(KINDS)) await measure(name, start, kind, queryOf);
  }
} else {
  let isRunning = true;
  parentPort.once('message', () => {
    isRunning = false;
  });
  const pages = [];
  for (let number = 0; isRunning; number++) {
    pages.push(await request(workerData, `limit=20&offset=${(number % 1000) * 20}`));
    await setTimeout(PAUSE);
  }
  parentPort.postMessage(pages);
}

async function measure(name, start, kind, queryOf) {
  const { origin, pid, stop } = await start();
  await request(origin, 'limit=20');
  const before = memoryOf(pid);
  const thread = new Worker(new URL(import.meta.url), { workerData: origin });
  await setTimeout(500);
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, (_, number) => request(origin, queryOf(number))),
  );
  const seconds = (performance.now() - started) / 1000;
  const pages = await new Promise((done) => {
    thread.once('message', done).postMessage('stop');
  });
  const times = pages.map(({ time }) => time).sort((a, b) => a - b);
  const at = (share) => `${times[Math.floor((times.length - 1) * share)].toFixed(0)} ms`;
  const statuses = [...new Set(answers.map(({ status }) => status))].map(
    (status) => `${answers.filter((answer) => answer.status === status).length} × ${status}`,
  );
  const failed = pages.filter(({ status }) => status !== 200).length;
  console.log(
    [
      `${name}, ${REQUESTS} requests, ${kind}: ${statuses.join(', ')}, in ${seconds.toFixed(1)} s`,
      `  ${pages.length} pre-rendered pages: median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}, not 200: ${failed}`,
      `  memory: ${before} before, ${memoryOf(pid)} at most`,
    ].join('\n'),
  );
  await stop();
}

/** The most memory that a process has held so far. Linux only. */
function memoryOf(pid) {
  const [, kilobytes] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return `${Math.round((kilobytes * 1024) / 1e6)} MB`;
}
