/**
 * Builds sites in a process of its own, some of them with a fault. Its one argument is a file of JSON:
 * `{ prepare, run, user, waits }`. Each of the builds to prepare and to run is `{ content, out, plan }`;
 * those to prepare are built side by side, those to run one after the other. With `user` it runs as that
 * user, who need not be able to read this checkout. With `waits` each run waits for a line on standard
 * input. Prints a line of JSON when it is ready, and for each run how it ended.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { report } from '../../lib/cli/report.js';
import { build } from '../../lib/index.js';
import api from './tiny-api.mjs';

const setPlan = globalThis[Symbol.for('staticrest fault')];
const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

const buildOne = ({ content, out }) => build({ api, content, out, base: 'https://example.org' });

/** How a build ends: null, or the error, with the text and the exit code of the command line. */
async function endOf(options) {
  try {
    await buildOne(options);
    return { error: null };
  } catch (error) {
    const { name, code, message } = error;
    return { error: { name, code, message }, ...reported(error) };
  }
}

function reported(error) {
  const original = console.error;
  const lines = [];
  console.error = (line) => lines.push(line);
  const exitCode = report(error);
  console.error = original;
  return { exitCode, text: lines.join('\n') };
}

const { prepare, run, user, waits } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
while (prepare.length > 0) await Promise.all(prepare.splice(0, 16).map(buildOne));
if (user) {
  process.setgroups([user]);
  process.setgid(user);
  process.setuid(user);
}
print('ready');
for (const { plan, ...options } of run) {
  if (waits) await lines.next();
  if (plan) setPlan(plan);
  const end = await endOf(options);
  if (plan) setPlan(null);
  print(end);
}
process.stdin.destroy();
