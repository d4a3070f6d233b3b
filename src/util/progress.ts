import { setImmediate } from 'node:timers/promises';

/** Called repeatedly during a long step, with the number of files that are done, if known. */
export type OnProgress = (step: string, done?: number, total?: number) => void;

/** How a long-running function reports and is aborted. */
export interface TaskOptions {
  readonly onProgress?: OnProgress | undefined;
  /** Called once if it has to wait, with the reason as a sentence. */
  readonly onWait?: ((reason: string) => void) | undefined;
  /** Aborts it at its next turn of the event loop. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reports progress, then yields to the event loop so that the terminal redraws and Ctrl-C works.
 * @throws the signal's reason
 */
export async function yieldToEventLoop(
  { onProgress, signal }: TaskOptions,
  ...progress: Parameters<OnProgress>
): Promise<void> {
  onProgress?.(...progress);
  await setImmediate();
  signal?.throwIfAborted();
}
