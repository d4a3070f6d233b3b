/**
 * Builds sites in a process of its own, some of them with a fault. Its one argument is a file of JSON:
 * `{ prepare, run, user, waits }`. Each of the builds to prepare and to run is `{ content, out, plan }`;
 * what is to prepare is built side by side, what is to run one after the other. With `user` it runs
 * as that user, who need not be able to read this checkout. With `waits` each run waits for a line on
 * standard input. Prints a line of JSON when it is ready, and for each run how it ended.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { report } from '../../lib/cli/report.js';
import { build } from '../../lib/index.js';
import api from './tiny-api.mjs';

const arm = globalThis[Symbol.for('staticrest fault')];
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

const made = ({ content, out }) => build({ api, content, out, base: 'https://example.org' });

/** How a build ends: null, or the error, and what the command line makes of it. */
async function endOf(job) {
  try {
    await made(job);
    return { error: null };
  } catch (error) {
    const { name, code, message } = error;
    return { error: { name, code, message }, ...told(error) };
  }
}

function told(error) {
  const { error: print } = console;
  const lines = [];
  console.error = (line) => lines.push(line);
  const exitCode = report(error);
  console.error = print;
  return { exitCode, told: lines.join('\n') };
}

const { prepare, run, user, waits } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
while (prepare.length > 0) await Promise.all(prepare.splice(0, 16).map(made));
if (user) {
  process.setgroups([user]);
  process.setgid(user);
  process.setuid(user);
}
say('ready');
for (const { plan, ...job } of run) {
  if (waits) await lines.next();
  if (plan) arm(plan);
  const end = await endOf(job);
  if (plan) arm(null);
  say(end);
}
process.stdin.destroy();
