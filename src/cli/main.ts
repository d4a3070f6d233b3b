#!/usr/bin/env node
const exit = process.exit.bind(process);

// The reader of a pipe may close it early, as `head` does. A disk may be full.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') console.error(`Standard output can’t be written: ${message}`);
  exit(code === 'EPIPE' ? 0 : 1);
});
// No message can be printed then, but the exit code still reports the result.
process.stderr.on('error', () => {});

// A definition that ends the program would look like a success.
process.exit = (code = 0) => {
  const error = new Error(`A definition must not call process.exit(${code}): remove the call`);
  error.name = 'ExitError';
  // Its position is that of the caller.
  Error.captureStackTrace(error, process.exit);
  throw error;
};

// A module that needs a newer version would fail while it is loaded.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`staticrest needs Node 20.19 or newer, but this is Node ${process.versions.node}.`);
  exit(2);
}

// Loaded after that, since its modules are newer.
const { main } = await import('./program.ts');
const { report } = await import('./report.ts');
const { UsageError } = await import('../util/problem.ts');
const args = process.argv.slice(2);
const fail = (error: unknown) => exit(report(error, args.includes('--json')));
// For example an error in a callback of a definition.
process.on('uncaughtException', fail);
// Nothing is left to do, but the definition is not loaded.
process.on('beforeExit', () => fail(new UsageError('An `await` of the definition never ends.')));
const exitCode = await main(args);
// A timer or a server of a definition would keep the process running. What was written to a pipe is sent first.
for (const stream of [process.stdout, process.stderr])
  await new Promise<void>((resolve) => stream.write('', () => resolve()));
exit(exitCode);
