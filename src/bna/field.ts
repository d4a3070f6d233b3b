import { z } from 'zod';
import type { OrderingKind } from '../core/ordering.ts';

/** A text that is not empty. */
export const text = z.string().min(1);

/** @param message what the text must be, to follow the name of its field */
export const pattern = (regex: RegExp, message?: string) => z.string().regex(regex, message);

export const uuid = z
  .uuid({ abort: true })
  .refine((text) => text === text.toLowerCase(), 'must be in lower case');

/** An ordering by each of these fields, such as `country__code`, which only hosts with code answer. */
export const composed = <Field extends string>(kind: OrderingKind, fields: readonly Field[]) =>
  Object.fromEntries(
    fields.map((field) => [field.replace('.', '__'), { field, kind, printed: false }] as const),
  );
