import { expect, it } from 'vitest';
import { formatTime } from '../../../../src/page/view/text-value.ts';
import { rowsOf } from '../../../support/table.ts';

it.each(
  rowsOf(
    `
  2025-05-05T14:03:59.123456Z => 5 May 2025, 14:03 UTC
  2024-02-29 => 29 Feb 2024
  2025-05-05T14:03:00+02:00 => 5 May 2025, 14:03 +02:00
  2025-02-29 => 2025-02-29
  2025-05-05T25:00:00Z => 2025-05-05T25:00:00Z
  about 2025-05-05 => about 2025-05-05`,
    '=>',
  ),
)('%s is shown as %s', (text = '', expected) => expect(formatTime(text)).toBe(expected));
