/**
 * The page of the shipped site in Chromium as on a phone, whose processor is four times slower and whose
 * network is slow 4G: when it paints and reacts, when its map shows the points, and how many bytes that takes.
 * Then a map of 100,000 points on a desktop: how smoothly it moves. Prints a table of values and goals.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { chromium } from 'playwright-core';
import { engineOf } from '../test/support/engines.mjs';
import { median, root, scratchFolder, verdict } from './scratch.mjs';
import { build, startPreview } from './server.mjs';

/** What a person looks at and uses. */
const ANSWERED = '.http-status:not(:empty)';
const MAP = '.plot .frame';
/** Opens the map. */
const openMap = (page) => page.getByRole('tab', { name: 'Map' }).click();

const [RUNS, POINTS, MOVES] = [3, 100_000, 120];
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 94e3,
};

/** Keeps the times of long tasks and paints, of the first label of the map, and of frames while it is moved. */
const OBSERVE = `self.seen = { tasks: [], paint: 0, label: 0 };
  const observe = (type, call) => new PerformanceObserver((list) => list.getEntries().forEach(call))
    .observe({ type, buffered: true });
  observe('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }));
  observe('largest-contentful-paint', ({ startTime }) => { seen.paint = startTime; });
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (...values) {
    seen.label ||= performance.now();
    return fillText.apply(this, values);
  };`;

const LARGE_DEFINITION = `import { defineApi, defineCollection, z } from '${path.join(root, 'lib/index.js')}';
const schema = z.object({
  id: z.int(), name: z.string(), state: z.string(),
  latitude: z.number(), longitude: z.number(), score: z.number(),
});
const places = defineCollection({
  name: 'places', title: 'Places', description: 'Places.', schema, key: 'id',
  pagination: { limits: [20], default: 20 },
  features: {
    properties: schema.pick({ name: true, state: true, score: true }),
    feature: ({ latitude, longitude, name, state, score }) =>
      ({ latitude, longitude, properties: { name, state, score } }),
    rank: ({ score }) => score,
  },
  map: { value: 'score' },
});
export default defineApi({ name: 'Places', description: 'Places.', collections: [places] });`;

/** What is too long of the tasks until now, in ms. */
const BLOCKING = 'seen.tasks.reduce((sum, { duration }) => sum + duration - 50, 0)';

const scratch = scratchFolder();
const browser = await chromium.launch({ executablePath: engineOf('chromium') });
/** The results so far, as rows of the table. */
const rows = [];
const add = (what, value, goal, unit) =>
  rows.push({ what, value: `${value}${unit}`, goal: verdict(value, goal) });

const shipped = path.join(scratch, 'shipped');
await build(path.join(root, 'content'), shipped, '--base-url', 'http://localhost:8080');
const preview = await startPreview(shipped);
const proxy = await compressing(preview.origin);
const visits = [];
for (let run = 0; run < RUNS; run++) visits.push(await visit(proxy.origin));
const figureOf = (name) => Math.round(median(visits.map((one) => one[name])));
add('largest contentful paint', figureOf('paint'), { most: 1500 }, ' ms');
add('total blocking time', figureOf('blocking'), { most: 400 }, ' ms');
add('the map shows its points, after it is opened', figureOf('map'), { most: 4000 }, ' ms');
add('total blocking time of the map', figureOf('mapBlocking'), { most: 400 }, ' ms');
add('bytes to the first table', figureOf('tableBytes'), { most: 40_000 }, '');
add('bytes with the map', figureOf('mapBytes'), { most: 280_000 }, '');
proxy.close();
await preview.stop();

const large = await startPreview(await buildLarge());
const moved = await moveMap(large.origin);
const many = POINTS.toLocaleString('en');
add(`${many} points, longest task to the first picture`, moved.freeze, { most: 1500 }, ' ms');
add(`${many} points, longest task while moved`, moved.movingFreeze, { most: 500 }, ' ms');
add(`${many} points, frames a second`, moved.frames, { least: 15 }, '');
await large.stop();
await browser.close();
console.table(rows);

