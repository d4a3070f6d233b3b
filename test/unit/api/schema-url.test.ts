import { expect, it } from 'vitest';
import { HTTP_URL } from '../../../src/api/schema.ts';
import { valuesOf } from '../../support/table.ts';

it.each(
  valuesOf(`
    https://example.org | http://example.org/ | http://localhost:8080/a.zip | https://xn--bcher-kva.example/a
    https://example.org/a%20b/%C3%A9.zip?x=1&y=(2)#part-1 | https://example.org?a | https://example.org#a
    http://[::1]:80/x | http://127.0.0.1/~me/a;b=c,d:e@f!$*+'/`),
)('%s -> a URL', (text) => expect(HTTP_URL.safeParse(text).success).toBe(true));

it.each([
  ...valuesOf(`
    http://a/ b<script> | http://a/b c | http://a/é | http://bücher.example/ | http://a/東京 | http://a/\\b
    http://a/"b" | http://a/{b} | http://a/b^ | http://a/\`b\` | http://a/[b] | http://a/#b#c | http://a/a%2
    http://a/%zz | http:a/b | http:/a/b | http:///a | http:// | //a/b | /a | a.org | ftp://a.org/b | javascript:alert(1)
    http://a:b/ | http://a:65536/ | http://[::1/ | http://me:secret@a.org/`),
  ' http://a/',
  'http://a/\n',
  'http://a/b\tc',
  'http://a/\u{d800}',
])('%j -> none', (text) => expect(HTTP_URL.safeParse(text).success).toBe(false));
