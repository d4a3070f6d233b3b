/**
 * Loaded before a program (`node --import`), changes what differs between machines: the order in which
 * folders list their entries, the date, and random numbers.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { readdirSync } = fs;

/** Neither sorted nor in reverse order. */
const shuffled = (entries) => {
  const half = entries.length >> 1;
  return [...entries.slice(half).reverse(), ...entries.slice(0, half).reverse()];
};

fs.readdirSync = (...args) => shuffled(readdirSync(...args));
syncBuiltinESMExports();

const DAY = 86_400_000;
const { now } = Date;
const Original = Date;
globalThis.Date = class extends Original {
  constructor(...args) {
    super(...(args.length === 0 ? [now() + 1000 * DAY] : args));
  }
  static now() {
    return now() + 1000 * DAY;
  }
};
Math.random = () => 0.5;
