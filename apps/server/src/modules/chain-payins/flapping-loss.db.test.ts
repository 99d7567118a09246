import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { bitcoinCall } from './fixtures/bitcoin-call.ts';
import { scanDeposits } from './scan-deposits.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

const scan = () => scanDeposits(context, bitcoinDeposits);
const mine = async () => {
  await sandbox.mine('bitcoin', 1);
  await scan();
};
const both = async ({ niceId }: SignedInClient, currency: string) => [
  await readBalance(db, paths.client(niceId), currency),
  await readBalance(db, paths.held(niceId), currency),
];
const statusOf = async (txid: string) =>
  (await db.selectFrom('deposits').select('status').where('txid', '=', txid).executeTakeFirstOrThrow()).status;

test('a payment that came back after another had paid for it, and then both are lost', async () => {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, {
    payin_currency: 'BTC',
    payin_group: 'bitcoin',
    payin_amount: '0.02',
    payout_currency: 'EUR',
    payout_group: 'balance',
    dst_address: '',
  });
  const address = String((await world.read(order.nice_id, client.access))['crypto_address']);
  const first = await sandbox.send('bitcoin', { address, amount: '0.02' });
  await mine();
  const [bought = 0n] = await both(client, 'EUR');
  const bytes = await bitcoinCall(context, 'getrawtransaction', [first, false]);
  await sandbox.reorganise('bitcoin', 1, [first]);
  await scan();
  const second = await sandbox.send('bitcoin', { address, amount: '0.02' });
  await mine();
  expect(await both(client, 'EUR')).toEqual([bought, 0n]);
  // The first is in the chain as well, and its client's.
  await bitcoinCall(context, 'sendrawtransaction', [bytes]);
  await mine();
  expect(await both(client, 'BTC')).toEqual([2_000_000n, 0n]);
  await sandbox.reorganise('bitcoin', 1, [first]);
  await scan();
  expect(await both(client, 'BTC')).toEqual([0n, 2_000_000n]);
  await sandbox.reorganise('bitcoin', 3, [second]);
  for (let run = 0; run < 3; run += 1) await scan();
  expect(await statusOf(second)).toBe('lost');
  expect(await both(client, 'EUR')).toEqual([0n, bought]);
  expect(await readBalance(db, paths.lostDeposits, 'BTC')).toBe(-4_000_000n);
  await expectSound(world);
});
