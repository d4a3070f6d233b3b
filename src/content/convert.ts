import type { z } from 'zod';
import { type WrittenField, writtenFields } from '../api/field-types.ts';
import type { ConverterOf } from './format.ts';

/** As JSON writes a number, also `+1`, `.5` and `5.`; not `007`, which is rather a code. */
const NUMBER = /^[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;

const BOOLEAN = /^(?:true|false)$/i;

/**
 * Converts texts to what a schema accepts for their fields. A text that has another form is returned as
 * it is, and the schema reports the type that is needed.
 */
export function textConverter(schema: z.ZodObject): ConverterOf {
  const fields = writtenFields(schema);
  return (name) => {
    const field = fields.get(name);
    return field ? (text) => convertText(text, field) : (text) => text;
  };
}

function convertText(text: string, { types, isOptional }: WrittenField): unknown {
  const isText = types.length === 0 || types.includes('string');
  const trimmed = isText ? text : text.trim();
  if (trimmed === '') {
    if (isOptional) return undefined;
    if (types.includes('null')) return null;
    return isText ? '' : undefined;
  }
  if (isText) return text;
  const isNumber = types.includes('number') || types.includes('integer');
  if (isNumber && NUMBER.test(trimmed)) return Number(trimmed);
  if (types.includes('boolean') && BOOLEAN.test(trimmed)) return /^t/i.test(trimmed);
  return text;
}
