/**
 * How long a change of the shipped content takes until `staticrest dev` serves it: an edited, an
 * added and a deleted record, from the moment its file is saved to the first answer that shows it.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { median, memory, scratchFolder } from './scratch.mjs';
import { neighborhoodNumber, startDev } from './server.mjs';

const ROUNDS = 7;
const dev = await startDev(scratchFolder());
const url = `${dev.origin}/api/neighborhoods/?limit=10`;
const EDITED = path.join(dev.content, 'neighborhoods/US/CO/canon-city.yaml');
const original = readFileSync(EDITED, 'utf8');
const [uuid] = /[0-9a-f-]{36}/.exec(original);

/** Changes something and asks until the answer shows it; returns the seconds between. */
async function served(change, target, isShown) {
  const start = performance.now();
  change();
  while (!isShown(await (await fetch(target)).text())) await setTimeout(10);
  return (performance.now() - start) / 1000;
}

const seconds = { edited: [], added: [], deleted: [] };
for (let round = 0; round < ROUNDS; round++) {
  const speed = `speed_limit: ${20 + round}`;
  const edit = () => writeFileSync(EDITED, `${original}${speed}\n`);
  const isEdited = (text) => text.includes(`"speed_limit":${20 + round}`);
  const item = `${dev.origin}/api/neighborhoods/${uuid}/`;
  seconds.edited.push(await served(edit, item, isEdited));
  const { file, text, record } = neighborhoodNumber(round);
  const added = path.join(dev.content, file);
  const isThere = (body) => body.includes(record.uuid);
  seconds.added.push(await served(() => writeFileSync(added, text), url, isThere));
  seconds.deleted.push(
    await served(
      () => rmSync(added),
      url,
      (body) => !isThere(body),
    ),
  );
}
await dev.stop();
console.log(`seconds from saving to serving, ${ROUNDS} rounds, in ${memory}`);
for (const [what, all] of Object.entries(seconds)) {
  const [low, high] = [Math.min(...all), Math.max(...all)];
  console.log(
    `${what.padEnd(8)} median ${median(all).toFixed(2)}, ${low.toFixed(2)} to ${high.toFixed(2)}`,
  );
}
