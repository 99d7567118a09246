import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@causeway/testing/temporary-folder';
import { describe, expect, test, vi } from 'vitest';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { listHolds, openHold, releaseHolds } from '../payout-holds/store.ts';
import { creditPayoutToBalance, listBlockedPayouts, settleByHand, stopPayout } from './blocked-payouts.ts';
import { bookKeptMoney, listKeptMoney } from './kept-money.ts';
import { endForgottenSecrets } from './forgotten/end-secrets.ts';

const world = await openOrderWorld({ connections: 4 });
const { context, sandbox } = world;
await world.fundWallet('0.05', 'BTC', 8);
await beginWork(context);
const operator = 'grace';
/** The worker's own. */
const logged = vi.spyOn(world.jobContext.log, 'info');
const proof = 'transfer 4711 at the savings bank';

/** Its payment is at the acquirer; the books have not heard of it. */
async function bought(): Promise<{ niceId: string; payment: string }> {
  const { access } = await world.signInClient();
  const { order } = await world.buy(access);
  return { niceId: order.nice_id, payment: await world.paymentOf(order.nice_id) };
}

const pay = async (payment: string, own = context) => {
  await sandbox.settlePayment(payment, 'approved', 0);
  await confirmCardPayment(own, { acquirer: 'card_one', acquirerPaymentId: payment });
};

/** Bitcoin is held, so that a person pays from elsewhere. The worker writes the security log. */
async function payByHand(niceId: string): Promise<void> {
  const hold = { chain: 'bitcoin', reason: 'unknown_spend', subject: `po_${niceId}` } as const;
  await context.db.transaction().execute(async (trx) => openHold(context, trx, hold));
  await stopPayout(context, { niceId, operator });
  expect(await settleByHand(context, { niceId, operator, proof })).toBeUndefined();
  const holdIds = (await listHolds(context.db, 'bitcoin')).map(({ holdId }) => holdId);
  await releaseHolds(context, context.db, { chain: 'bitcoin', holdIds, by: 'the test' });
  await world.work();
}

/** What the runbook gives before the first worker, with all that the log has since the copy. */
async function readLog(own: typeof context): Promise<string> {
  const file = join(await temporaryFolder(), 'log');
  await writeFile(file, logged.mock.calls.map(([msg, fields]) => JSON.stringify({ msg, ...fields })).join('\n'));
  return endForgottenSecrets(own, { file, operator });
}

describe('law 3, what a person has paid from elsewhere is not paid again by a copy', () => {
  test('that has it planned for less than ten minutes', async () => {
    const { niceId, payment } = await bought();
    await pay(payment);
    const restore = await copyDatabase(world);
    logged.mockClear();
    await payByHand(niceId);
    for (const reason of ['payout_stopped', 'payout_by_hand'])
      expect(logged).toHaveBeenCalledWith('security', { event: 'payout_decided', niceId, reason });

    const restored = await restore();
    expect(await readLog(restored.context)).toContain(niceId);
    await beginWork(restored.context);
    for (let turn = 0; turn < 4; turn += 1) await restored.work({ isEarly: true });
    expect(await listBlockedPayouts(restored.context)).toMatchObject([{ niceId, status: 'stopped' }]);
    expect(await settleByHand(restored.context, { niceId, operator, proof })).toBeUndefined();
    expect((await listBlockedPayouts(restored.context)).length).toBe(0);
  });

  test('that does not know of its payment', async () => {
    const { niceId, payment } = await bought();
    const restore = await copyDatabase(world);
    logged.mockClear();
    await pay(payment);
    await payByHand(niceId);

    const restored = await restore();
    expect(await readLog(restored.context)).toContain(niceId);
    await beginWork(restored.context);
    await confirmCardPayment(restored.context, { acquirer: 'card_one', acquirerPaymentId: payment });
    for (let turn = 0; turn < 4; turn += 1) await restored.work({ isEarly: true });
    expect(await listBlockedPayouts(restored.context)).toMatchObject([{ niceId, status: 'stopped' }]);
    expect(await creditPayoutToBalance(restored.context, { niceId, operator })).toBeUndefined();
  });

  // Won, it would come to the balance of its client by itself.
  test('that has as held what was booked since, as it was paid out from elsewhere', async () => {
    const client = await world.signInClient();
    const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
    const payment = await world.paymentOf(order.nice_id);
    await pay(payment);
    await sandbox.settlePayment(payment, 'chargeback', 0);
    await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
    const restore = await copyDatabase(world);
    logged.mockClear();
    const held = { client: client.niceId, currency: 'BTC', why: 'held' };
    await bookKeptMoney(context, { ...held, operator, reason: proof });
    await world.work();
    const restored = await restore();
    expect(await listKeptMoney(restored.context)).toMatchObject([held]);
    expect(await readLog(restored.context)).toContain(`Kept again, though booked since: ${client.niceId}`);
  });
});
