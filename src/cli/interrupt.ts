/** Ctrl-C, or a request to terminate. */
export interface Interruption {
  /** Aborted by it. */
  readonly signal: AbortSignal;
  /** Resolves when it happens. */
  readonly heard: Promise<void>;
  /** Removes the listeners, so that the default action applies again. */
  end(): void;
}

/** Listens once for Ctrl-C, or a request to terminate. */
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
