/** The start tag of an element. */
export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const VOID = ['meta', 'link', 'input', 'br', 'hr', 'img'];

const TAG = /^<(\/?)([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[^\s"'<>/=]+(?:="[^"<>]*")?)*)\s*>/;

/**
 * The elements of a page in order. Every element must be closed and every value quoted, which is much
 * stricter than HTML, so that mistakes are found.
 * @throws Error where one is not
 */
export function tagsOf(page: string): Tag[] {
  const [, body = ''] = page.split(/^<!doctype html>\n/);
  const tags: Tag[] = [];
  const open: string[] = [];
  for (const text of body.replace(/<!--[^<>]*-->/g, '').split(/(?=<)/)) {
    if (!text.startsWith('<')) continue;
    const { name, attributes, isEnd } = tagAt(text);
    if (!isEnd) {
      tags.push({ name, attributes });
      if (!VOID.includes(name)) open.push(name);
    } else if (open.pop() !== name) throw new Error(`Not open: ${text}`);
  }
  if (open.length > 0) throw new Error(`Open at the end: ${open}`);
  return tags;
}

/** The tag at the start of a text that contains no other tag. */
function tagAt(text: string): Tag & { readonly isEnd: boolean } {
  const [whole, slash, name = '', rest = ''] = TAG.exec(text) ?? [];
  if (whole === undefined || text.slice(whole.length).includes('>')) {
    throw new Error(`Not a tag: ${text}`);
  }
  return { name, attributes: attributesOf(rest), isEnd: slash !== '' };
}

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/\s([^\s"'<>/=]+)(?:="([^"]*)")?/g)) {
    if (found.has(name)) throw new Error(`${name} is given twice: ${text}`);
    found.set(name, unescaped(value));
  }
  return found;
}

/** The text of a page, unescaped. */
export const textOf = (page: string): string => unescaped(page.replace(/<[^>]*>/g, ''));

const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
