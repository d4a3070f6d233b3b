/** Runs builds one after another. */
export class BuildQueue<T> {
  readonly #closed = new AbortController();
  /** Settles with the current run; never rejects. */
  #current: Promise<unknown> = Promise.resolve();
  /** The next run, which has not started yet. */
  #next: Promise<T> | null = null;

  /** @param build its signal is aborted by `close` */
  constructor(private readonly build: (signal: AbortSignal) => Promise<T>) {}

  /**
   * Requests a run. The current one may have read what was there before, so all requests during it
   * share the next one.
   * @returns the result of the first run that starts after the call
   * @throws what that run throws; an AbortError where `close` is called before it starts
   */
  request(): Promise<T> {
    this.#next ??= this.#runNext();
    return this.#next;
  }

  /** Resolves when nothing runs and no run is requested. */
  async idle(): Promise<void> {
    while (this.#next) await Promise.allSettled([this.#next]);
    await this.#current;
  }

  /** Starts no more runs, and aborts the current one; `idle` waits for its end. */
  close(): void {
    this.#closed.abort(new DOMException('No build starts any more.', 'AbortError'));
  }

  async #runNext(): Promise<T> {
    await this.#current;
    this.#next = null;
    this.#closed.signal.throwIfAborted();
    const run = this.build(this.#closed.signal);
    this.#current = Promise.allSettled([run]);
    return run;
  }
}
