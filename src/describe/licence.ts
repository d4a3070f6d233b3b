import type { Source } from '../api/definition.ts';

/** A licence, with the address of its text if the definition has it. */
interface Licence {
  readonly name: string;
  readonly url?: string;
}

/** The licence of a source; undefined where it names none. */
export const licenceOf = ({ licence }: Pick<Source, 'licence'>): Licence | undefined =>
  typeof licence === 'string' ? { name: licence } : licence;

/** The licences of all sources, each once. */
export function licencesOf(sources: readonly Source[] = []): Licence[] {
  const found = new Map<string, Licence>();
  for (const licence of sources.flatMap((source) => licenceOf(source) ?? [])) {
    found.set(licence.name, { ...found.get(licence.name), ...licence });
  }
  return [...found.values()];
}
