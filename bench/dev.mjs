/**
 * How long a change of the shipped content takes until `staticrest dev` serves it: an edited, an
 * added and a deleted record, from the moment its file is saved to the first answer that shows it, and a
 * posted record until it is answered.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { median, memory, scratchFolder, verdict } from './scratch.mjs';
import { neighborhoodNumber, startDev } from './server.mjs';

const ROUNDS = 7;
/** The pause between two requests, in ms. */
const PAUSE = 10;
const dev = await startDev(scratchFolder());
const EDITED = path.join(dev.content, 'neighborhoods/US/CO/canon-city.yaml');
const original = readFileSync(EDITED, 'utf8');
const [uuid] = /[0-9a-f-]{36}/.exec(original);

const results = { edited: [], added: [], deleted: [], posted: [] };
/** In seconds. */
const GOALS = { edited: 0.2, posted: 0.25 };
for (let round = 0; round < ROUNDS; round++) {
  const speed = 20 + round;
  const { file, text, record } = neighborhoodNumber(round);
  const added = path.join(dev.content, file);
  results.edited.push(
    await measured({
      change: () => writeFileSync(EDITED, `${original}speed_limit: ${speed}\n`),
      address: `${uuid}/`,
      isShown: (body) => body.includes(`"speed_limit":${speed}`),
    }),
  );
  results.added.push(
    await measured({
      change: () => writeFileSync(added, text),
      address: '?limit=10',
      isShown: (body) => body.includes(record.uuid),
    }),
  );
  results.deleted.push(
    await measured({
      change: () => rmSync(added),
      address: '?limit=10',
      isShown: (body) => !body.includes(record.uuid),
    }),
  );
  results.posted.push(
    await posted({ label: `Posted ${round}`, country: 'US', state_abbrev: 'CO' }),
  );
}
await dev.stop();

/** Changes something, and returns the seconds until it is served. */
async function measured({ change, address, isShown }) {
  const url = `${dev.origin}/api/neighborhoods/${address}`;
  const start = performance.now();
  change();
  while (!isShown(await (await fetch(url)).text())) await setTimeout(PAUSE);
  return (performance.now() - start) / 1000;
}

/** Posts a record, and returns the seconds until it is answered. */
async function posted(record) {
  const start = performance.now();
  const { status } = await fetch(`${dev.origin}/api/neighborhoods/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(record),
  });
  if (status !== 201) throw new Error(`A record was posted, and answered with ${status}.`);
  return (performance.now() - start) / 1000;
}

console.log(`medians of ${ROUNDS} rounds, and their range, in ${memory}`);
for (const [what, seconds] of Object.entries(results)) {
  const goal = GOALS[what] ? verdict(median(seconds), { most: GOALS[what] }) : '';
  console.log(`${what.padEnd(8)} served after ${span(seconds)}  ${goal}`);
}

function span(seconds) {
  const [low, high] = [Math.min(...seconds), Math.max(...seconds)].map((one) => one.toFixed(2));
  return `${median(seconds).toFixed(2)} s (${low} to ${high})`;
}
