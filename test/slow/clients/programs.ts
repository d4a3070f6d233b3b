import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How a program ended, and what it printed. */
interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, while this process continues to serve requests. */
export async function run(file: string, args: readonly string[], cwd = '.'): Promise<Ended> {
  // Without variables that the machine may have set, such as a proxy.
  const options = { cwd, env: { PATH: process.env.PATH }, maxBuffer: 1e9, timeout: 60_000 };
  try {
    return { code: 0, ...(await promisify(execFile)(file, args, options)) };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended;
    if (typeof code !== 'number') throw error;
    return { code, stdout, stderr };
  }
}
