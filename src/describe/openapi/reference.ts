/** A reference to a component of the document. */
export interface Reference {
  readonly $ref: string;
}

type Section = 'schemas' | 'parameters' | 'responses' | 'examples' | 'headers';

export const referTo = (section: Section, name: string): Reference => ({
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
 * Makes components of the parts that are used more than once. Parts with equal JSON are the same.
 * @param uses each use of a part, with the name that its component should have
 * @returns the components, and `refer`, which replaces a part by the reference to its component
 */
export function shareParts<Part>(section: Section, uses: readonly (readonly [string, Part])[]) {
  const texts = uses.map(([, part]) => JSON.stringify(part));
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const components: Record<string, Part> = {};
  for (const [index, [wanted, part]] of uses.entries()) {
    const text = texts[index] ?? '';
    if (names.has(text) || texts.lastIndexOf(text) === index) continue;
    const name = uniqueName(taken, wanted);
    names.set(text, name);
    components[name] = part;
  }
  const refer = (part: Part): Part | Reference => {
    const name = names.get(JSON.stringify(part));
    return name === undefined ? part : referTo(section, name);
  };
  return { components, refer };
}
