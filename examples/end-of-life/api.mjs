import { defineApi, defineCollection, z } from 'staticrest';

const release = z.object({
  name: z.string().describe('The version, or the model of a device.'),
  released: z.iso.date().describe('The day of the release.'),
  eol: z.iso.date().nullable().describe('The day of the end of support; null if none is known.'),
  lts: z.boolean().describe('Whether it has long-term support.'),
  latest: z.string().nullable().describe('The latest version of this release.'),
  latest_date: z.iso.date().nullable().describe('The day of the latest version.'),
});

const products = defineCollection({
  name: 'products',
  title: 'Products',
  description: 'Software, devices and standards, in alphabetical order.',
  schema: z.object({
    name: z.string().describe('The name in addresses.'),
    label: z.string().describe('The name for people.'),
    category: z.string().describe('The kind of the product.'),
    tags: z.array(z.string()).describe('What products have in common, such as a vendor.'),
    aliases: z.array(z.string()).describe('Other names in addresses.'),
    link: z.url().describe('The page of the vendor about releases.'),
    releases: z.array(release).describe('The latest releases, newest first.'),
  }),
  // The file nodejs.yaml is the record of /api/products/nodejs/ and of its alias /api/products/node/.
  key: 'name',
  content: { fileName: 'name' },
  aliases: ({ aliases }) => aliases,
  listed: ['name', 'label', 'category', 'tags', 'aliases'],
  references: { category: 'categories', tags: 'tags' },
  order: { field: 'label', kind: 'text' },
  filters: { category: {}, tag: { field: 'tags' } },
  search: ['label', 'tags'],
  prerender: { filters: ['category', 'tag'], combine: false },
  pagination: { limits: [10, 50], default: 10 },
});

const releases = defineCollection({
  name: 'releases',
  title: 'Releases',
  description: 'The releases of all products, newest first.',
  schema: z.object({
    product: z.string().describe('The name of the product.'),
    ...release.shape,
    is_newest: z.boolean().describe('Whether the product has no newer release.'),
  }),
  key: ['product', 'name'],
  records: ({ all }) =>
    all(products).flatMap(({ name: product, releases }) =>
      releases.map((one, index) => ({ product, ...one, is_newest: index === 0 })),
    ),
  aliases: ({ product, is_newest }) => (is_newest ? [`${product}-latest`] : []),
  references: { product: 'products' },
  orderings: { released: { field: 'released', kind: 'time' } },
  order: { field: 'released', kind: 'time', descending: true },
  filters: { product: {}, lts: {}, eol__gte: {}, eol__lt: {} },
  prerender: { filters: ['product', 'lts'], combine: false },
  pagination: { limits: [20, 100], default: 20 },
});

/** A collection of the values of a field of products, each with the number of its products. */
const valuesOf = (field, name, title, description) =>
  defineCollection({
    name,
    title,
    description,
    schema: z.object({ name: z.string(), products: z.int().describe('How many have it.') }),
    key: 'name',
    records: ({ all, where }) =>
      [...new Set(all(products).flatMap((one) => one[field]))].map((value) => ({
        name: value,
        products: where(products, { [field]: value }).length,
      })),
    order: { field: 'name', kind: 'text' },
  });

const tags = valuesOf('tags', 'tags', 'Tags', 'What products have in common.');
const categories = valuesOf('category', 'categories', 'Categories', 'The kinds of products.');

const SOURCE = 'https://github.com/endoflife-date/endoflife.date';

const meta = defineCollection({
  name: 'meta',
  title: 'Meta',
  description: 'What this API contains.',
  schema: z.object({ products: z.int(), releases: z.int(), source: z.url() }),
  single: true,
  records: ({ all }) => [
    { products: all(products).length, releases: all(releases).length, source: SOURCE },
  ],
});

export default defineApi({
  name: 'End of life',
  description: 'When the support of software and devices ends.',
  sources: [
    {
      name: 'endoflife.date',
      url: SOURCE,
      licence: { name: 'MIT', url: `${SOURCE}/blob/master/LICENSE` },
      data: 'up to twelve releases of each product, as in its folder products/ in 2025',
    },
  ],
  collections: [products, releases, tags, categories, meta],
});
