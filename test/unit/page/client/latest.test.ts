import { expect, it } from 'vitest';
import { createLatest } from '../../../../src/page/client/latest.ts';

it('an older response is ignored, whether it comes before or after the newest one', async () => {
  const latest = createLatest();
  const respond: ((text: string) => void)[] = [];
  const [early, late, newest] = [1, 2, 3].map(() =>
    latest(new Promise<string>((resolve) => respond.push(resolve))),
  );
  respond[0]?.('early');
  respond[2]?.('newest');
  await newest;
  respond[1]?.('late');
  expect(await Promise.all([early, late, newest])).toEqual([null, null, 'newest']);
  expect(await latest(Promise.resolve('next'))).toBe('next');
});
