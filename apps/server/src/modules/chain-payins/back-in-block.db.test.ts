import { afterEach, expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});

test('ether that was lost, and is in a settled block at the next look, is counted once', async () => {
  await scanDeposits(context, ethereumDeposits);
  const client = await world.signInClient();
  const sale = { payin_currency: 'ETH', payin_group: 'ethereum', payin_amount: '0.5', payout_currency: 'EUR' };
  const { order } = await world.buy(client.access, { ...sale, payout_group: 'balance', dst_address: '' });
  const address = String((await world.read(order.nice_id, client.access))['crypto_address']);
  const txid = await sandbox.send('ethereum', { address, amount: '0.5' });
  for (let block = 0; block < 12; block += 1) {
    await sandbox.mine('ethereum', 1);
    await scanDeposits(context, ethereumDeposits);
    await world.work();
    const { status } = await world.read(order.nice_id, client.access);
    if (status === 'finished') break;
  }
  const deposits = () =>
    context.db.selectFrom('deposits').select(['txid', 'status', 'amount']).orderBy('seenAt').execute();
  expect(await deposits()).toMatchObject([{ txid, status: 'credited' }]);
  // Its block leaves the chain, and another one takes it while nothing is read.
  const away = { ...ethereumDeposits, read: async () => undefined };
  await scanDeposits(context, away);
  expect(await deposits()).toMatchObject([{ txid, status: 'lost' }]);
  await sandbox.mine('ethereum', 14);
  for (let look = 0; look < 3; look += 1) await scanDeposits(context, ethereumDeposits);
  await world.work();
  expect(await readBalance(context.db, paths.client(client.niceId), 'ETH')).toBe(0n);
  expect(await deposits()).toMatchObject([{ txid, status: 'settled' }]);
});
