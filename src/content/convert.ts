import type { z } from 'zod';
import { fieldTypes, TEXT_FORMATS } from '../api/field-types.ts';
import { once } from '../util/once.ts';
import type { ConverterOf } from './format.ts';
import { isChangedNumber } from './number.ts';

const TEXTS = ['string', ...TEXT_FORMATS];

/** As JSON writes a number, also `+1`, `.5` and `5.`; not `007`, which is rather a code. */
export const NUMBER = /^[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;

export const TRUE_OR_FALSE = /^(?:true|false)$/i;

/** The zone of a time, in digits. */
const ZONE = /(?<=:\d\d(?:[.,]\d+)? ?)[-+]\d\d(?::?\d\d)?$/;

/** A text with zeros for its digits, except for those of the zone of a time. */
export const timeForm = (text: string): string =>
  text.replace(ZONE, '').replace(/\d/g, '0') + (ZONE.exec(text) ?? '');

/**
 * Converts texts to what a schema accepts for their fields. A text that has another form is returned as
 * it is, and the schema reports the type that is needed.
 */
export function textConverter(schema: z.ZodObject): ConverterOf {
  // Made when it is needed: most collections have no CSV.
  const typesAt = once(() => fieldTypes(schema, 'input'));
  return (name) => {
    const types = typesAt()([name])?.types ?? [];
    const isText = types.length === 0 || types.some((type) => TEXTS.includes(type));
    const isNumber = types.includes('number');
    const isOptional = Object(schema.shape[name])._zod?.optin === 'optional';
    const isAnyText = types.length === 0 || types.includes('string');
    const ifRequired = types.includes('null') ? null : isAnyText ? '' : undefined;
    const empty = isOptional ? undefined : ifRequired;
    if (isText) return (text) => (isAnyText ? text : text.trim()) || empty;
    return (text) => {
      const trimmed = text.trim();
      if (trimmed === '') return empty;
      if (isNumber && NUMBER.test(trimmed) && !isChangedNumber(trimmed)) return Number(trimmed);
      const isBoolean = types.includes('boolean') && TRUE_OR_FALSE.test(trimmed);
      return isBoolean ? /^t/i.test(trimmed) : text;
    };
  };
}
