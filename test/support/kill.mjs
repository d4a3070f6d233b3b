/**
 * Loaded before a program (`node --import`), kills it before the first step that matches
 * `STATICREST_KILL_AT`, a regular expression, in the folder `STATICREST_KILL_IN`; of these, the one with the index
 * `STATICREST_KILL_INDEX`, if it is set.
 */
import { interceptWrites } from './intercept-writes.mjs';

const pattern = new RegExp(process.env.STATICREST_KILL_AT);

let index = Number(process.env.STATICREST_KILL_INDEX ?? 0);

interceptWrites(process.env.STATICREST_KILL_IN, (step) => {
  if (!pattern.test(step) || index-- > 0) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal arrives a little later; do nothing until then.
  for (;;);
});
