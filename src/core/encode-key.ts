/** A key as a segment of a path. An asterisk is encoded, too, because it has a meaning in a rule of Netlify. */
export const encodeKey = (key: string): string => encodeURIComponent(key).replaceAll('*', '%2A');
