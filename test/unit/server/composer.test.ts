import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Limit } from '../../../src/core/grid.ts';
import { wholeReply } from '../../../src/core/reply.ts';
import type { DataSite } from '../../../src/core/site.ts';
import { withBase } from '../../../src/core/with-base.ts';
import { planWork } from '../../../src/server/answer.ts';
import { Composer } from '../../../src/server/composer.ts';
import { renderedSite } from '../../support/rendered-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';

const { site } = renderedSite(thingsApi, { things: things(60) });
const fileOf = (window: string) => `data/things/list/f-/o-/l-${window}.json`;
const ALL = fileOf('all/0');

/** Orders that are not pre-rendered: as many as there are tests for. */
const ORDERINGS = ['size,label', 'size,-label', '-size,label', '-size,-label'];

/** A composer, and a site whose reads are recorded, and wait where it is closed. */
function composing({ isOpen = true, bodies = {} as Record<string, string | null> } = {}) {
  const reads: string[] = [];
  const waiting: (() => void)[] = [];
  const watched: DataSite = {
    ...site,
    async read(file) {
      reads.push(file);
      if (!isOpen) await new Promise<void>((go) => waiting.push(go));
      const body = bodies[file];
      return body === undefined ? site.read(file) : body === null ? null : Buffer.from(body);
    },
  };
  const composer = new Composer();
  const ask = async (
    ordering: string,
    {
      limit = 5 as Limit,
      offset = 1,
      base = site.grid.base,
      left = new Promise<unknown>(() => {}),
    } = {},
  ) => {
    const address = {
      kind: 'page',
      collection: 'things',
      format: '',
      ordering,
      limit,
      offset,
    } as const;
    const isRendered = limit === 'all' && offset === 0 && ordering === '';
    const outcome = { kind: isRendered ? 'file' : 'compose', status: 200, address } as const;
    const { files } = planWork(site, outcome);
    const reply = await composer.reply({ site: watched, base, outcome, files }, left);
    const { body } = await wholeReply(withBase(site, base), outcome);
    return reply.body && body && Buffer.compare(reply.body, body) === 0 ? 'right' : reply;
  };
  return {
    reads,
    ask,
    open: () => {
      isOpen = true;
      for (const go of waiting) go();
    },
  };
}

describe('Composer', () => {
  it('composes once what several ask for at the same time', async () => {
    const { ask, reads } = composing();
    const asked = Array.from({ length: 20 }, () => ask('size,label'));
    expect(await Promise.all(asked)).toEqual(asked.map(() => 'right'));
    expect(reads).toEqual([ALL]);
  });

  it('reads a listing once for several orders of it', async () => {
    const { ask, reads } = composing();
    expect(await Promise.all(ORDERINGS.map((one) => ask(one)))).toEqual(
      ORDERINGS.map(() => 'right'),
    );
    expect(reads).toEqual([ALL]);
  });

  it('reads a listing again that was sent as it is', async () => {
    const { ask, reads } = composing();
    expect(await ask('', { limit: 'all', offset: 0 })).toBe('right');
    expect(await ask('size,label')).toBe('right');
    expect(reads).toEqual([ALL, ALL]);
  });

  it('gives each client the links of its own host', async () => {
    const { ask } = composing();
    const bases = ['https://a.example/small', 'https://b.example/small'];
    const asked = bases.map((base) => ask('size,label', { base }));
    expect(await Promise.all(asked)).toEqual(['right', 'right']);
  });

  it('answers 503 where 64 others wait', async () => {
    const { ask, open } = composing({ isOpen: false });
    const asked = Array.from({ length: 65 }, (_, index) =>
      ask('', { limit: 3, offset: index + 1 }),
    );
    const refused = await Promise.race(asked);
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '1', 'Cache-Control': 'no-store' },
    });
    open();
    expect(await Promise.all(asked.slice(0, -1))).toEqual(Array(64).fill('right'));
  });

  it('does not compose for a client that has left', async () => {
    const { ask, reads, open } = composing({ isOpen: false });
    const first = ask('');
    void ask('size,label', { left: Promise.resolve() });
    const third = ask('', { offset: 21 });
    open();
    expect(await Promise.all([first, third])).toEqual(['right', 'right']);
    expect(reads).toEqual([fileOf('7/0'), fileOf('7/21')]);
  });

  it('waits until a large reply is sent', async () => {
    const large = `[\n${`"${'x'.repeat(2 ** 22)}",\n`.repeat(10)}""\n]}\n`;
    const { ask, reads } = composing({ bodies: { [fileOf('20/0')]: large } });
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    expect(await ask('', { limit: 10, left })).toMatchObject({ status: 200 });
    const next = ask('', { offset: 22 });
    await sleep(20);
    expect(reads).toEqual([fileOf('20/0')]);
    leave();
    expect(await next).toBe('right');
  });

  it('goes on after an error', async () => {
    const { ask } = composing({ bodies: { [ALL]: null } });
    await expect(ask('size,label')).rejects.toThrow(`The site lacks ${ALL}.`);
    expect(await ask('')).toBe('right');
  });
});
