/** Where a part of a document stands that is written once. */
export interface Reference {
  readonly $ref: string;
}

/** The parts of a document that others can refer to. */
export type Section = 'schemas' | 'parameters' | 'responses' | 'examples' | 'headers';

export const referTo = (section: Section, name: string): Reference => ({
  $ref: `#/components/${section}/${name}`,
});

/**
 * A name that none of the others has: the one that is wanted, or the first free one with a number.
 * @param taken the names so far, to which it is added
 */
export function ownName(taken: Set<string>, wanted: string): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  taken.add(name);
  return name;
}

/** A part that may be used by several operations, and what it is to be called then. */
export interface Named<Part> {
  readonly name: string;
  readonly part: Part;
}

/** Parts by their names, and what stands for each where it is used. */
export interface Shared<Part> {
  readonly components: Readonly<Record<string, Part>>;
  of(part: Part): Part | Reference;
}

/**
 * Parts that are used more than once, each to be written once. They are the same where they say the
 * same.
 * @param uses every part as often as it is used
 */
export function shared<Part>(section: Section, uses: readonly Named<Part>[]): Shared<Part> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  const components: Record<string, Part> = {};
  const seen = new Set<string>();
  for (const { name, part } of uses) {
    const text = JSON.stringify(part);
    if (seen.has(text) && !names.has(text)) {
      const own = ownName(taken, name);
      names.set(text, own);
      components[own] = part;
    }
    seen.add(text);
  }
  const of = (part: Part) => {
    const name = names.get(JSON.stringify(part));
    return name === undefined ? part : referTo(section, name);
  };
  return { components, of };
}
