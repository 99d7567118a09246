import { afterEach, expect, test } from 'vitest';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { checkEpoch } from '../payout-holds/check-epoch.ts';
import { openHold, listHolds, releaseHolds } from '../payout-holds/store.ts';
import { openWithdrawalWorld, toBank } from './fixtures/open-withdrawal-world.ts';

const world = await openWithdrawalWorld();
await world.fundWallet('3');
const { context, sandbox, approved, cancel } = world;
const { db, config } = context;
const { OUTFLOW_BANK_DAY_EUR, OUTFLOW_DAY_EUR } = config;
afterEach(() => void Object.assign(config, { OUTFLOW_BANK_DAY_EUR, OUTFLOW_DAY_EUR }));

const held = ({ niceId }: SignedInClient, currency: string) => readBalance(db, paths.held(niceId), currency);
const free = ({ niceId }: SignedInClient, currency: string) => readBalance(db, paths.client(niceId), currency);

async function report(payment: string, result: 'approved' | 'chargeback'): Promise<void> {
  await sandbox.settlePayment(payment, result, 0);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
}

/** A client with bitcoin on the balance that was bought by card. */
async function bought() {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  await report(payment, 'approved');
  return { client, payment, coins: formatUnits(await free(client, 'BTC'), 'BTC') };
}

test('a withdrawal whose payment was lost while its chain was held is not canceled onto the free balance', async () => {
  const { client, payment, coins } = await bought();
  const niceId = await approved(client, { payin_amount: coins });
  config.OUTFLOW_DAY_EUR = 1;
  await world.work();
  await openHold(context, db, { chain: 'bitcoin', reason: 'unknown_spend', subject: 'a stranger' });
  await report(payment, 'chargeback');
  const holdIds = (await listHolds(db, 'bitcoin')).map(({ holdId }) => holdId);
  await db.transaction().execute((trx) => releaseHolds(context, trx, { chain: 'bitcoin', holdIds, by: 'grace' }));
  expect((await cancel(client, niceId)).body.success).toBe(0);
  expect([await free(client, 'BTC'), await held(client, 'BTC')]).toEqual([0n, 0n]);
});

const setEpoch = (row: { epoch?: number; beganAt?: Date; seenAt?: Date }) =>
  db.updateTable('databaseEpoch').set(row).execute();

test.each([
  ['since before a failover', async () => setEpoch({ epoch: 2, beganAt: new Date() })],
  ['and no worker was seen for minutes', async () => setEpoch({ seenAt: new Date(Date.now() - 4 * 60_000) })],
  [
    'and was made while the clock was ahead',
    async (orderId: string) => {
      await setEpoch({ epoch: 2, beganAt: new Date() });
      const createdAt = new Date(Date.now() + 3 * 86_400_000);
      await db.updateTable('bankPayouts').set({ createdAt }).where('orderId', '=', orderId).execute();
    },
  ],
])('nor is one to a bank that waits for a person %s', async (_since, happen) => {
  const { client, payment, coins } = await bought();
  const exchange = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: coins, payout_currency: 'EUR' };
  const { body } = await world.buy(client.access, { ...exchange, payout_group: 'balance', dst_address: '' });
  await approveByCode(world, client, body);
  const niceId = await approved(client, { ...toBank, payin_amount: formatUnits(await free(client, 'EUR'), 'EUR') });
  config.OUTFLOW_BANK_DAY_EUR = 1;
  await world.work();
  await checkEpoch(context);
  const order = db.selectFrom('orders').select('orderId').where('niceId', '=', niceId);
  await happen((await order.executeTakeFirstOrThrow()).orderId);
  await report(payment, 'chargeback');
  expect((await cancel(client, niceId)).body.success).toBe(0);
  await setEpoch({ epoch: 1, seenAt: new Date() });
  expect([await free(client, 'EUR'), await held(client, 'EUR')]).toEqual([0n, 0n]);
});
