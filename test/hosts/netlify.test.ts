import { expect, it } from 'vitest';
import { describeContract } from '../contract/contract.ts';
import { startNetlify } from '../support/netlify.ts';

describeContract('netlify', startNetlify, (send) => {
  it('the path of a file, by which the local server selects headers -> those of the API', async () => {
    const [api, file] = await Promise.all(
      ['api/', 'data/index.json'].map((one) => send(`/small/${one}`)),
    );
    expect(file?.headers).toEqual(api?.headers);
  });
});
