/** How Ctrl-C is heard. */
export interface Interruption {
  /** For what can be aborted. */
  readonly signal: AbortSignal;
  readonly heard: Promise<void>;
  /** Leaves it to the system again. */
  end(): void;
}

/** Hears Ctrl-C, or a request to end, once. */
export function interruptible(): Interruption {
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const { signal } = controller;
  return {
    signal,
    heard: new Promise<void>((done) => signal.addEventListener('abort', () => done())),
    end() {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    },
  };
}
