import os from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/engine.setup.ts', 'test/support/shipped-site.setup.ts'],
    testTimeout: 30_000,
    // A folder of 15,000 files takes its time to go on a busy disk.
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
    // One more than there are cores: many tests wait for a server, a process or a disk.
    maxWorkers: os.availableParallelism() + 1,
  },
});
