import { NormalizedAdapter } from 'json-server/lib/adapters/normalized-adapter.js';
import { createApp } from 'json-server/lib/app.js';
import { onTestFinished } from 'vitest';
import { listen } from '../../src/server/listen.ts';

/**
 * Starts json-server in this process until the test has finished. Its own program listens on all addresses
 * of the machine.
 * @param collections what `db.json` contains; a change to it changes the answers
 * @returns its address
 */
export async function startJsonServer(collections: Record<string, unknown>): Promise<string> {
  // As the program does: numbers in `id` become texts.
  const data = await new NormalizedAdapter({ read: async () => collections }).read();
  const app = createApp({ data, write: async () => {} });
  const { port, close } = await listen((...call) => app.handler(...call), 0, '127.0.0.1');
  onTestFinished(close);
  return `http://127.0.0.1:${port}/`;
}
