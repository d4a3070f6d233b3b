import { z } from 'zod';

/** A text that is not empty. */
export const text = z.string().min(1);

/** @param message what the text must be, to follow the name of its field */
export const pattern = (regex: RegExp, message?: string) => z.string().regex(regex, message);

export const uuid = z.uuid({ abort: true }).lowercase('must be in lower case');
