import { formatUnits } from '@causeway/domain/currencies/format-units';
import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { bitcoinCall } from './fixtures/bitcoin-call.ts';
import { scanDeposits } from './scan-deposits.ts';

const world = await openOrderWorld();
await world.fundWallet('10', 'ETH');
const { context, sandbox } = world;
const { db } = context;
const mine = async () => {
  await sandbox.mine('bitcoin', 1);
  await scanDeposits(context, bitcoinDeposits);
};
const both = async ({ niceId }: SignedInClient) => [
  await readBalance(db, paths.client(niceId), 'EUR'),
  await readBalance(db, paths.held(niceId), 'EUR'),
];

/** Coins that were sold to the balance. @returns their transaction */
async function sell(client: SignedInClient): Promise<string> {
  const sale = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.02', payout_currency: 'EUR' };
  const { order } = await world.buy(client.access, { ...sale, payout_group: 'balance', dst_address: '' });
  const address = String((await world.read(order.nice_id, client.access))['crypto_address']);
  const txid = await sandbox.send('bitcoin', { address, amount: '0.02' });
  await mine();
  return txid;
}

test('of two sales that one reorganisation undid, what is left is held for the one that is not back', async () => {
  const client = await world.signInClient();
  const [first, second] = [await sell(client), await sell(client)];
  const [all = 0n] = await both(client);
  // More than either: the price moves between the two.
  const payin_amount = formatUnits((all * 3n) / 5n, 'EUR');
  const dst_address = await sandbox.outsideAddress('ethereum');
  const paid = { payin_currency: 'EUR', payin_group: 'balance', payin_amount };
  const sent = { ...paid, payout_currency: 'ETH', payout_group: 'ethereum', dst_address };
  const { body } = await world.buy(client.access, sent);
  expect(body.errors).toEqual([]);
  await approveByCode(world, client, body);
  await world.work();
  expect((await world.read(body.nice_id)).txid).not.toBe('');
  const [left = 0n] = await both(client);
  const bytes = await bitcoinCall(context, 'getrawtransaction', [first, false]);
  await sandbox.reorganise('bitcoin', 2, [first, second]);
  await scanDeposits(context, bitcoinDeposits);
  expect(await both(client)).toEqual([0n, left]);
  await bitcoinCall(context, 'sendrawtransaction', [bytes]);
  await mine();
  expect(await both(client)).toEqual([0n, left]);
  await expectSound(world);
});
