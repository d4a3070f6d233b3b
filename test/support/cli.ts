import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { format } from 'node:util';
import { expect, onTestFinished, vi } from 'vitest';
import { main } from '../../src/cli/program.ts';

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

/** Runs the compiled program in a process of its own. */
export const run = (args: readonly string[], call: Call): Promise<Ended> =>
  new CliProcess(args, call).ended;

/** The compiled program in a process of its own, which the caller ends. */
export class CliProcess {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  #stdout = '';

  constructor(args: readonly string[], { cwd, env = {} }: Call) {
    this.#child = spawn(process.execPath, [MAIN, ...args], {
      cwd,
      // Without the variables of the machine that runs the tests.
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { stdout, stderr } = this.#child;
    let errors = '';
    stdout.setEncoding('utf8').on('data', (text) => {
      this.#stdout += text;
    });
    stderr.setEncoding('utf8').on('data', (text) => {
      errors += text;
    });
    this.ended = once(this.#child, 'close').then(([code]) => {
      return { code, stdout: this.#stdout, stderr: errors };
    });
  }

  get output(): string {
    return this.#stdout;
  }

  waitFor(text: string): Promise<void> {
    return waitForText(text, () => this.#stdout);
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

const waitForText = (text: string, output: () => string): Promise<void> =>
  vi.waitFor(() => expect(output()).toContain(text), { timeout: 10_000, interval: 5 });

/** The variables that `build` reads. */
const VARIABLES = ['URL', 'CF_PAGES_URL', 'VERCEL_PROJECT_PRODUCTION_URL'];

/** The program in this process: much faster, for all that needs no process of its own. */
export class InProcessCli {
  readonly ended: Promise<Ended>;
  #stdout = '';

  constructor(args: readonly string[], { cwd, env = {} }: Call) {
    const before = { cwd: process.cwd(), exitCode: process.exitCode };
    let stderr = '';
    const spies = [
      vi.spyOn(console, 'log').mockImplementation((...parts) => {
        this.#stdout += `${format(...parts)}\n`;
      }),
      vi.spyOn(console, 'error').mockImplementation((...parts) => {
        stderr += `${format(...parts)}\n`;
      }),
    ];
    process.chdir(cwd);
    process.exitCode = undefined;
    for (const name of VARIABLES) vi.stubEnv(name, env[name]);
    this.ended = main(args)
      .then((code) => ({ code, stdout: this.#stdout, stderr }))
      .finally(() => {
        process.chdir(before.cwd);
        process.exitCode = before.exitCode;
        for (const spy of spies) spy.mockRestore();
        vi.unstubAllEnvs();
      });
    onTestFinished(() => this.interrupt().then(() => {}));
  }

  get output(): string {
    return this.#stdout;
  }

  waitFor(text: string): Promise<void> {
    return waitForText(text, () => this.#stdout);
  }

  /** Calls the listeners of Ctrl-C. */
  interrupt(): Promise<Ended> {
    process.emit('SIGINT');
    return this.ended;
  }
}

export const runInProcess = (args: readonly string[], call: Call): Promise<Ended> =>
  new InProcessCli(args, call).ended;
