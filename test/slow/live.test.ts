import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import glob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { run } from '../support/cli.ts';
import { djangoTowns, startDjango } from '../support/django.ts';
import { lacks } from '../support/engine.setup.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startJsonServer } from '../support/json-server.ts';
import { servedSite } from '../support/served.ts';
import { shippedSite } from '../support/shipped-site.ts';

/*
 * From live APIs of other programs to a project and a site, as users do it.
 */

const COUNT = 2620;
const HEADER = ['--header', 'Authorization: Token secret'];

/** A folder in which the package is installed, and the program in it. Calls return what it prints. */
function startProject() {
  const root = temporaryFolder();
  mkdirSync(path.join(root, 'node_modules'));
  symlinkSync(path.resolve('.'), path.join(root, 'node_modules/staticrest'));
  const call = async (cwd: string, code: number, args: readonly string[]) => {
    const ended = await run(args, { cwd });
    const text = ended.stdout + ended.stderr;
    expect(ended.code, `${args.join(' ')}\n${text}`).toBe(code);
    return text;
  };
  const folder = path.join(root, 'own');
  return {
    folder,
    init: (code: number, address: string, ...args: string[]) =>
      call(root, code, ['init', 'own', '--from', address, ...args]),
    run: (code: number, ...args: string[]) => call(folder, code, args),
    content: (name: string) =>
      readFileSync(path.join(folder, `content/${name}/${name}.jsonl`), 'utf8'),
  };
}

type Project = ReturnType<typeof startProject>;

/** Fetches an API, and builds its site. */
async function copied(address: string, ...header: string[]): Promise<Project> {
  const project = startProject();
  await project.init(0, address, ...header);
  await project.run(0, 'build');
  return project;
}

async function change(address: string, record: object): Promise<void> {
  const body = JSON.stringify(record);
  const headers = { 'Content-Type': 'application/json' };
  const { status } = await fetch(address, { method: 'PATCH', headers, body });
  expect(status).toBe(200);
}

/** Fetches again before and after one record has another label. */
async function expectChange(
  { run: program, content }: Project,
  names: readonly string[],
  record: string,
  ...header: string[]
) {
  const before = names.map(content);
  const unchanged = await program(0, 'pull', ...header);
  expect(unchanged.match(/nothing changed/g)).toHaveLength(names.length);
  expect(names.map(content)).toEqual(before);

  await change(record, { label: 'Changed label' });
  expect(await program(0, 'pull', ...header)).toContain('0 added, 1 changed, 0 removed');
  for (const [at, name] of names.entries()) {
    const lines = before[at]?.split('\n') ?? [];
    const others = content(name)
      .split('\n')
      .filter((line) => !lines.includes(line));
    expect(others.map((line) => JSON.parse(line).label)).toEqual(['Changed label']);
  }
}

describe.skipIf(lacks('django'))('Django REST Framework', { timeout: 300_000 }, () => {
  it.each(['towns', 'pages', 'list', 'linked'])('%s', async (name) => {
    const server = await startDjango(djangoTowns(COUNT));
    const project = await copied(`${server}api/${name}/`);
    expect(project.content(name).trim().split('\n')).toHaveLength(COUNT);
    await expectChange(project, [name], `${server}api/towns/5/`);
  });

  it('locked -> only with the token, which is written nowhere', async () => {
    const server = await startDjango(djangoTowns(COUNT));
    const address = `${server}private/locked/`;
    expect(await startProject().init(2, address)).toContain('401');
    const project = await copied(address, ...HEADER);
    const files = glob.sync('**', { cwd: project.folder, dot: true, absolute: true });
    expect(files.filter((file) => readFileSync(file).includes('Token secret'))).toEqual([]);
    await expectChange(project, ['locked'], `${server}api/towns/5/`, ...HEADER);
  });

  it('the root of an API -> every collection', async () => {
    const server = await startDjango(djangoTowns(COUNT));
    const project = await copied(`${server}api/`);
    const names = ['towns', 'pages', 'list', 'cursor', 'linked'];
    await expectChange(project, names, `${server}api/towns/5/`);
  });

  it('the filters that are named', async () => {
    const server = await startDjango(djangoTowns(COUNT));
    const address = `${server}api/towns/`;
    const project = startProject();
    await project.init(0, address, '--filters', 'state,size__gte,label__icontains');
    const definition = readFileSync(path.join(project.folder, 'api.mjs'), 'utf8');
    expect(definition).toMatch(
      /filters: \{\n +state: .*\n +size__gte: .*\n +label__icontains: .*\n +\}/,
    );
    await project.run(0, 'build');
  });

  it('records that are gone -> kept, unless their removal is allowed', async () => {
    const server = await startDjango(djangoTowns(30));
    const address = `${server}api/towns/`;
    const project = startProject();
    await project.init(0, address);
    const before = project.content('towns');
    for (let id = 1; id <= 20; id++) await fetch(`${address}${id}/`, { method: 'DELETE' });
    expect(await project.run(2, 'pull')).toContain('--allow-removal');
    expect(project.content('towns')).toBe(before);
    const text = await project.run(0, 'pull', '--allow-removal');
    expect(text).toContain('0 added, 0 changed, 20 removed');
    expect(project.content('towns').trim().split('\n')).toHaveLength(10);
  });
});

it('json-server', { timeout: 120_000 }, async () => {
  const posts = djangoTowns(COUNT);
  const server = await startJsonServer({ posts, comments: [{ id: 1, text: 'x', postId: '1' }] });
  const project = await copied(`${server}posts`);
  await expectChange(project, ['posts'], `${server}posts/5`);
});

describe('the preview of a site', { timeout: 300_000 }, () => {
  it.each(['api/neighborhoods/', 'api/'])('%s', async (target) => {
    const { port } = await servedSite(shippedSite());
    const project = await copied(`http://127.0.0.1:${port}/${target}`);
    expect(await project.run(0, 'pull')).toContain('nothing changed');
  });
});
