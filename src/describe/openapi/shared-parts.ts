type Section = 'schemas' | 'parameters' | 'responses' | 'examples' | 'headers';

/** A reference to a component of the document. */
export const referTo = (section: Section, name: string) => ({
  $ref: `#/components/${section}/${name}`,
});

/**
 * The wanted name, with a number appended where it is taken.
 * @param taken the names so far; the new one is added
 */
export function uniqueName(taken: Set<string>, wanted: string): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  taken.add(name);
  return name;
}

/** A name in PascalCase: `score_metadata` is `ScoreMetadata`. Empty if it has no letters or digits. */
export const pascalCase = (name: string): string =>
  (name.match(/[A-Za-z0-9]+/g) ?? [])
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Parts of an operation, each with its name or status there. */
export type Parts<Part> = readonly (readonly [key: string, part: Part])[];

/**
 * Makes components of the parts that several operations have. Parts with equal JSON are the same.
 * @param all the parts of all operations
 * @param nameOf the name of a component, from a part's key
 * @returns the components, and `refer`, which replaces parts by references to their components
 */
export function shareParts<Part>(
  section: Section,
  all: Parts<Part>,
  nameOf: (key: string) => string,
) {
  const seen = new Set<string>();
  const taken = new Set<string>();
  const names = new Map<string, string>();
  const components: Record<string, Part> = {};
  for (const [key, part] of all) {
    const text = JSON.stringify(part);
    if (seen.has(text) && !names.has(text)) {
      const name = uniqueName(taken, nameOf(key));
      names.set(text, name);
      components[name] = part;
    }
    seen.add(text);
  }
  const refer = (parts: Parts<Part>): Parts<Part | ReturnType<typeof referTo>> =>
    parts.map(([key, part]) => {
      const name = names.get(JSON.stringify(part));
      return [key, name === undefined ? part : referTo(section, name)];
    });
  return { components, refer };
}
