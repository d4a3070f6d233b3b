/**
 * The phases of one build, by the clock and by the processors' time. Called with an empty folder;
 * prints a JSON list of phases, in milliseconds.
 */
import { performance } from 'node:perf_hooks';
import { root } from './scratch.mjs';

const [folder] = process.argv.slice(2);
const phases = [];
let [clock, cpu] = [0, 0];

/** Ends a phase. The clock has run since the process began. */
function ends(phase) {
  const { user, system } = process.cpuUsage();
  const [at, used] = [performance.now(), (user + system) / 1000];
  phases.push({ phase, clock: at - clock, cpu: used - cpu });
  [clock, cpu] = [at, used];
}

/** A build tells its steps; each begins where the one before ends. */
let step = 'Listing';
function onProgress(name) {
  if (name !== step) ends(step);
  step = name;
}

ends('Starting Node');
const { bnaApi, build } = await import('../lib/internals.js');
ends('Loading modules');
const options = { api: bnaApi, content: `${root}/content`, base: 'http://localhost:8080' };
await build({ ...options, out: folder, onProgress });
ends('Writing');
console.log(JSON.stringify(phases));
