type Section = 'schemas' | 'parameters' | 'responses' | 'headers';

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

/**
 * Makes components of the parts of operations. Parts with equal JSON are the same.
 * @returns the components, and `refer`, which adds a part under a name and returns a reference to it
 */
export function sharedParts(section: Section) {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  const components: Record<string, object> = {};
  const refer = (wanted: string, part: object) => {
    const text = JSON.stringify(part);
    const name = names.get(text) ?? uniqueName(taken, pascalCase(wanted));
    names.set(text, name);
    components[name] = part;
    return referTo(section, name);
  };
  return { components, refer };
}
