/** How numbers and days can be written in a table, and how a table can be encoded that is not UTF-8 or UTF-16. */
export const NUMBER_FORMS = ['1,234.5', '1.234,5'] as const;
export const DATE_FORMS = ['day.month', 'day/month', 'month/day'] as const;
export const ENCODINGS = ['windows-1252'] as const;
