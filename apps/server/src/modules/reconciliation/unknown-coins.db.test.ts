import { expect, test } from 'vitest';
import { z } from 'zod';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { scanWallet } from '../chain-payouts/scan-wallet.ts';
import { compareWallet } from './compare-wallet.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const paidInCoins = z.looseObject({ crypto_address: z.string() });

test('reconciliation sees coins on our addresses that the books do not know, and names them', async () => {
  await world.fundWallet('1');
  const access = await world.signIn();
  const { order } = await world.buy(access, {
    payin_currency: 'BTC',
    payin_group: 'bitcoin',
    payin_amount: '0.02',
    payout_currency: 'EUR',
    payout_group: 'balance',
    dst_address: '',
  });
  const { crypto_address: address } = paidInCoins.parse(await world.read(order.nice_id, access));
  // No block of it is scanned: the books never get it.
  const txid = await sandbox.send('bitcoin', { address, amount: '0.02', asset: 'BTC' });
  await sandbox.mine('bitcoin', 5);
  expect(await compareWallet(context)).toEqual([]);
  await sandbox.mine('bitcoin', 1);
  const found = await compareWallet(context);
  expect(found).toEqual([{ subject: expect.stringContaining(`coins bitcoin ${txid}:`), ours: 0n, theirs: 2_000_000n }]);
});

test('looks at the unspent outputs of the chain are taken in turn, and many addresses are one look', async () => {
  const { bitcoin } = context.providers;
  const looks = await Promise.all([
    bitcoin.listOutputs([world.walletAddress]),
    scanWallet(context),
    compareWallet(context),
  ]);
  expect(looks[0]).toHaveLength(1);
});
