import { existsSync, statfsSync } from 'node:fs';
import os from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Where files cost the least: tests write and remove some 50,000, which takes a disk a minute. */
const MEMORY = '/dev/shm';

/** True where there is such a file system, with a gigabyte free. */
function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > 1e9;
}

if (hasMemory()) process.env.TMPDIR ??= MEMORY;

/** The tests of one folder below `test/`, which one npm script runs. */
const project = (
  name: string,
  setup: readonly string[],
  options = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    globalSetup: [...setup, 'test/support/shipped-site.setup.ts'],
    ...options,
  },
});

const ENGINES = ['test/support/engine.setup.ts'];

export default defineConfig({
  test: {
    // Compiled modules are kept for the next run.
    experimental: { fsModuleCache: true },
    projects: [
      // Shares the modules between files: loading the source again for each file takes a second.
      project('unit', [], { isolate: false }),
      project('hosts', ENGINES),
      project('browser', ENGINES),
      project('slow', ENGINES),
    ],
    // On a busy machine, the first start of a program or a browser takes half a minute.
    testTimeout: 120_000,
    // A folder of 15,000 files takes its time to go on a busy disk.
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    // One more than there are cores: many tests wait for a server, a process or a disk.
    maxWorkers: os.availableParallelism() + 1,
  },
});
