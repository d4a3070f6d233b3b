import { type Api, defineApi } from '../definition.ts';
import { countries } from './country.ts';
import { neighborhoods } from './neighborhood.ts';
import { scoreMetadata } from './score-metadata.ts';
import { STORAGE_URL } from './storage.ts';

/**
 * The Bicycle Network Analysis reference API.
 * @param storageUrl where boundary files are stored, without a slash at its end
 */
export const bnaApi = (storageUrl: string = STORAGE_URL): Api =>
  defineApi({
    name: 'Bicycle Network Analysis',
    description:
      'Reference and result data of an analysis of how well people can reach everyday destinations by bicycle.',
    formats: ['json', 'api'],
    collections: [countries, scoreMetadata, neighborhoods(storageUrl)],
  });
