import { expect, test } from 'vitest';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { releasePayouts } from './release-payouts.ts';
import { forgetBitcoinPayouts } from './fixtures/forget-bitcoin-payouts.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('1');
await world.fundWallet('2');
await beginWork(context);

test('pay-outs of bitcoin that a restore forgot and that no block takes are replaced, and hold no others for good', async () => {
  const { later, txids, address, isAgreed } = await forgetBitcoinPayouts(world, 2);
  expect(isAgreed).toBe(false);
  // One waits at too low a fee, and no node has the other one any more.
  await sandbox.dropTransaction('bitcoin', txids[1] ?? '');
  const release = (own: string, ...although: string[]) =>
    releasePayouts(later, { chain: 'bitcoin', operator: 'grace', own, although });
  await expect(release('0')).rejects.toThrow('--although <transaction>');
  expect(await release('0', ...txids)).toContain('brings its coins back');
  await sandbox.mine('bitcoin', 1);
  ageLooks();
  // What brings the coins back is the house's, and nothing was paid.
  await release('2');
  ageLooks();
  expect(await agreeWithChain(later, 'bitcoin')).toBe(true);
  expect((await sandbox.balance('bitcoin', address)).transactions).toEqual([]);
  expect(await compareWithOutside(later)).toEqual([]);
});
