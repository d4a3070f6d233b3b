/**
 * Pairs a command of this checkout with the same one of another commit: each run is a whole process in the folder
 * of its checkout, and they take turns (A B B A …), so that what else the machine does slows down both.
 *
 *   node bench/pair.mjs <commit> [--rounds 5] [-- node <arguments>]
 *
 * Without a command, it is the build for nginx. `{out}` among its arguments is an empty folder, on a memory file
 * system where there is one. The other commit is checked out and compiled in a temporary folder, which is removed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measuredIn, median, memory, root, scratchFolder } from './scratch.mjs';

const BUILD = 'node lib/cli/main.js build --host nginx --base-url https://example.org --out {out}';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
const [commit, ...given] = positionals;
const command = given.length > 0 ? given : BUILD.split(' ');
if (!commit || command[0] !== 'node' || !Number.isSafeInteger(rounds) || rounds < 1) {
  console.error('Usage: node bench/pair.mjs <commit> [--rounds 5] [-- node <arguments>]');
  process.exit(2);
}

// A signal is handled when the command under way, which Ctrl-C ends too, has ended. Then the folders are removed.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
const scratch = scratchFolder();
const folders = { before: checkOut(commit), now: root };

/** The folder of another commit, compiled. */
function checkOut(commit) {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'staticrest-pair-'));
  const folder = path.join(parent, 'checkout');
  process.once('exit', () => {
    // It fails where there is no such commit.
    spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: root });
    rmSync(parent, { recursive: true, force: true });
  });
  run(root, 'git', 'worktree', 'add', '--quiet', '--detach', folder, commit);
  const [own, other] = [root, folder].map((one) =>
    readFileSync(path.join(one, 'package-lock.json'), 'utf8'),
  );
  if (own === other) {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  } else {
    run(folder, 'npm', 'ci', '--ignore-scripts');
  }
  run(folder, 'npm', 'run', '--silent', 'compile');
  return folder;
}

/** Runs a program, which says itself why it fails. */
function run(cwd, program, ...args) {
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}

/** Runs the command once in a checkout. */
async function measure(name) {
  const out = mkdtempSync(path.join(scratch, 'run-'));
  const args = command.slice(1).map((arg) => arg.replace('{out}', out));
  const { status, errors, ...usage } = measuredIn(folders[name], ...args);
  // A signal is handled here.
  await setImmediate();
  if (status !== 0) throw new Error(`The command of ${name} failed. ${errors}`);
  rmSync(out, { recursive: true, force: true });
  return usage;
}

const runs = { before: [], now: [] };
for (let round = 0; round < rounds; round++) {
  const names = round % 2 === 0 ? ['before', 'now'] : ['now', 'before'];
  for (const name of names) runs[name].push(await measure(name));
}

const spread = (numbers) => {
  const [middle, least, most] = [median(numbers), Math.min(...numbers), Math.max(...numbers)];
  return `${middle.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
};
console.log(`${command.join(' ')}\nbefore: ${commit}; ${rounds} rounds in turn, in ${memory}`);
for (const [what, key, unit] of [
  ['seconds', 'seconds', 1],
  ['seconds of processors', 'cpu', 1],
  ['most memory in MB', 'peak', 1e6],
]) {
  const [before, now] = [runs.before, runs.now].map((all) => all.map((one) => one[key] / unit));
  const pairs = now.map((value, at) => value / before[at]);
  const ratio = (median(now) / median(before)).toFixed(3);
  console.log(
    `${what}: before ${spread(before)}, now ${spread(now)}; now / before ${ratio}, pairs ${spread(pairs)}`,
  );
}
