import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a program printed, and how it ended. */
interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, while this process goes on to answer it. */
export async function run(file: string, args: readonly string[], cwd = '.'): Promise<Printed> {
  // Without what the machine may have set, such as a proxy.
  const options = { cwd, env: { PATH: process.env.PATH }, maxBuffer: 1e9, timeout: 60_000 };
  try {
    const printed = await promisify(execFile)(file, args, options);
    return { code: 0, ...printed };
  } catch (error) {
    const { code, stdout, stderr } = error as Printed;
    if (typeof code !== 'number') throw error;
    return { code, stdout, stderr };
  }
}
