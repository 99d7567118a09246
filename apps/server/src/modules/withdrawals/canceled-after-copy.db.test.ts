import { describe, expect, test } from 'vitest';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { openWithdrawalWorld, toBank } from './fixtures/open-withdrawal-world.ts';

const world = await openWithdrawalWorld({ connections: 4 });
await world.fundWallet('3');
const { context, approved, cancel, held, clientWith, sandbox } = world;
await beginWork(context);

const chainPayouts = async (address: string) =>
  (await sandbox.journal()).chain_out.filter((row) => row.address === address).length;

describe('law 3, a withdrawal that was canceled after the copy does not leave by itself after the restore', () => {
  test('on a chain', async () => {
    const client = await clientWith(1_000_000n);
    const address = await sandbox.outsideAddress('bitcoin');
    const niceId = await approved(client, { payin_amount: '0.003', dst_address: address });
    const restore = await copyDatabase(world);
    expect((await cancel(client, niceId)).body).toMatchObject({ success: 1, order: { status: 'canceled' } });
    expect(await held(client)).toBe(1_000_000n);
    await world.work();
    expect(await chainPayouts(address)).toBe(0);

    const restored = await restore();
    await beginWork(restored.context);
    for (let turn = 0; turn < 4; turn += 1) await restored.work({ isEarly: true });
    expect(await chainPayouts(address)).toBe(0);
  });

  test('at the bank', async () => {
    const client = await clientWith(30_000n, 'EUR');
    const niceId = await approved(client, { ...toBank, payin_amount: '120' });
    const restore = await copyDatabase(world);
    expect((await cancel(client, niceId)).body).toMatchObject({ success: 1, order: { status: 'canceled' } });
    await world.work();
    expect(await sandbox.bankPayouts(niceId)).toEqual([]);

    const restored = await restore();
    await beginWork(restored.context);
    for (let turn = 0; turn < 4; turn += 1) await restored.work({ isEarly: true });
    expect(await sandbox.bankPayouts(niceId)).toEqual([]);
  });

  test('and what had waited for long in the copy neither, as a person may have paid it by hand', async () => {
    const plan = async () => {
      const client = await world.signInClient();
      const { order } = await world.buy(client.access);
      const payment = await world.paymentOf(order.nice_id);
      await sandbox.settlePayment(payment, 'approved', 0);
      await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
      const { orderId = '' } = (await findOrder(context.db, { niceId: order.nice_id })) ?? {};
      return orderId;
    };
    const [old, young] = [await plan(), await plan()];
    const createdAt = new Date(Date.now() - 11 * 60_000);
    await context.db.updateTable('payouts').set({ createdAt }).where('orderId', '=', old).execute();
    const restored = await (await copyDatabase(world))();
    await beginWork(restored.context);
    const read = restored.context.db.selectFrom('payouts').select(['status', 'holdReason']);
    const payoutOf = (orderId: string) => read.where('orderId', '=', orderId).executeTakeFirstOrThrow();
    expect(await payoutOf(old)).toEqual({ status: 'held', holdReason: 'restored' });
    expect((await payoutOf(young)).status).not.toBe('held');
  });
});
