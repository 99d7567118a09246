import { expect, test } from 'vitest';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { forgetNumbers } from './fixtures/forget-numbers.ts';

const own = await openNumberedWorld();
const { evm } = own.world.context.providers;
const usual = evm.getBlock.bind(evm);

test('law 3, forgotten pay-outs that the node counts and does not show, as they pay too little, are replaced by their number', async () => {
  evm.getBlock = async (at) => (at === 'pending' ? { hash: '', candidates: [], sent: [] } : usual(at));
  const { holds, release, expectReplaced } = await forgetNumbers(own);
  const although = holds.filter((subject) => subject.startsWith('number '));
  expect(although).toEqual(['number 1']);
  await expect(release()).rejects.toThrow('--although <transaction>');
  expect(await release({ although })).toContain('Give release-chain again');
  await expectReplaced();
});
