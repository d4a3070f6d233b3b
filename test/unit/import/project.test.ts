import { expect, it } from 'vitest';
import { hostFor, projectFiles } from '../../../src/import/project.ts';

it.each([
  [0, 'github-pages', 'curl https://<user>.github.io/<repository>/api/cities.json'],
  [10_000, 'github-pages', 'curl https://<user>.github.io/<repository>/api/cities.json'],
  [10_001, 'service-worker', 'the site has only the records and no pages'],
])('%i records -> a workflow and a README for %s', (records, expected, text) => {
  const host = hostFor(records);
  expect(host).toBe(expected);
  const files = projectFiles({ name: 'Cities', collections: [{ name: 'cities' }], host });
  expect(files['.github/workflows/publish.yml']).toContain(`staticrest build --host ${host} `);
  expect(files['README.md']).toContain(text);
  // The project contains the packed package, if no registry has it.
  expect(files['.gitignore']).not.toContain('tgz');
});
