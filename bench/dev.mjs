/**
 * How long a change of the shipped content takes until `staticrest dev` serves it: an edited, an
 * added and a deleted record, from the moment its file is saved to the first answer that shows it; how
 * long until the folder has it, and how much of the folder was written anew for it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { median, memory, scratchFolder } from './scratch.mjs';
import { neighborhoodNumber, startDev } from './server.mjs';
import { filesIn } from './tree.mjs';

const ROUNDS = 7;
/** In ms: between two looks at what is awaited. */
const PAUSE = 10;
const dev = await startDev(scratchFolder());
const PAGE = 'data/neighborhoods/list/f-/o-/l-10/0.json';
const EDITED = path.join(dev.content, 'neighborhoods/US/CO/canon-city.yaml');
const original = readFileSync(EDITED, 'utf8');
const [uuid] = /[0-9a-f-]{36}/.exec(original);

const results = { edited: [], added: [], deleted: [] };
let before = await folderAtRest();
for (let round = 0; round < ROUNDS; round++) {
  const speed = 20 + round;
  const { file, text, record } = neighborhoodNumber(round);
  const added = path.join(dev.content, file);
  results.edited.push(
    await measured({
      change: () => writeFileSync(EDITED, `${original}speed_limit: ${speed}\n`),
      address: `${uuid}/`,
      file: `data/neighborhoods/item/${uuid}.json`,
      isShown: (body) => body.includes(`"speed_limit":${speed}`),
    }),
  );
  results.added.push(
    await measured({
      change: () => writeFileSync(added, text),
      address: '?limit=10',
      file: PAGE,
      isShown: (body) => body.includes(record.uuid),
    }),
  );
  results.deleted.push(
    await measured({
      change: () => rmSync(added),
      address: '?limit=10',
      file: PAGE,
      isShown: (body) => !body.includes(record.uuid),
    }),
  );
}
await dev.stop();

/** Changes something and looks until it is served, then until the folder has it. */
async function measured({ change, address, file, isShown }) {
  const url = `${dev.origin}/api/neighborhoods/${address}`;
  const start = performance.now();
  const since = () => (performance.now() - start) / 1000;
  change();
  while (!isShown(await (await fetch(url)).text())) await setTimeout(PAUSE);
  const served = since();
  for (let body = null; body === null || !isShown(body); body = fileInSite(file)) {
    await setTimeout(PAUSE);
  }
  const written = since();
  return { served, written, ...(await rewritten()) };
}

/** A file's text; null in the instant in which the folder is swapped. */
function fileInSite(file) {
  try {
    return readFileSync(path.join(dev.out, file), 'utf8');
  } catch {
    return null;
  }
}

/** How much of the folder is not what it was before, by its files' identity: the rest are links. */
async function rewritten() {
  const now = await folderAtRest();
  const fresh = [...now].filter(([file, { id }]) => before.get(file)?.id !== id);
  const bytes = fresh.reduce((sum, [, one]) => sum + one.size, 0);
  before = now;
  return { files: fresh.length, bytes, total: now.size };
}

/** The files of the folder, once nothing is under way beside it. */
async function folderAtRest() {
  const isBusy = () => {
    const names = readdirSync(path.dirname(dev.out));
    return !names.includes('dist') || names.some((name) => name.startsWith('.dist.'));
  };
  do await setTimeout(20 * PAUSE);
  while (isBusy());
  const found = new Map();
  for (const { file, stats } of filesIn(dev.out)) {
    found.set(file, { id: `${stats.ino} ${stats.mtimeMs}`, size: stats.size });
  }
  return found;
}

console.log(`medians of ${ROUNDS} rounds, and their range, in ${memory}`);
for (const [what, all] of Object.entries(results)) {
  const total = median(all.map((one) => one.total));
  console.log(
    [
      what.padEnd(8),
      `served after ${span(all.map(({ served }) => served))}`,
      `in the folder after ${span(all.map(({ written }) => written))}`,
      `rewritten ${median(all.map(({ files }) => files))} of ${total} files,`,
      `${(median(all.map(({ bytes }) => bytes)) / 1e6).toFixed(1)} MB`,
    ].join(' '),
  );
}

function span(seconds) {
  const [low, high] = [Math.min(...seconds), Math.max(...seconds)].map((one) => one.toFixed(2));
  return `${median(seconds).toFixed(2)} s (${low} to ${high})`;
}
