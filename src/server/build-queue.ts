/** Runs builds, and other work that must not run at the same time, one after another. */
export class BuildQueue<T> {
  readonly #closed = new AbortController();
  /** Settles with all work that is requested; never rejects. */
  #last: Promise<unknown> = Promise.resolve();
  /** The next build, which has not started yet. */
  #next: Promise<T> | null = null;

  /** Is aborted by `close`. */
  readonly signal: AbortSignal = this.#closed.signal;

  constructor(private readonly build: () => Promise<T>) {}

  /**
   * Requests a build. The current build may have read the content before the change, so requests during
   * it share the next build.
   * @returns the result of the first build that starts after the call
   * @throws as `run`
   */
  request(): Promise<T> {
    this.#next ??= this.run(() => {
      this.#next = null;
      return this.build();
    });
    return this.#next;
  }

  /**
   * Does work after all earlier requests have ended.
   * @throws what the work throws; an AbortError where `close` is called before it starts
   */
  run<R>(work: () => Promise<R>): Promise<R> {
    const run = this.#last.then(() => {
      this.signal.throwIfAborted();
      return work();
    });
    this.#last = run.catch(() => {});
    return run;
  }

  /** Starts no more work, and aborts the current work. Resolves when it has ended. */
  async close(): Promise<void> {
    this.#closed.abort(new DOMException('The server is stopping.', 'AbortError'));
    await this.#last;
  }
}
