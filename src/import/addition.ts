import type { Records } from '../content/check/record.ts';
import { ownValue } from '../core/object.ts';
import { underscored } from '../util/text.ts';
import type { NewCollection } from './collection.ts';
import { DECIMAL_TEXT, INTEGER, TEXT } from './field.ts';
import { findFreeName, snakeCase } from './name.ts';
import { isConstantName } from './source.ts';

/**
 * Finds the fields whose values are all keys of one other collection. Numbers are keys of many collections by chance, so
 * their field must also have the name of the collection.
 * @param records those of the project, as they are published
 * @returns the names of the collections by those of the fields, and a line for each field that only a few values exclude
 */
export function guessReferences({ guess, data }: NewCollection, { collections }: Records) {
  const targets = collections.flatMap(({ definition: { name, items }, records }) =>
    items === false ? [] : { name, keys: new Set(records.map(({ key }) => String(key))) },
  );
  const notes: string[] = [];
  const references = guess.fields.flatMap(({ name: field, type }) => {
    const given = data.records.flatMap((record) => ownValue(record, field) ?? []);
    // An empty cell is no text.
    const values = data.header ? given.filter(Boolean) : given;
    const othersIn = (keys: Set<string>) => values.filter((value) => !keys.has(String(value)));
    // A value is the only key by chance.
    const fitting = targets.filter(({ keys }) => keys.size > 1 && othersIn(keys).length === 0);
    const named = targets.filter(({ name, keys }) => keys.size > 1 && isNamedAfter(field, name));
    const [target] = type === TEXT && fitting.length === 1 ? fitting : named;
    const isFit = USES.includes(type) && values.length > 0 && !field.includes('.');
    if (!isFit || !target) return [];
    const [other, ...more] = othersIn(target.keys);
    if (other !== undefined && 10 * more.length < values.length - 10)
      notes.push(`${field}: no reference to ${target.name}, which has no ${other}.`);
    return other === undefined ? [[field, target.name]] : [];
  });
  return { references: Object.fromEntries(references), notes };
}

/** The types of fields that can have keys. */
const USES = [TEXT, INTEGER, DECIMAL_TEXT];

/** Has a field the name of a collection, such as `parties`, `party` or `partyId`? */
function isNamedAfter(field: string, collection: string): boolean {
  const one = snakeCase(field).replace(/_id$/, '');
  return [one, `${one}s`, `${one}es`, one.replace(/y$/, 'ies')].includes(underscored(collection));
}

/** Static imports at the start of a text, and all before them; the end of the last line is a group. */
const IMPORTS = /^(?:.*\n)?import\b(?!\s*\()[^;'"]*(['"])[^'"\n]*\1[^\r\n]*(\r?\n)/s;

/** A plain list of collections without its end; what is before the last name is a group. */
const LIST = /\bcollections\s*:\s*\[(?:\s*[\w$]+\s*,)*?(\s*)[\w$]+(?=(?:\s*,)?\s*\])/;

/**
 * Adds a collection to the text of a definition.
 * @returns the lines that add it, and the text with them if it has imports and one plain list
 */
export function insertCollection(text: string, name: string) {
  const own = isConstantName(underscored(name)) ? underscored(name) : 'collection';
  const has = (one: string) => new RegExp(`(?<![\\w$])${one}(?![\\w$])`).test(text);
  const constant = findFreeName(own, { has });
  const statement = `import ${constant} from './${name}.mjs';`;
  const imported = text.replace(IMPORTS, (head, _, end) => head + statement + end);
  const listed = imported.replace(LIST, (head, gap) => `${head},${gap || ' '}${constant}`);
  const isOnly = text.match(/\bcollections\s*:/g)?.length === 1;
  const isPlain = isOnly && imported !== text && listed !== imported;
  return {
    ...(isPlain && { changed: listed }),
    lines: [`  ${statement}`, `  collections: [..., ${constant}],`],
  };
}
