import { expect, test } from 'vitest';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { forgetNumbers } from './fixtures/forget-numbers.ts';

const own = await openNumberedWorld();

test('law 3, forgotten pay-outs of Ethereum that no block takes are replaced, by two people, and hold no others for good', async () => {
  const { holds, txids: although, release, expectReplaced } = await forgetNumbers(own);
  expect(holds).toEqual(expect.arrayContaining(although));
  await expect(release()).rejects.toThrow('--although <transaction>');
  expect(await release({ although, alone: 50 })).toMatch(/^Asked for, and not done/);
  expect(await release({ although, alone: 50, operator: 'heidi' })).toContain('Give release-chain again');
  await expectReplaced();
});
