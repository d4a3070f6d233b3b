import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { OPENAPI } from '../../src/core/address.ts';
import { PAGE } from '../../src/describe/files.ts';
import { type OpenApi, openApiOf } from '../../src/describe/openapi/document.ts';
import { UNUSUAL_SITES } from '../support/described.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { textOf } from '../support/markup.ts';
import { servedSite } from '../support/served.ts';
import { SHIPPED_BASE, shippedJson, shippedSite } from '../support/shipped-site.ts';
import { itWith } from '../unit/inspect/tools.ts';

const REDOCLY = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));

/** Turns off Redocly's telemetry and update check, and blocks its network access. */
const OFFLINE = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NODE_ENV: 'test',
  HTTP_PROXY: 'http://127.0.0.1:1',
  HTTPS_PROXY: 'http://127.0.0.1:1',
};

/** The problems that Redocly's recommended rules find in documents, a line each. */
function lint(documents: Readonly<Record<string, object>>): string[] {
  const files = Object.entries(documents).map(([name, document]) => [
    `${name}.json`,
    JSON.stringify(document),
  ]);
  const cwd = temporaryFolder();
  writeFiles(cwd, Object.fromEntries(files));
  const args = ['lint', '--extends', 'recommended', '--format', 'json'];
  const { stdout } = spawnSync(
    process.execPath,
    [REDOCLY, ...args, ...files.map(([name]) => `${name}`)],
    {
      cwd,
      env: { ...process.env, ...OFFLINE },
      encoding: 'utf8',
      maxBuffer: 1e8,
    },
  );
  // A JSON object per document.
  const results = stdout.split(/(?<=^\})(?=\{)/m).map((text) => JSON.parse(text));
  return results.flatMap(({ problems }) =>
    // biome-ignore lint/suspicious/noExplicitAny: a problem as Redocly prints it
    problems.map(({ location, ruleId, severity }: any) =>
      [location[0].source.ref, severity, ruleId, location[0].pointer].join(' '),
    ),
  );
}

describe('Redocly’s recommended rules', () => {
  it('find only paths with a trailing slash, and in small APIs warnings', () => {
    const base = 'https://bna.example.net';
    const shipped: OpenApi = JSON.parse(
      JSON.stringify(shippedJson(OPENAPI)).replaceAll(SHIPPED_BASE, base),
    );
    const small = Object.entries(UNUSUAL_SITES).map(([name, { described }]) => [
      name,
      openApiOf(described),
    ]);
    const documents: Record<string, OpenApi> = { shipped, ...Object.fromEntries(small) };
    const wrong = { ...shipped, info: { title: 'No version' } };
    const lines = lint({ ...documents, wrong });
    const [slashes, others] = [true, false].map((isSlash) =>
      lines.filter((line) => line.includes(' no-path-trailing-slash ') === isSlash),
    );
    const paths = [...Object.values(documents), wrong].flatMap((one) => Object.keys(one.paths));
    expect(slashes).toHaveLength(paths.length);
    expect(others?.filter((line) => /^wrong\.json .* struct /.test(line))).toHaveLength(1);
    expect(
      others?.filter((line) => /^shipped\.json| error /.test(line) && !/^wrong/.test(line)),
    ).toEqual([]);
  });
});

describe('the page', () => {
  itWith('curl', 'jq')('has shell commands that print every record', async () => {
    const page = readFileSync(path.join(shippedSite(), PAGE), 'utf8');
    const [, commands = ''] =
      /aria-label="All pages with curl"><code>(.*?)<\/code>/s.exec(page) ?? [];
    const { port } = await servedSite(shippedSite());
    const script = textOf(commands).replaceAll('{base}', `http://127.0.0.1:${port}`);
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { maxBuffer: 1e8 });
    const keys = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).uuid);
    expect([keys.length, new Set(keys).size]).toEqual([2620, 2620]);
  });
});