/** Opens the page, waits for its table, then opens the map and waits for its points. */
async function visit(origin) {
  const { page, client, close } = await openPage(PHONE, 4);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', SLOW_4G);
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(origin);
  await page.locator(ANSWERED).waitFor({ state: 'attached' });
  await page.waitForTimeout(500);
  const tableBytes = bytes;
  const blocking = await page.evaluate(BLOCKING);
  const opened = await page.evaluate('performance.now()');
  const paint = await page.evaluate('seen.paint');
  await openMap(page);
  await page.waitForFunction('seen.label > 0', null, { polling: 50 });
  // The wait above is not the page's.
  const map = (await page.evaluate('seen.label')) - opened;
  await page.waitForTimeout(1000);
  const mapBlocking = (await page.evaluate(BLOCKING)) - blocking;
  await close();
  return { paint, map, blocking, mapBlocking, tableBytes, mapBytes: bytes };
}

/** Drags the map to and fro: the longest tasks in ms, and the frames a second. */
async function moveMap(origin) {
  const { page, close } = await openPage(DESKTOP, 1);
  await page.goto(origin);
  await openMap(page);
  // Large points are loaded only when asked for.
  await page.getByRole('button', { name: 'Show the map' }).click();
  await page.waitForFunction('seen.label > 0');
  const longest =
    'Math.round(seen.tasks.reduce((most, { duration }) => Math.max(most, duration), 0))';
  const freeze = await page.evaluate(longest);
  await page.waitForTimeout(1000);
  for (let zooms = 0; zooms < 3; zooms++) await page.locator(MAP).press('+');
  await page.waitForTimeout(1500);
  const { x, y, width, height } = await page.locator(MAP).boundingBox();
  await page.evaluate(`seen.tasks = []; seen.frames = 0;
    const count = () => { seen.frames++; requestAnimationFrame(count); }; count();`);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  const start = await page.evaluate('performance.now() - (seen.frames = 0)');
  for (let move = 1; move <= MOVES; move++) {
    const angle = (move / MOVES) * 4 * Math.PI;
    await page.mouse.move(
      x + width * (0.5 + 0.4 * Math.sin(angle)),
      y + height * (0.5 + 0.3 * Math.sin(angle / 2)),
    );
  }
  const [end, count] = await page.evaluate('[performance.now(), seen.frames]');
  await page.mouse.up();
  const movingFreeze = await page.evaluate(longest);
  await close();
  return { freeze, movingFreeze, frames: Math.round((count / (end - start)) * 1000) };
}

/** A new page on a slower processor. */
async function openPage(device, slowdown) {
  const context = await browser.newContext({ ...device, bypassCSP: true });
  const page = await context.newPage();
  await page.addInitScript(OBSERVE);
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, client, close: () => context.close() };
}

/** The preview with compression, as hosts have it. */
async function compressing(origin) {
  const server = http.createServer(async ({ url, headers }, response) => {
    const answer = await fetch(origin + url, { headers: { accept: headers.accept ?? '*/*' } });
    const body = await promisify(gzip)(Buffer.from(await answer.arrayBuffer()));
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'Content-Type': type, 'Content-Encoding': 'gzip' });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Builds an API of many places with a score. */
async function buildLarge() {
  const folder = path.join(scratch, 'large');
  mkdirSync(path.join(folder, 'content/places'), { recursive: true });
  const definition = path.join(folder, 'api.mjs');
  writeFileSync(definition, LARGE_DEFINITION);
  // Around some centres, as cities are; the same at each run.
  const places = Array.from({ length: POINTS }, (_, id) => {
    const [angle, distance] = [id * 2.4, 14 * ((id * 0.7548) % 1) ** 2];
    return {
      id,
      name: `Place ${(id * 7919) % POINTS}`,
      state: `State ${id % 50}`,
      latitude: 25 + (((id % 97) * 37) % 97) / 4 + (distance * Math.sin(angle)) / 2,
      longitude: -120 + (((id % 97) * 61) % 97) / 2 + distance * Math.cos(angle),
      score: (id * 13) % 101,
    };
  });
  writeFileSync(path.join(folder, 'content/places/places.json'), JSON.stringify(places));
  const out = path.join(folder, 'dist');
  const options = [
    '--api',
    definition,
    '--host',
    'cloudflare',
    '--base-url',
    'http://localhost:8080',
  ];
  await build(path.join(folder, 'content'), out, ...options);
  return out;
}
