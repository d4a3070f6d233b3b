/**
 * A label as a slug, by the rule of Django's `slugify`: accents dropped with whatever else is not
 * ASCII, lower-cased, everything but letters, digits, `_`, white space and `-` removed, runs of the
 * last two as one hyphen, none at either end. Empty where nothing is left.
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
      .trim()
      .replace(/[-\s]+/g, '-')
      .replace(/^[-_]+|[-_]+$/g, '')
  );
}
