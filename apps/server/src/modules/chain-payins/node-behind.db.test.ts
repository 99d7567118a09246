import { afterEach, expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import type { DepositChain } from './deposit-chain.ts';
import { scanDeposits } from './scan-deposits.ts';
import { recheckDeposits } from './follow-deposits.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
afterEach(() => expectSound(world));

/** Another node, or one whose data was put back: it has three blocks less. */
const behind: DepositChain = {
  ...bitcoinDeposits,
  getHeight: async (tools) => (await bitcoinDeposits.getHeight(tools)) - 3,
  findInBlocks: async () => [],
  findWaiting: async () => [],
  read: async (tools, txid) => {
    const found = await bitcoinDeposits.read(tools, txid);
    return found === undefined || found.confirmations <= 3
      ? undefined
      : { ...found, confirmations: found.confirmations - 3 };
  },
};

test('a booked deposit is not lost with a node that has fewer blocks than were read before', async () => {
  const client = await world.signInClient();
  const sale = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.02', payout_currency: 'EUR' };
  const { order } = await world.buy(client.access, { ...sale, payout_group: 'balance', dst_address: '' });
  const address = String((await world.read(order.nice_id, client.access))['crypto_address']);
  const txid = await sandbox.send('bitcoin', { address, amount: '0.02' });
  await sandbox.mine('bitcoin', 2);
  await scanDeposits(context, bitcoinDeposits);
  await world.until(order.nice_id, 'finished');
  const deposits = () => context.db.selectFrom('deposits').select(['txid', 'status', 'orderId']).execute();
  const unanswered = { kind: 'unknown', code: 'behind' };
  await expect(scanDeposits(context, behind)).rejects.toMatchObject(unanswered);
  const [{ orderId } = { orderId: null }] = await deposits();
  await expect(recheckDeposits(context, behind, orderId ?? '')).rejects.toMatchObject(unanswered);
  expect(await deposits()).toMatchObject([{ txid, status: 'credited' }]);
  // A reorganisation makes the chain longer: then it has left.
  await sandbox.reorganise('bitcoin', 2, [txid]);
  await sandbox.mine('bitcoin', 1);
  await scanDeposits(context, bitcoinDeposits);
  expect(await deposits()).toMatchObject([{ txid, status: 'lost' }]);
});
