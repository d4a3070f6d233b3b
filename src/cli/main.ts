#!/usr/bin/env node
import { main } from './program.ts';

// The reader of our output may close it early, as `head` does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.exit(code === 'EPIPE' ? process.exitCode : 1);
});

process.exitCode = await main(process.argv.slice(2));
