import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { format } from 'node:util';
import { expect, onTestFinished, vi } from 'vitest';
import { main } from '../../src/cli/program.ts';

/** The compiled program; `npm test` compiles before it runs the tests. */
export const MAIN = path.resolve('lib/cli/main.js');

export interface Call {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The program of a process of its own; absent: `MAIN`. */
  readonly program?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the program has printed so far. */
class Output {
  stdout = '';
  stderr = '';

  waitFor(text: string): Promise<void> {
    const check = () => expect(this.stdout).toContain(text);
    return vi.waitFor(check, { timeout: 25_000, interval: 5 });
  }

  protected endedWith = (code: number | null): Ended => {
    return { code, stdout: this.stdout, stderr: this.stderr };
  };
}

/** Runs the compiled program in a process of its own. */
export const run = (args: readonly string[], call: Call): Promise<Ended> =>
  new CliProcess(args, call).ended;

/** The compiled program in a process of its own, which the caller ends. */
export class CliProcess extends Output {
  readonly #child;
  readonly ended: Promise<Ended>;

  constructor(args: readonly string[], { cwd, env = {}, program = MAIN }: Call) {
    super();
    this.#child = spawn(process.execPath, [program, ...args], {
      cwd,
      // Without the variables of the machine that runs the tests.
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const name of ['stdout', 'stderr'] as const) {
      this.#child[name].setEncoding('utf8').on('data', (text) => {
        this[name] += text;
      });
    }
    this.ended = once(this.#child, 'close').then(([code]) => this.endedWith(code));
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

/** Runs the program in this process, which is much faster. */
export const runInProcess = (args: readonly string[], call: Call): Promise<Ended> =>
  new InProcessCli(args, call).ended;

/** The variables that the program reads. */
const VARIABLES = 'NETLIFY CONTEXT URL DEPLOY_PRIME_URL CI'.split(' ');

/** The program in this process. It ends with the test, and only one can run at a time. */
export class InProcessCli extends Output {
  readonly ended: Promise<Ended>;

  constructor(args: readonly string[], { cwd, env = {} }: Call) {
    super();
    const previous = { cwd: process.cwd(), exitCode: process.exitCode };
    const log = vi.spyOn(console, 'log').mockImplementation((...parts) => {
      // `--json` redirects standard output to standard error.
      const stream = Object.hasOwn(process.stdout, 'write') ? 'stderr' : 'stdout';
      this[stream] += `${format(...parts)}\n`;
    });
    const error = vi.spyOn(console, 'error').mockImplementation((...parts) => {
      this.stderr += `${format(...parts)}\n`;
    });
    process.chdir(cwd);
    process.exitCode = undefined;
    for (const name of VARIABLES) vi.stubEnv(name, env[name]);
    this.ended = main(args)
      .finally(() => {
        process.chdir(previous.cwd);
        process.exitCode = previous.exitCode;
        log.mockRestore();
        error.mockRestore();
        vi.unstubAllEnvs();
      })
      .then(this.endedWith);
    onTestFinished(() => this.interrupt().then(() => {}));
  }

  /** Calls the listeners of Ctrl-C. */
  interrupt(): Promise<Ended> {
    process.emit('SIGINT');
    return this.ended;
  }
}
