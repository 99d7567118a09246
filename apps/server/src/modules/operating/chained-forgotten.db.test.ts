import { expect, test } from 'vitest';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { forgetBitcoinPayouts } from './fixtures/forget-bitcoin-payouts.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { releasePayouts } from './release-payouts.ts';

interface Given {
  operator: string;
  although: readonly string[];
  NETWORK_FEE_MOST_PERCENT: number;
  OPERATOR_ALONE_EUR: number;
}

const world = await openOrderWorld();
const { context, sandbox } = world;
// One coin: what is paid out second spends the change of the first.
await world.fundWallet('1');
await beginWork(context);

test('forgotten pay-outs of bitcoin, one on the change of the other, are replaced at a fee that is bounded, by two people', async () => {
  const { later, txids, address, isAgreed } = await forgetBitcoinPayouts(world, 4, { payin_amount: '100' });
  expect(isAgreed).toBe(false);
  const waiting = () => context.providers.bitcoin.listWaiting();
  const before = await waiting();
  const release = (own: string, { operator = 'grace', although = txids, ...config }: Partial<Given> = {}) =>
    releasePayouts({ ...later, config: { ...later.config, ...config } }, { chain: 'bitcoin', operator, own, although });
  // A node asks for the fees of all four.
  await expect(release('0', { NETWORK_FEE_MOST_PERCENT: 1 })).rejects.toThrow(
    /^More than 1 % .+ NETWORK_FEE_MOST_PERCENT/,
  );
  const two = { OPERATOR_ALONE_EUR: 50 };
  expect(await release('0', two)).toMatch(/^Asked for, and not done/);
  expect(await waiting()).toEqual(before);
  expect(await release('0', { ...two, operator: 'heidi' })).toContain('brings its coins back');
  // Only the first is sent in the place of all: the others were of its change.
  expect(await waiting()).toHaveLength(1);
  await sandbox.mine('bitcoin', 6);
  ageLooks();
  await release('1', { although: [] });
  ageLooks();
  expect(await agreeWithChain(later, 'bitcoin')).toBe(true);
  expect((await sandbox.balance('bitcoin', address)).transactions).toEqual([]);
  expect(await compareWithOutside(later)).toEqual([]);
});
