import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { onTestFinished } from 'vitest';
import { engineOf } from './engines.mjs';
import { temporaryFolder } from './folder.ts';

/** An API of Django REST Framework. Arguments: a file with records, and perhaps `--serve`. */
export const DJANGO_API = path.resolve('test/support/django-api.py');

/** This many records with different labels, and fields whose values repeat, as Django writes them. */
export const djangoTowns = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const id = index + 1;
    const hash = (id * 7919) % 10_007;
    const time = new Date(Date.UTC(2024, 0, 1) + (hash % 60) * 3_600_000).toISOString();
    const created = `${time.slice(0, 19)}${hash % 2 === 0 ? '' : '.000001'}Z`;
    return {
      id,
      label: `${['North', 'south', 'East, upper', "O'Brien"][hash % 4]} ${hash}`,
      state: ['CO', 'co', 'New York', '', 'C'][hash % 5] ?? '',
      size: hash % 7 === 0 ? null : (hash % 23) / 2,
      active: hash % 3 === 0,
      created_at: hash % 11 === 0 ? null : created,
      day: time.slice(0, 10),
      price: ((hash % 90) / 4 - 5).toFixed(2),
      amount: ['9.5', '9.50', '10', '-0.25', '100.125', '9.500', '0'][hash % 7] ?? '',
    };
  });

/** Writes records to a file of their own. */
export function recordsFile(records: readonly object[]): string {
  const file = path.join(temporaryFolder(), 'records.json');
  writeFileSync(file, JSON.stringify(records));
  return file;
}

/**
 * Starts the API as a server until the test has finished.
 * @returns its address
 */
export async function startDjango(records: readonly object[]): Promise<string> {
  const args = [DJANGO_API, recordsFile(records), '--serve'];
  const child = spawn(engineOf('django') ?? '', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill();
    await closed;
  });
  const address = await Promise.race([once(createInterface(child.stdout), 'line'), closed]);
  return String(address[0]);
}
