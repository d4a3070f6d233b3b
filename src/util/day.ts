/** Whether a text is a day of the calendar such as `2024-02-29`: `Date.parse` accepts 30 February. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);
