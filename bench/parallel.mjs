/**
 * Sixty expensive requests at once against `staticrest preview` and `staticrest dev` with 100,000 made up neighborhoods,
 * while a thread, which does not wait for their bodies, measures how long prerendered and small composed pages take.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { definitionOption, FEW_PAGES, figure, scratchFolder } from './scratch.mjs';
import { build, startDevOf, startPreview } from './server.mjs';
import { writeContent } from './synthetic.mjs';

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

/** The goals: in MB for `preview`, and in ms for 99 % of the pages meanwhile. */
const [MEMORY, LATE] = [{ most: 300 }, { most: 100 }];

/** The pages that are requested meanwhile, by their number. */
const PAGES = {
  prerendered: (number) => `limit=20&offset=${(number % 1000) * 20}`,
  'small composed': (number) => `limit=37&offset=${number * 37}`,
};

/** The query of each request, by its number. */
const KINDS = {
  'different orders': (number) => `ordering=${ORDERS[number % ORDERS.length]}&offset=${number}`,
  'different orders, all records': (number) =>
    `limit=all&ordering=${ORDERS[number % ORDERS.length]}&offset=${number}`,
  'different pages': (number) => `limit=${RECORDS - 1000}&offset=${number + 1}`,
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
  await build(content, out, ...definitionOption(scratch, FEW_PAGES));
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
    for (const [kind, queryOf] of Object.entries(PAGES)) {
      pages.push({ kind, ...(await request(workerData, queryOf(number))) });
    }
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
  const statuses = [...new Set(answers.map(({ status }) => status))].map(
    (status) => `${answers.filter((answer) => answer.status === status).length} × ${status}`,
  );
  const after = memoryOf(pid);
  const memory =
    name === 'preview' ? figure('at most', after, MEMORY, ' MB') : `at most ${after.toFixed(2)} MB`;
  console.log(
    [
      `${name}, ${REQUESTS} requests, ${kind}: ${statuses.join(', ')}, in ${seconds.toFixed(1)} s`,
      ...Object.keys(PAGES).map((own) =>
        describePages(
          own,
          pages.filter((page) => page.kind === own),
        ),
      ),
      `  memory: before ${before.toFixed(0)} MB, ${memory}`,
    ].join('\n'),
  );
  await stop();
}

/** How long pages took, and how many failed. */
function describePages(kind, pages) {
  const times = pages.map(({ time }) => time).sort((a, b) => a - b);
  const at = (share) => times[Math.ceil(times.length * share) - 1];
  const failed = pages.filter(({ status }) => status !== 200).length;
  const late = figure('99 %', at(0.99), LATE, ' ms');
  return `  ${pages.length} ${kind} pages: median ${at(0.5).toFixed(0)} ms, ${late}, longest ${at(1).toFixed(0)} ms, not 200: ${failed}`;
}

/** The most memory that a process has held so far, in MB. Linux only. */
function memoryOf(pid) {
  const [, kilobytes] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (kilobytes * 1024) / 1e6;
}
