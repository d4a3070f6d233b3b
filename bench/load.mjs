/**
 * At least 20,000 requests over 64 connections against `staticrest dev`, and as many against
 * `staticrest preview` of a built site, while the shipped content gets a new record ten times and is
 * built again under them. Every page is compared with what the generation holds that it
 * says it is of: each has one record more, so its count tells. Then `staticrest preview` is compared with only serve-handler.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import { figure, median, scratchFolder } from './scratch.mjs';
import { build, neighborhoodNumber, startBare, startDev, startPreview } from './server.mjs';

const [REQUESTS, CONNECTIONS, REBUILDS, LONGEST] = [20_000, 64, 10, 300];
/** How the preview is compared with only serve-handler. */
const [ROUNDS, COMPARED] = [5, { connections: CONNECTIONS, duration: 3 }];
/** Requests for the address that the site was built for, so that no link changes. */
const BUILT_FOR = { host: 'localhost:8080' };
const PAGE = {
  target: '/api/neighborhoods/?limit=20',
  file: 'api/neighborhoods/limit/20.json',
};
const scratch = scratchFolder();
const dev = await startDev(scratch);
const out = path.join(scratch, 'dist');
await build(dev.content, out);

const listing = path.join(out, 'api/neighborhoods/limit/all.json');
const first = JSON.parse(readFileSync(listing, 'utf8')).results;
const collator = new Intl.Collator('en');
const byKey = (a, b) => (a.uuid < b.uuid ? -1 : 1);
const ORDERS = {
  '': null,
  label: (a, b) => collator.compare(a.label, b.label) || byKey(a, b),
  city_fips: (a, b) =>
    Number(a.city_fips > b.city_fips) - Number(a.city_fips < b.city_fips) || byKey(a, b),
};

/** The records of a generation in an order, each as its line; computed when first asked for. */
const known = new Map();
function linesOf(count, ordering) {
  const key = `${count} ${ordering}`;
  if (!known.has(key)) {
    const added = Array.from({ length: count - first.length }, (_, number) => published(number));
    const records = [...added.reverse(), ...first];
    if (ORDERS[ordering]) records.sort(ORDERS[ordering]);
    known.set(
      key,
      records.map((record) => JSON.stringify(record)),
    );
  }
  return known.get(key);
}

/** A new record as the API shows it. */
function published(number) {
  const { record } = neighborhoodNumber(number);
  const template = first.find(({ state_abbrev }) => state_abbrev === record.state_abbrev);
  return {
    ...template,
    uuid: record.uuid,
    createdAt: record.created_at,
    modifiedAt: record.modified_at,
    name: record.label.toLowerCase().replace(' ', '-'),
    label: record.label,
    city_fips: '',
    boundary_file: template.boundary_file.replace(
      /[^/]*$/,
      `${record.label.toLowerCase().replace(' ', '-')}.zip`,
    ),
    last_job: null,
  };
}

let seen = new Set();
const faults = [];
/** A body may come in pieces that part a character: only ASCII is compared. */
const ascii = (text) => text.replace(/[^ -~]/g, '');

function checkPage({ limit, offset, ordering }, status, body) {
  const count = Number(/^\{"count":(\d+),/.exec(body)?.[1]);
  seen.add(count);
  const lines = status === 200 ? linesOf(count, ordering).slice(offset, offset + limit) : [];
  const isWhole = ascii(body).endsWith(`"results":[${ascii(lines.join(','))}]}`);
  if (status !== 200 || !isWhole) faults.push(`${status} ${ordering}: ${body.slice(0, 300)}`);
}

const page = (limit, offset, ordering = '') => ({
  path: `/api/neighborhoods/?limit=${limit}&offset=${offset}${ordering && `&ordering=${ordering}`}`,
  onResponse: (status, body) => checkPage({ limit, offset, ordering }, status, body),
});
const other = (target) => ({
  path: target,
  onResponse(status, body) {
    if (status !== 200 || !/[\]}]\n$/.test(body)) faults.push(`${status} ${target}`);
  },
});
const requests = [
  ...[page(20, 0), page(50, 1250, 'label'), page(100, 2600), page(10, 1000, 'label')],
  ...[page(37, 7), page(3, 2599, 'label'), page(250, 1111), page(20, 40), page(10, 990)],
  ...[page(25, 500, 'city_fips'), page(20, 20, 'label'), page(100, 100), page(50, 50)],
  ...[other('/api/'), other('/api/countries/'), other('/api/score_metadata/?ordering=-label')],
];

/** Loads a server while new records are added, numbered from one on; tells the figures. */
async function load(name, url, from, rebuild = () => {}) {
  seen = new Set();
  let answered = 0;
  const running = autocannon({ url, connections: CONNECTIONS, duration: LONGEST, requests });
  running.on('response', () => answered++);
  for (let number = from; number < from + REBUILDS; number++) {
    const { file, text } = neighborhoodNumber(number);
    writeFileSync(path.join(dev.content, file), text);
    await rebuild();
    while (!seen.has(first.length + number + 1)) await setTimeout(5);
  }
  while (answered < REQUESTS) await setTimeout(5);
  running.stop();
  const { errors, timeouts, non2xx, latency, duration } = await running;
  const rate = Math.round(answered / duration);
  console.log(
    [
      `${name}: ${answered} requests over ${CONNECTIONS} connections, ${rate} a second`,
      `  ${REBUILDS} rebuilds under them, ${seen.size} generations seen`,
      `  latency: median ${latency.p50} ms, 99 % ${latency.p99} ms, longest ${latency.max} ms`,
      `  errors ${errors}, timeouts ${timeouts}, not 200 ${non2xx}`,
    ].join('\n'),
  );
  return errors + timeouts + non2xx;
}

/** Compares `preview` with only serve-handler, in turn: the same page again and again, with its links as built and changed. */
async function compare() {
  const servers = {
    bare: { ...(await startBare(out)), target: `/${PAGE.file}` },
    preview: { ...(await startPreview(out)), target: PAGE.target, headers: BUILT_FOR },
    relinked: { ...(await startPreview(out)), target: PAGE.target },
  };
  const rates = { bare: [], preview: [], relinked: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, { origin, target, headers }] of Object.entries(servers)) {
      const url = origin + target;
      const { requests, errors, non2xx } = await autocannon({ url, headers, ...COMPARED });
      if (errors + non2xx > 0) faults.push(`${name}: ${errors} errors, not 200 ${non2xx}`);
      rates[name].push(requests.average);
    }
  }
  for (const { stop } of Object.values(servers)) await stop();
  const ratio = (name) => median(rates[name].map((rate, round) => rate / rates.bare[round]));
  console.log(
    [
      `one page over ${CONNECTIONS} connections, medians of ${ROUNDS} rounds in turn`,
      `  only serve-handler: ${Math.round(median(rates.bare))} requests a second`,
      `  ${figure('preview / only serve-handler', ratio('preview'), { least: 0.8 })}`,
      `  with changed links ${ratio('relinked').toFixed(2)}`,
    ].join('\n'),
  );
}

const preview = await startPreview(out);
let failed = await load('dev', dev.origin, 0);
await build(dev.content, out);
failed += await load('preview', preview.origin, REBUILDS, () => build(dev.content, out));
await Promise.all([preview.stop(), dev.stop()]);
await compare();
console.log(`not as expected: ${faults.length}`);
for (const fault of faults.slice(0, 5)) console.log(fault);
process.exitCode = failed + faults.length > 0 ? 1 : 0;
