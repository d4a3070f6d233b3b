import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defineCollection } from '../../../src/api/definition.ts';
import { z } from '../../../src/index.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { renderedSite } from '../../support/rendered-site.ts';
import { rowsOf } from '../../support/table.ts';

const api = apiOf(
  defineCollection({
    ...titled('notes'),
    schema: z.object({ id: z.int(), changed: z.string().nullable(), isDraft: z.boolean() }),
    key: 'id',
    isPublic: ({ isDraft }) => !isDraft,
    updated: 'changed',
  }),
);

describe('the time of the newest record', () => {
  it.each(
    rowsOf(`
    the newest date     -> "2024-02-29", "2025-01-01", "2023-12-31"           -> 2025-01-01T00:00:00.000Z
    times in zones      -> "2025-01-01T00:30:00+02:00", "2024-12-31T23:00:00Z" -> 2024-12-31T23:00:00.000Z
    other texts         -> null, "soon", "5", "2025-99-99", "2024-01-01"      -> 2024-01-01T00:00:00.000Z
    no offset: UTC      -> "2025-01-01T11:30:00", "2025-01-01T12:00:00Z"      -> 2025-01-01T12:00:00.000Z
    no time             -> null, "soon"
    no records`),
  )('%s: %s -> %s', (_, values = '', expected) => {
    const times: unknown[] = JSON.parse(`[${values}]`);
    vi.stubEnv('TZ', 'America/New_York');
    onTestFinished(() => void vi.unstubAllEnvs());
    const published = times.map((changed, id) => ({ id, changed, isDraft: false }));
    const draft = { id: 99, changed: '2099-01-01', isDraft: true };
    const { about } = renderedSite(api, { notes: [...published, draft] }).described;
    expect(about.collections[0]?.updated).toBe(expected);
  });
});
