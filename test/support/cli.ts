import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** The compiled program; `npm test` compiles before it runs the tests. */
export const MAIN = path.resolve('lib/cli/main.js');

export interface Call {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program to its end. */
export const run = (args: readonly string[], call: Call): Promise<Ended> =>
  new Running(args, call).ended;

/** The program while it runs. Whoever starts it sees to its end. */
export class Running {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #closed: Promise<unknown>;
  #stdout = '';
  #stderr = '';

  constructor(args: readonly string[], { cwd, env = {} }: Call) {
    this.#child = spawn(process.execPath, [MAIN, ...args], {
      cwd,
      // Without what the machine that runs the tests may have set.
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text) => {
      this.#stdout += text;
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text) => {
      this.#stderr += text;
    });
    this.#closed = once(this.#child, 'close');
  }

  get ended(): Promise<Ended> {
    return this.#closed.then(() => ({
      code: this.#child.exitCode,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }));
  }

  /** What standard output has held so far. */
  get output(): string {
    return this.#stdout;
  }

  /** Waits until standard output holds a text; throws where the program ends before. */
  async said(text: string): Promise<void> {
    while (!this.#stdout.includes(text)) {
      const heard = once(this.#child.stdout, 'data').then(() => true);
      if (await Promise.race([heard, this.#closed.then(() => false)])) continue;
      throw new Error(`It ended without saying ${text}: ${this.#stdout}${this.#stderr}`);
    }
  }

  /** Closes our end of its standard output, as `head` does. */
  stopReading(): void {
    this.#child.stdout.destroy();
  }

  interrupt(): Promise<Ended> {
    this.#child.kill('SIGINT');
    return this.ended;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
