import type { OpenApi } from '../../src/describe/openapi.ts';
import { shippedJson } from './shipped-site.ts';

/** What the shipped API says of itself to programs. */
export const shippedOpenApi = (): OpenApi => shippedJson('openapi.json');
