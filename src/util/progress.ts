import { setImmediate } from 'node:timers/promises';

/** Called now and then in a long step with how many files of it are done, where that can be told. */
export type OnProgress = (step: string, done?: number, total?: number) => void;

/** What a long step hears and is heard by. */
export interface TaskOptions {
  readonly onProgress?: OnProgress | undefined;
  /** Called once where it has to wait for something else, with what that is, as a sentence. */
  readonly onWait?: ((why: string) => void) | undefined;
  /** Ends the step before its next part. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Gives others a turn between two parts of a long step: a progress line is drawn, Ctrl-C is heard.
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
