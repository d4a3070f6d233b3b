#!/usr/bin/env node
// The reader of a pipe may close it early, as `head` does. A disk may be full.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') console.error(`Standard output can’t be written: ${message}`);
  process.exit(code === 'EPIPE' ? 0 : 1);
});
// No message can be printed then, but the exit code still reports the result.
process.stderr.on('error', () => {});

// Errors name the files of src/ instead of those of lib/.
process.setSourceMapsEnabled(true);

// Loaded after that, for the source maps of its modules.
const { main, reportFailure } = await import('./program.ts');
const args = process.argv.slice(2);
// For example an error in a callback of a definition.
process.on('uncaughtException', (error) => process.exit(reportFailure(error, args)));
process.exitCode = await main(args);
