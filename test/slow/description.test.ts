import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { OPENAPI } from '../../src/core/address.ts';
import { type OpenApi, openApiOf } from '../../src/describe/openapi/document.ts';
import { findDifferences } from '../support/described-answers.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { renderedSite } from '../support/rendered-site.ts';
import { SHIPPED_BASE, shippedJson } from '../support/shipped-site.ts';
import { smallApi, smallRecords } from '../support/small-site.ts';
import { UNUSUAL_SITES } from '../support/unusual-sites.ts';

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
function lint(documents: Readonly<Record<string, OpenApi>>): string[] {
  const cwd = temporaryFolder();
  const files = Object.keys(documents).map((name) => `${name}.json`);
  const texts = Object.values(documents).map((document) => JSON.stringify(document));
  writeFiles(cwd, Object.fromEntries(files.map((file, index) => [file, texts[index] ?? ''])));
  const args = [REDOCLY, 'lint', '--extends', 'recommended', '--format', 'json', ...files];
  const env = { ...process.env, ...OFFLINE };
  const options = { cwd, env, encoding: 'utf8', maxBuffer: 1e8 } as const;
  const { stdout } = spawnSync(process.execPath, args, options);
  // A JSON object per document.
  return stdout.split(/(?<=^\})(?=\{)/m).flatMap((text) =>
    // biome-ignore lint/suspicious/noExplicitAny: a problem as Redocly prints it
    JSON.parse(text).problems.map(({ location: [{ source, pointer }], ruleId, severity }: any) =>
      [source.ref, severity, ruleId, pointer].join(' '),
    ),
  );
}

it('Redocly finds only paths with a trailing slash, and warnings in small APIs', () => {
  const text = JSON.stringify(shippedJson(OPENAPI));
  const documents: Record<string, OpenApi> = {
    shipped: JSON.parse(text.replaceAll(SHIPPED_BASE, 'https://bna.example.net')),
  };
  for (const [name, { described }] of Object.entries(UNUSUAL_SITES)) {
    documents[name] = openApiOf(described);
  }
  const problems = lint(documents);
  const isSlash = (line: string) => line.includes(' no-path-trailing-slash ');
  const paths = Object.values(documents).flatMap((one) => Object.keys(one.paths));
  const withSlash = paths.filter((path) => path.endsWith('/'));
  expect(problems.filter(isSlash)).toHaveLength(withSlash.length);
  const others = problems.filter((line) => !isSlash(line));
  expect(others.filter((line) => /^shipped\.json | error /.test(line))).toEqual([]);
});

const SITES = { ...UNUSUAL_SITES, 'the small site': renderedSite(smallApi, smallRecords()) };
it.each(Object.entries(SITES))('the answers are as described: %s', async (_, site) => {
  expect(await findDifferences(site)).toEqual([]);
});
