/** The characters of a URL outside percent-encoded ones. https://www.rfc-editor.org/rfc/rfc3986#section-2 */
const CHARACTERS = "(?:[\\w.~!$&'()*+,;=:@/?-]|%[\\dA-Fa-f]{2})*";

const HTTP_URL = new RegExp(`^https?://[\\w.~:[\\]-]+(?:[/?]${CHARACTERS})?(?:#${CHARACTERS})?$`);

/** True for an absolute URL of http or https as it is written in a document: all other characters are escaped. */
export const isHttpUrl = (text: string): boolean => HTTP_URL.test(text) && URL.canParse(text);

/** What is wrong with another text, to follow the name of its field. */
export const NO_HTTP_URL =
  'must be an absolute URL with percent-encoded special characters, such as https://example.org/a%20b.zip';
