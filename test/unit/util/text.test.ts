import { describe, expect, it } from 'vitest';
import { escapeMarkdown } from '../../../src/util/text.ts';

const CASES: readonly (readonly [what: string, text: string, escaped: string])[] = [
  [
    'plain text',
    'snake_case, 1.5 + 2 = 3 & more (see #4)!',
    'snake_case, 1.5 + 2 = 3 & more (see #4)!',
  ],
  ['emphasis and code', '*a* _b_ `c` ~d~', String.raw`\*a\* \_b\_ \`c\` \~d\~`],
  ['a link', '![x](javascript:y)', String.raw`!\[x\](javascript:y)`],
  ['HTML', '<script>x</script>', String.raw`\<script\>x\</script\>`],
  ['a character reference', '&lt;b&gt; &#60; AT&T;', String.raw`\&lt;b\&gt; \&#60; AT\&T;`],
  ['a cell of a table', 'a | b', String.raw`a \| b`],
  ['a backslash', String.raw`a\*b`, String.raw`a\\\*b`],
  ['several lines', ' a\n\n# b\r\n- c ', 'a # b - c'],
  ['a heading', '# a', String.raw`\# a`],
  ['a list', '- a', String.raw`\- a`],
  ['a numbered list', '12. a 3. b', String.raw`12\. a 3. b`],
  ['a line', '===', String.raw`\===`],
];

describe('escapeMarkdown', () => {
  it.each(CASES)('%s', (_, text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });
});
