/**
 * A label as a slug, as Django's `slugify` makes it: removes accents and other characters beyond ASCII,
 * changes to lower case, removes all but letters, digits, `_`, white space and `-`, replaces runs of the
 * last two by one hyphen, and removes hyphens and `_` at both ends. Can be empty.
 * https://docs.djangoproject.com/en/stable/ref/utils/#django.utils.text.slugify
 */
export function slugify(label: string): string {
  return (
    label
      .normalize('NFKD')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
      .replace(/[^\u0000-\u007f]/g, '')
      .toLowerCase()
      .replace(/[^a-z0-9_\s-]/g, '')
      .replace(/[-\s]+/g, '-')
      .replace(/^[-_]+|[-_]+$/g, '')
  );
}
