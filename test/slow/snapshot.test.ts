import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { snapshot } from '../../src/inspect/snapshot.ts';
import { CliProcess, MAIN } from '../support/cli.ts';
import { lacks } from '../support/engine.setup.ts';
import { engineOf } from '../support/engines.mjs';
import { temporaryFolder } from '../support/folder.ts';
import { shippedSite } from '../support/shipped-site.ts';
import { filesOf } from '../support/site-files.ts';
import { difficultSite, NAMES } from '../unit/inspect/difficult-site.ts';

let difficult: Awaited<ReturnType<typeof difficultSite>>;
/** The folders to which GNU tar unpacks the snapshots. */
let [shipped, unpacked] = ['', ''];
/** The downloads of the difficult site. */
let things = '';

beforeAll(async () => {
  difficult = await difficultSite();
  const unpack = async (site: string, withSite: boolean) => {
    const { file } = await snapshot({ site, out: difficult.folder, withSite });
    execFileSync('tar', ['-xzf', file], { cwd: difficult.folder });
    return file.replace('.tar.gz', '');
  };
  shipped = await unpack(shippedSite(), false);
  unpacked = await unpack(difficult.site, true);
  things = path.join(unpacked, 'downloads');
});

/** What a program prints. Throws if it fails or prints an error. */
function output(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0 || stderr !== '') throw new Error(`${program}: ${status} ${stderr}`);
  return stdout;
}

/**
 * The records of a table as pandas reads them with the types of its Data Package. Only where no value is
 * missing can an empty cell be an empty text.
 */
function pandasRecords(table: string, cwd: string): unknown {
  const script = `import json, pandas, sys
types = {'string': str, 'integer': 'Int64', 'number': 'float64', 'boolean': 'boolean'}
package = json.load(open('datapackage.json', encoding='utf-8'))
resource = next(one for one in package['resources'] if one['name'] == sys.argv[1])
fields = resource['schema']['fields']
frame = pandas.read_csv(resource['path'], keep_default_na=False,
    dtype={field['name']: types.get(field['type'], str) for field in fields},
    na_values={field['name']: field.get('missingValues', ['']) for field in fields})
records = frame.astype(object).where(frame.notna(), None).to_dict('records')
lists = [field['name'] for field in fields if field['type'] == 'array']
for record in records:
    record.update({name: json.loads(record[name]) for name in lists if record[name] is not None})
print(json.dumps(records))`;
  return JSON.parse(output(engineOf('pandas') ?? 'python3', ['-c', script, table], cwd));
}

/** The records of a JSON Lines file with the fields that are columns of a table; null where one is absent. */
function flatRecords(table: string, cwd: string) {
  const { resources } = JSON.parse(readFileSync(path.join(cwd, 'datapackage.json'), 'utf8'));
  const { schema } = resources.find(({ name }: { name: string }) => name === table);
  const names: string[] = schema.fields.map(({ name }: { name: string }) => name);
  const lines = readFileSync(path.join(cwd, `${table}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const record: unknown = JSON.parse(line);
    const valueAt = (name: string) =>
      name.split('.').reduce<unknown>((value, field) => Object(value)[field], record) ?? null;
    return Object.fromEntries(names.map((name) => [name, valueAt(name)]));
  });
}

describe('other programs read a snapshot', () => {
  it('tar unpacks long names, and sha256sum finds every file unchanged', () => {
    expect(filesOf(unpacked)).toEqual(filesOf(difficult.site));
    expect(filesOf(unpacked)).toContain(`api/names/${NAMES[0]}.json`);
    const downloads = path.join(unpacked, 'downloads');
    const lines = output('sha256sum', ['-c', 'SHA256SUMS'], downloads).trimEnd().split('\n');
    expect(lines).toHaveLength(filesOf(downloads).length - 1);
    expect(lines.every((line) => line.endsWith(': OK'))).toBe(true);
  });

  it.skipIf(lacks('pandas'))(
    'pandas reads every value with the types of the data package',
    () => {
      const named = (records: readonly Record<string, unknown>[]) =>
        records.map((one) => ({ ...one, note: one.note || null }));
      expect(pandasRecords('things', things)).toEqual(named(flatRecords('things', things)));
      for (const table of ['countries', 'score_metadata', 'neighborhoods']) {
        expect(pandasRecords(table, shipped), table).toEqual(flatRecords(table, shipped));
      }
    },
    120_000,
  );

  it.skipIf(lacks('python'))('Python reads the feed, which has what Atom requires', () => {
    // https://www.rfc-editor.org/rfc/rfc4287#section-4.1
    const script = `import json, sys
from xml.etree import ElementTree
def read(element):
    return {child.tag.split('}')[1]: child.text or child.attrib or read(child) for child in element}
feed = ElementTree.parse(sys.argv[1]).getroot()
entries = feed.findall('{http://www.w3.org/2005/Atom}entry')
print(json.dumps([feed.tag, read(feed), [read(entry) for entry in entries]]))`;
    const file = path.join(shippedSite(), 'feed.xml');
    const python = engineOf('python') ?? '';
    const [tag, feed, entries] = JSON.parse(output(python, ['-c', script, file], shipped));
    expect(tag).toBe('{http://www.w3.org/2005/Atom}feed');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const id = expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(feed).toMatchObject({ id, title: expect.any(String), updated: time });
    for (const entry of entries) {
      const link = { href: expect.stringMatching(/^http:\/\//), type: 'text/html' };
      expect(entry).toMatchObject({ id, title: expect.any(String), updated: time, link });
    }
    expect(new Set(entries.map(({ id }: { id: string }) => id)).size).toBe(50);
  });
});

describe('staticrest snapshot', () => {
  it('built and packed in another locale and time zone -> the same bytes', () => {
    const example = path.resolve('examples/eight-thousanders');
    const api = ['--api', `${example}/api.mjs`, '--content', `${example}/content`];
    const packedWith = (variables: Readonly<Record<string, string>>) => {
      const cwd = temporaryFolder();
      const env = { PATH: process.env.PATH, ...variables };
      const staticrest = (...args: readonly string[]) =>
        execFileSync(process.execPath, [MAIN, ...args], { cwd, env });
      staticrest('build', ...api, '--base-url', 'https://example.org');
      staticrest('snapshot', '--site');
      const [file = ''] = readdirSync(cwd).filter((name) => name.endsWith('.tar.gz'));
      return { file, body: readFileSync(path.join(cwd, file), 'base64') };
    };
    const one = packedWith({ TZ: 'Pacific/Kiritimati', LC_ALL: 'C' });
    expect(packedWith({ TZ: 'America/New_York', LC_ALL: 'tr_TR.UTF-8' })).toEqual(one);
  });

  it('the command that it prints verifies a snapshot with the site', () => {
    const staticrest = `npx() { shift; '${process.execPath}' '${MAIN}' "$@"; }`;
    const script = `${staticrest}; npx staticrest verify .`;
    expect(output('sh', ['-c', script], unpacked)).toContain(' is intact');
  });

  it.each([
    ['killed', 'SIGKILL', [expect.stringMatching(/\.tar\.gz\.staticrest-part$/)]],
    ['interrupted', 'SIGINT', []],
  ] as const)('%s -> no archive', async (_, signal, left) => {
    const cwd = temporaryFolder();
    const running = new CliProcess(['snapshot', shippedSite(), '--site'], { cwd });
    await vi.waitUntil(() => readdirSync(cwd).length > 0, { interval: 5, timeout: 20_000 });
    if (signal === 'SIGINT') await running.interrupt();
    else running.kill();
    await running.ended;
    expect(readdirSync(cwd)).toEqual(left);
  });
});
