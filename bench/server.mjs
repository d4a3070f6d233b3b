import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { program, root } from './scratch.mjs';

/** `staticrest dev` over content. */
export const startDevOf = (content) => start(program, 'dev', '--content', content, ...FREE_PORT);

/** `staticrest dev` over a copy of the shipped content in a scratch folder. */
export async function startDev(scratch) {
  const content = path.join(scratch, 'content');
  cpSync(path.join(root, 'content'), content, { recursive: true });
  return { content, ...(await startDevOf(content)) };
}

/** Builds a site with `staticrest build`. */
export async function build(content, out, ...options) {
  const args = [program, 'build', '--content', content, '--out', out, ...options];
  // In CI, a build needs an address.
  const env = { ...process.env, CI: '' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The build ended with exit code ${code}.`);
}

/** `staticrest preview` of a site. */
export const startPreview = (out) => start(program, 'preview', out, ...FREE_PORT);

/** Only serve-handler, over a folder. */
export const startBare = (folder) => start(path.join(root, 'bench/bare.mjs'), folder);

const FREE_PORT = ['--port', '0'];

/** A server, once it answers. Its log is not kept. */
async function start(...args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill();
  process.once('exit', kill);
  let said = '';
  child.stdout.setEncoding('utf8');
  while (!said.includes('Press Ctrl-C to stop.')) said += await once(child.stdout, 'data');
  child.stdout.resume();
  const [, origin] = /Serving .* at (http:\S+)\/\n/.exec(said);
  const stop = async () => {
    child.kill('SIGINT');
    await once(child, 'close');
    process.off('exit', kill);
  };
  return { origin, stop, pid: child.pid };
}

/** A new neighborhood, newer than all others: its record, and its file below the content. */
export function neighborhoodNumber(number) {
  // Not 0, which is the placeholder's.
  const digits = String(number + 1).padStart(12, '0');
  const time = `2030-01-01T00:00:00.${digits.slice(-6)}Z`;
  const record = {
    uuid: `00000000-0000-4000-8000-${digits}`,
    label: `Bench ${number}`,
    country: 'US',
    state_abbrev: 'CO',
    created_at: time,
    modified_at: time,
  };
  const file = `neighborhoods/US/CO/bench-${number}.yaml`;
  return { record, file, text: stringify(record) };
}
