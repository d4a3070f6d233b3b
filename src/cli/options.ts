import type { ArgumentsCamelCase, InferredOptionTypes, Options } from 'yargs';
import { STORAGE_URL } from '../bna/storage.ts';
import { HOST_NAMES } from '../hosts/names.ts';

/** Options by name. One that differs between commands is defined with its command. */
const OPTIONS = {
  content: {
    type: 'string',
    describe: 'The folder that holds the content.',
    default: 'content',
  },
  out: {
    type: 'string',
    describe: 'The folder to write the site to. A site in it is replaced.',
    default: 'dist',
  },
  'base-url': {
    type: 'string',
    describe: 'The absolute address where the site will be published. Links are built on it.',
    defaultDescription:
      'the environment’s URL, CF_PAGES_URL or VERCEL_PROJECT_PRODUCTION_URL, else http://localhost:8080',
  },
  'storage-url': {
    type: 'string',
    describe: 'The address of the folder with boundary files (shipped API only).',
    defaultDescription: STORAGE_URL,
  },
  api: {
    type: 'string',
    describe: 'A JavaScript module whose default export is a definition made with defineApi.',
    defaultDescription: 'the shipped Bicycle Network Analysis API',
  },
  host: {
    type: 'string',
    describe: 'The host whose files are put in place and whose limits the site must meet.',
    defaultDescription: `${HOST_NAMES[0]}, without its limits`,
    choices: HOST_NAMES,
  },
  limits: {
    type: 'string',
    describe:
      'The page sizes to pre-render, such as 20,100. They must include the default page size.',
    defaultDescription: 'those of the definition',
  },
  orderings: {
    type: 'string',
    describe: 'The orderings to pre-render, such as label,-label, or none.',
    defaultDescription: 'those of the definition',
  },
  formats: {
    type: 'string',
    describe: 'The formats to pre-render, such as json, or none.',
    defaultDescription: 'those of the definition',
  },
  filters: {
    type: 'string',
    describe: 'The filters to pre-render, such as country, or none.',
    defaultDescription: 'those of the definition',
  },
  port: {
    type: 'string',
    describe: 'The port to listen on.',
    default: '8080',
  },
  address: {
    type: 'string',
    describe: 'The address to listen on. Any but a loopback address is open to the network.',
    default: '127.0.0.1',
  },
  'as-built': {
    type: 'boolean',
    describe: 'Keep links as they were built, instead of pointing them to the preview.',
    default: false,
  },
  'rules-only': {
    type: 'boolean',
    describe: 'Answer only pre-rendered pages, as a host that follows rules does.',
    default: false,
  },
  site: {
    type: 'string',
    describe: 'The folder of a built site.',
    default: 'dist',
  },
  method: {
    type: 'string',
    describe: 'The method of the request.',
    default: 'GET',
  },
  'allow-removal': {
    type: 'boolean',
    describe: 'Build even if a collection loses all of its records, or the site more than half.',
    default: false,
  },
  'all-problems': {
    type: 'boolean',
    describe: 'Print every problem of the content in full, not only the first 20.',
    default: false,
  },
  'allow-post': {
    type: 'boolean',
    describe: 'Accept POST also on an address that is open to the network.',
    default: false,
  },
} satisfies Record<string, Options>;

/** The values of the options, by their names in camel case. */
export type Arguments = ArgumentsCamelCase<InferredOptionTypes<typeof OPTIONS>>;

export const pick = (
  ...names: readonly (keyof typeof OPTIONS)[]
): Readonly<Record<string, Options>> =>
  Object.fromEntries(names.map((name) => [name, OPTIONS[name]]));
