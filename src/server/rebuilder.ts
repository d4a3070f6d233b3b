/** Runs rebuilds one after another, and tells each who asked how the right one of them ended. */
export class Rebuilder<T> {
  readonly #end = new AbortController();
  /** Settles when the run in progress has; it never rejects. */
  #running: Promise<unknown> | null = null;
  /** The run that is to start when that one has ended, with its outcome. */
  #next: Promise<T> | null = null;

  /** @param rebuild its signal is aborted by `close`, for a run that can end early */
  constructor(private readonly rebuild: (signal: AbortSignal) => Promise<T>) {}

  /**
   * Asks for a rebuild. One in progress may have read what was there before, so it does not count;
   * all who ask during it share the next.
   * @returns the outcome of the first run that starts after the call
   * @throws what that run throws; an AbortError where it never starts, since `close` was called
   */
  request(): Promise<T> {
    this.#next ??= this.#runNext();
    return this.#next;
  }

  /** Resolves when nothing runs and nothing is to run, however it ended. */
  async idle(): Promise<void> {
    while (this.#running || this.#next) await Promise.allSettled([this.#running, this.#next]);
  }

  /** Lets no run start any more. One in progress hears the signal; `idle` waits for it. */
  close(): void {
    this.#end.abort(new DOMException('No rebuild starts any more.', 'AbortError'));
  }

  async #runNext(): Promise<T> {
    // Also where nothing runs this is a turn's wait, so that those who ask at once share a run.
    await this.#running;
    this.#next = null;
    this.#end.signal.throwIfAborted();
    const run = this.rebuild(this.#end.signal);
    const ended = run.then(forget, forget).then(() => {
      this.#running = null;
    });
    this.#running = ended;
    return run;
  }
}

const forget = () => {};
