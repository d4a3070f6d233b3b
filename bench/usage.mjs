/**
 * Preloaded by `measuredIn` into the process that it measures: tells at its end, on descriptor 3,
 * how much memory the process held at most and how long it computed, with all of its threads.
 */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Threads preload it too, and their ends are not the process'.
if (isMainThread) {
  process.once('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeSync(3, JSON.stringify({ peak: maxRSS * 1024, cpu: (userCPUTime + systemCPUTime) / 1e6 }));
  });
}
