import { type Filter, MATCHES, maxLength, type ValueType } from '../core/filter.ts';

const TEXTS: Readonly<Record<ValueType, string>> = {
  number: 'a number, such as 13.4',
  boolean: 'true or false',
  date: 'a date, such as 2024-02-29',
  'date-time': 'a date with a time, such as 2024-02-29T12:00:00Z',
};

/** The values that a filter accepts, as a phrase. */
export function valueText(filter: Filter): string {
  const length = `of up to ${maxLength(filter)} characters`;
  const single = filter.type ? TEXTS[filter.type] : 'any text without U+0000';
  if (MATCHES[filter.match].takesList)
    return `${single}, or several with commas between them, ${length}`;
  return filter.type ? single : `${single} ${length}`;
}
