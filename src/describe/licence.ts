import type { Source } from '../api/definition.ts';
import { escapeMarkdown } from '../util/text.ts';

/** A licence, with the address of its text if the definition has it. */
type Licence = Pick<Source, 'name' | 'url'>;

/** The licence of a source; undefined where it names none. */
export const licenceOf = ({ licence }: Pick<Source, 'licence'>): Licence | undefined =>
  typeof licence === 'string' ? { name: licence } : licence;

/** The licences of all sources, each once, as it is first named. */
export function licencesOf(sources: readonly Source[] = []): Licence[] {
  const all = sources.flatMap((source) => licenceOf(source) ?? []);
  return all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index);
}

/** The sources of the data as a list in CommonMark. */
export function sourceList(sources: readonly Source[]): string {
  const lines = sources.map((source) => {
    const licence = licenceOf(source);
    return `- ${formatLink(source)}: ${escapeMarkdown(source.data)}${licence ? ` (${formatLink(licence)})` : ''}`;
  });
  return lines.join('\n');
}

/** A name that links to its address, if there is one. A parenthesis could end the address. */
function formatLink({ name, url }: Licence): string {
  const href = url?.replaceAll('(', '%28').replaceAll(')', '%29');
  return href ? `[${escapeMarkdown(name)}](${href})` : escapeMarkdown(name);
}

/** A list; undefined, which JSON leaves out, for an empty one. */
export const someOf = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length > 0 ? list : undefined;
