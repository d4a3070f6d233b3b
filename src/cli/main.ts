#!/usr/bin/env node
import type * as Program from './program.ts';

// The reader of a pipe may close it early, as `head` does. A disk may be full.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit();
  console.error(`Standard output can’t be written: ${message}`);
  process.exit(1);
});
// No message can be printed then, but the exit code still reports the result.
process.stderr.on('error', () => {});

// Errors name the files of src/ instead of those of lib/.
process.setSourceMapsEnabled(true);

try {
  // A dynamic import, to report that too few files may be open.
  const program: typeof Program = await import('./program.ts');
  const args = process.argv.slice(2);
  // For example an error in a callback of a definition.
  process.on('uncaughtException', (error) => process.exit(program.reportFailure(error, args)));
  process.exitCode = await program.main(args);
} catch (error) {
  console.error(`The program can’t be loaded: ${(error as Error).message}`);
  process.exitCode = 1;
}
