/** An entity tag of a body: its SHA-256 in hex, as the site's manifest has it. RFC 9110, 8.8.3 */
export async function etagOf(body: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>);
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
  return `"${hex.join('')}"`;
}

/**
 * Does the client have the body of this tag already? RFC 9110, 13.1.2
 * @param ifNoneMatch the request's header: `*`, or tags, weak ones too, with commas between them
 */
export function matchesEtag(tag: string, ifNoneMatch: string | null | undefined): boolean {
  // Not split at commas, which may stand in a tag.
  const known: readonly string[] = ifNoneMatch?.match(/"[^"]*"/g) ?? [];
  return ifNoneMatch?.trim() === '*' || known.includes(tag);
}
