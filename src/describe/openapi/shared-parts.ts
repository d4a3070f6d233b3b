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
 * Makes components of the parts of operations. Parts with equal JSON are the same.
 * @param nameOf the name of a component, from a part's key
 * @returns the components, and `refer`, which adds parts to them and replaces them by references
 */
export function sharedParts<Part>(section: Section, nameOf: (key: string) => string) {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  const components: Record<string, Part> = {};
  const refer = (parts: Parts<Part>) =>
    parts.map(([key, part]) => {
      const text = JSON.stringify(part);
      const name = names.get(text) ?? uniqueName(taken, nameOf(key));
      names.set(text, name);
      components[name] = part;
      return [key, referTo(section, name)] as const;
    });
  return { components, refer };
}
