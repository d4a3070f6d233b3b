import { expect, it } from 'vitest';
import { projectFiles } from '../../../src/import/project.ts';

it('a workflow and a README for GitHub Pages', () => {
  const files = projectFiles({ name: 'Cities', collections: [{ name: 'cities' }] });
  expect(files['.github/workflows/publish.yml']).toContain('staticrest build --host github-pages ');
  expect(files['README.md']).toContain(
    'curl https://<user>.github.io/<repository>/api/cities.json',
  );
  // The project contains the packed package, if no registry has it.
  expect(files['.gitignore']).not.toContain('tgz');
});
