import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/folder.ts';

/* The blocks of code of the README and of Start, run in their order. */

/** A copy of the checkout as it is after `npm ci`, because packing compiles it, and an empty folder beside it. */
function besideCheckout() {
  const root = temporaryFolder();
  const [checkout, project] = [path.join(root, 'staticrest'), path.join(root, 'project')];
  const isCopied = (file: string) => !/^(?:node_modules|lib|dist|\.git)$/.test(file);
  cpSync('.', checkout, { recursive: true, filter: isCopied });
  symlinkSync(path.resolve('node_modules'), path.join(checkout, 'node_modules'));
  mkdirSync(project);
  return { checkout, project };
}

/** Starts a command that serves until it is ended. Resolves to its address, and a function that ends it. */
async function startServer(cwd: string, line: string) {
  // A group of its own: the server is a child of npx.
  const child = spawn('bash', ['-c', line], { cwd, detached: true, stdio: 'pipe' });
  const ended = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null)
      process.kill(-Number(child.pid), 'SIGINT');
    await ended;
  };
  onTestFinished(stop);
  await vi.waitFor(() => expect(output).toContain('Press Ctrl-C'), { timeout: 60_000 });
  return { address: /http:\/\/localhost:\d+(?=\/)/.exec(output)?.[0] ?? '', stop };
}

/** What a reader of a document has: a checkout, a project beside it, and the server that was started last. */
class Reader {
  readonly #folders = besideCheckout();
  #server: Awaited<ReturnType<typeof startServer>> | undefined;
  /** How many answers were compared. */
  answers = 0;

  /** Does what a block of code says. */
  async follow(language: string, block: string): Promise<void> {
    if (language === 'csv') writeFiles(this.#folders.project, { 'peaks.csv': block });
    if (language === 'js' || language === 'yaml') this.write(block);
    if (block.startsWith("$ curl 'http://localhost")) await this.expectAnswer(block);
    for (const line of language === 'sh' ? block.trim().split('\n') : []) await this.run(line);
  }

  /** Writes a file whose first line is a comment with its path. */
  write(block: string): void {
    const [, name] = /^(?:\/\/|#) (\S+\.\w+)\n/.exec(block) ?? [];
    if (name) writeFiles(this.#folders.project, { [name]: block });
  }

  async run(line: string): Promise<void> {
    await this.#server?.stop();
    const [, start] = /^npm ci && (npm start)/.exec(line) ?? [];
    if (start) this.#server = await startServer(this.#folders.checkout, start);
    else if (/^npx staticrest (?:dev|preview)/.test(line))
      this.#server = await startServer(this.#folders.project, line);
    else execFileSync('bash', ['-c', line], { cwd: this.#folders.project, stdio: 'pipe' });
  }

  /** Requires that the server answers `curl` as a block shows; `…` ends what it shows of a line. */
  async expectAnswer(block: string): Promise<void> {
    this.answers++;
    const address = this.#server?.address ?? '';
    const [, url = '', shown = ''] = /'http:\/\/localhost:8080(.*)'\n([\s\S]*)/.exec(block) ?? [];
    const answer = await (await fetch(address + url)).text();
    const lines = answer.replaceAll(address, 'http://localhost:8080').split('\n');
    for (const [index, line] of shown.trimEnd().split('\n').entries())
      expect(
        line.endsWith('…') ? `${lines[index]?.slice(0, line.length - 1)}…` : lines[index],
      ).toBe(line);
  }
}

it.each([
  ['README.md', 2],
  ['docs/start.md', 1],
])('%s: the blocks work, %i answers too', { timeout: 300_000 }, async (file, answers) => {
  const reader = new Reader();
  if (file !== 'README.md')
    await reader.run('npm pack ../staticrest && npm install ./staticrest-*.tgz');
  const blocks = readFileSync(file, 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  for (const [, language = '', block = ''] of blocks) await reader.follow(language, block);
  expect(reader.answers).toBe(answers);
});
