import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const FAULT = fileURLToPath(new URL('./fault.mjs', import.meta.url));
const PROGRAM = fileURLToPath(new URL('./faulty-build.mjs', import.meta.url));

/** A call that changes the file system, as `fault.mjs` names it, and which time it is made. */
export interface Step {
  readonly step: string;
  readonly turn: number;
}

/** What is to happen to a build; see `fault.mjs`. */
export interface Plan extends Partial<Step> {
  /** Only calls on paths below it are steps, which name them relative to it. */
  readonly folder: string;
  readonly mode?: 'kill' | 'killed' | 'once' | 'dead';
  /** The code of a system error, such as ENOSPC. */
  readonly code?: string;
  /** A file outside the folder, for the steps. */
  readonly log?: string;
}

export interface Build {
  readonly content: string;
  readonly out: string;
  readonly plan?: Plan | undefined;
}

/** How a build ended: its error, and what the command line would print and exit with. */
export interface End {
  readonly error: {
    readonly name: string;
    readonly code?: string;
    readonly message: string;
  } | null;
  readonly exitCode?: number;
  readonly text?: string;
}

export interface Builds {
  /** Builds that come first, side by side, and must not fail. */
  readonly prepare?: readonly Build[];
  /** Builds that come one after the other. */
  readonly run?: readonly Build[];
  /** The id of the user that runs them; the one that prepares is this process's own. */
  readonly user?: number | undefined;
  /** Does each run wait for `go`? */
  readonly waits?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** A process that builds. The test that starts it also waits for its end. */
export class Builder {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<unknown>;
  #stderr = '';

  constructor({ env = {}, prepare = [], run = [], user, waits = false }: Builds) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-builder-'));
    const file = path.join(folder, 'builds.json');
    writeFileSync(file, JSON.stringify({ prepare, run, user, waits }));
    this.#child = spawn(process.execPath, ['--import', FAULT, PROGRAM, file], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text) => {
      this.#stderr += text;
    });
    // The process may have been killed by then.
    this.#child.stdin.on('error', () => {});
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#ended = once(this.#child, 'close').then(() => rmSync(folder, { recursive: true }));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Starts the next run. */
  go(): void {
    this.#child.stdin.write('\n');
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Waits until it is ready. */
  async ready(): Promise<void> {
    const { done } = await this.#lines.next();
    if (done) throw new Error(`It ended before it was ready: ${this.#stderr}`);
  }

  /** The end of the next run, or null where the process was killed meanwhile. */
  async next(): Promise<End | null> {
    const { value, done } = await this.#lines.next();
    if (!done) return JSON.parse(value);
    await this.#ended;
    if (this.#child.signalCode === 'SIGKILL') return null;
    throw new Error(`It ended with ${this.#child.exitCode}: ${this.#stderr}`);
  }

  /** Waits for its end, whatever that is. */
  async closed(): Promise<void> {
    await this.#ended;
  }

  /** Waits for its end. @throws where it wrote to standard error */
  async ended(): Promise<void> {
    await this.#ended;
    if (this.#stderr) throw new Error(`It wrote to standard error: ${this.#stderr}`);
  }
}

/** Builds sites, and returns how those to run ended. None of them may be killed. */
export async function runBuilds(builds: Builds): Promise<End[]> {
  const builder = new Builder(builds);
  await builder.ready();
  const ends: End[] = [];
  for (const { out } of builds.run ?? []) {
    const end = await builder.next();
    if (!end) throw new Error(`It was killed while it built ${out}.`);
    ends.push(end);
  }
  await builder.ended();
  return ends;
}

/** Builds a site in a process that is to be killed by its plan. */
export async function runKilled(build: Build): Promise<void> {
  const builder = new Builder({ run: [build] });
  await builder.ready();
  const end = await builder.next();
  if (end) throw new Error(`It was not killed at ${build.plan?.step}.`);
}

/** Every step of a build, in their order. */
export async function stepsOf(build: Build, folder: string): Promise<Step[]> {
  const place = mkdtempSync(path.join(os.tmpdir(), 'staticrest-steps-'));
  const log = path.join(place, 'log');
  try {
    writeFileSync(log, '');
    const [end] = await runBuilds({ run: [{ ...build, plan: { folder, log } }] });
    if (end?.error) throw new Error(`The build that tells the steps failed: ${end.error.message}`);
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line));
  } finally {
    rmSync(place, { recursive: true });
  }
}
