/**
 * A value as JSON, for every reader: JSON may contain these line separators, but a text that is split into its
 * lines, as by Python's `splitlines`, would be split at them too.
 */
export const formatJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[\u0085\u2028\u2029]/g,
    (separator) => `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export const decodeJson = <T>(body: Uint8Array): T => JSON.parse(new TextDecoder().decode(body));
