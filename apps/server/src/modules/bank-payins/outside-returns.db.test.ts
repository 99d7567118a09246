import { afterEach, describe, expect, test } from 'vitest';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { allJobs } from '../../worker.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { settleForgottenPayment } from '../operating/forgotten/settle-payment.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { refundMoney } from '../payin-methods/refund-money.ts';
import { compareWithOutside, reconcile } from '../reconciliation/reconcile.ts';
import { collectTransfers } from './collect-transfers.ts';
import { payByTransfer, returnAtBank, sendToAccount } from './fixtures/pay-by-transfer.ts';
import { watchReturns } from './watch-returns.ts';
import { returnUnplaced } from './return-unplaced.ts';

const world = await openOrderWorld();
await world.fundWallet('20');
const { context, sandbox } = world;
const { db } = context;
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context, { transferIds: await transferIds() })).toEqual([]);
});

const transferIds = async () =>
  (await db.selectFrom('bankTransfers').select('transferId').execute()).map(({ transferId }) => transferId);
const work = async (...names: string[]) =>
  drainJobs(
    context,
    world.boss,
    allJobs.filter(({ definition }) => names.includes(definition.name)),
  );
const collect = async () => {
  await collectTransfers(context);
  await work('credit-transfers');
};
async function order(changes: Readonly<Record<string, string>> = {}) {
  const client = await world.signInClient();
  const { nice_id: niceId } = (await world.buy(client.access, { payin_group: 'sepa', ...changes })).order;
  const send = (amount: string) => payByTransfer(world, niceId, amount);
  return { client, niceId, send };
}
const rowOf = (outsideId: string) =>
  db.selectFrom('bankTransfers').selectAll().where('outsideId', '=', outsideId).executeTakeFirstOrThrow();

describe('lost is lost: what a bank has returned before its transfer is recorded', () => {
  test('the whole of it: nothing came, and the order waits as before', async () => {
    const { client, niceId, send } = await order();
    const id = await send('100.00');
    await returnAtBank(world, id, '100.00');
    await collect();
    expect(await rowOf(id)).toMatchObject({ status: 'returned', returnedOutside: 10_000n });
    const { status, received_amount: received, decision } = await world.read(niceId, client.access);
    expect({ status, received, decision }).toEqual({ status: 'payin_pending', received: '0.00', decision: null });
  });

  test('a part: the rest alone is the order’s, and a "no" sends no more back than that', async () => {
    const { client, niceId, send } = await order();
    const id = await send('100.00');
    await returnAtBank(world, id, '30.00');
    await collect();
    expect(await world.read(niceId, client.access)).toMatchObject({ received_amount: '70.00' });
    await world.call('/lt_decision', { nice_id: niceId, answer: 'no' }, client.access);
    await work('refund-money');
    expect((await sandbox.bankTransfers(niceId)).map((one) => one.returned_amount)).toEqual(['100.00']);
    expect(await readBalance(db, paths.client(client.niceId), 'EUR')).toBe(0n);
  });

  test('while it waits to be credited: the bank is asked first', async () => {
    const { client, niceId, send } = await order();
    const id = await send('250.00');
    await collectTransfers(context);
    await returnAtBank(world, id, '250.00');
    await work('credit-transfers');
    expect((await rowOf(id)).status).toBe('returned');
    expect(await world.read(niceId, client.access)).toMatchObject({ status: 'payin_pending', received_amount: '0.00' });
  });

  test('of one without an owner, in part before and after it is recorded: the rest goes back once', async () => {
    const iban = await sandbox.bankIban();
    const id = await sendToAccount(world, { iban, reference: 'nobody', amount: '50.00' });
    await returnAtBank(world, id, '10.00');
    await collect();
    expect(await readBalance(db, paths.unplaced('bank_one'), 'EUR')).toBe(4000n);
    await returnAtBank(world, id, '15.00');
    await watchReturns(context);
    expect(await readBalance(db, paths.unplaced('bank_one'), 'EUR')).toBe(2500n);
    await db.updateTable('bankTransfers').set({ returnAfter: new Date() }).where('outsideId', '=', id).execute();
    await returnUnplaced(context);
    expect(await readBalance(db, paths.unplaced('bank_one'), 'EUR')).toBe(0n);
    expect((await rowOf(id)).status).toBe('returned');
    const back = (await context.providers.bank.findReturns(id)).map(({ amount }) => amount);
    expect(back).toEqual(['10.00', '15.00', '25.00']);
  });
});

/** The bank refuses to send a surplus back: it goes to the balance. */
async function refuseReturn(): Promise<void> {
  const { bank } = context.providers;
  const usual = bank.returnTransfer.bind(bank);
  bank.returnTransfer = () => Promise.reject(new ProviderError('bank', 'refused', { code: 'not_returnable' }));
  await work('refund-money');
  bank.returnTransfer = usual;
}

describe('lost is lost: what a bank returns of money that an order was given', () => {
  test('is seen in one run, however many transfers there are', async () => {
    const made = [];
    for (let count = 0; count < 3; count += 1) {
      const one = await order();
      const id = await one.send('250.00');
      await collect();
      made.push({ ...one, id });
    }
    for (const { id } of made) await returnAtBank(world, id, '100.00');
    await watchReturns(context, { size: 1 });
    for (const { niceId } of made) expect((await world.read(niceId)).status).toBe('error');
  });

  const loss = () => readBalance(db, paths.chargebackLoss, 'EUR');

  test('before the pay-out is signed: the exchange is reversed, and the rest is the client’s', async () => {
    const { client, niceId, send } = await order();
    const id = await send('250.00');
    await collect();
    expect((await world.read(niceId)).status).toBe('processing');
    const before = await loss();
    await returnAtBank(world, id, '100.00');
    await watchReturns(context);
    await watchReturns(context);
    expect((await world.read(niceId)).status).toBe('error');
    expect(await readBalance(db, paths.client(client.niceId), 'EUR')).toBe(15_000n);
    expect(await loss()).toBe(before);
  });

  test('and the rest too, later: what of it is on the balance is held', async () => {
    const { client, send } = await order();
    const id = await send('250.00');
    await collect();
    const before = await loss();
    await returnAtBank(world, id, '100.00');
    await watchReturns(context);
    await returnAtBank(world, id, '150.00');
    await watchReturns(context);
    const { niceId } = client;
    expect([
      await readBalance(db, paths.client(niceId), 'EUR'),
      await readBalance(db, paths.held(niceId), 'EUR'),
    ]).toEqual([0n, 15_000n]);
    expect((await loss()) - before).toBe(-15_000n);
  });

  test('of which a surplus is on the balance: the order pays with what it holds, and the surplus is held', async () => {
    const { client, niceId, send } = await order();
    const id = await send('200000.00');
    await collect();
    await refuseReturn();
    const surplus = await readBalance(db, paths.client(client.niceId), 'EUR');
    expect([(await world.read(niceId)).status, surplus > 0n]).toEqual(['processing', true]);
    const before = await loss();
    await returnAtBank(world, id, '200000.00');
    await watchReturns(context);
    expect((await world.read(niceId)).status).toBe('error');
    expect([
      await readBalance(db, paths.client(client.niceId), 'EUR'),
      await readBalance(db, paths.held(client.niceId), 'EUR'),
    ]).toEqual([0n, surplus]);
    expect((await loss()) - before).toBe(-surplus);
  });

  test('its surplus first, then the rest: what the order bought is held as well', async () => {
    const { client, send } = await order({ payout_group: 'balance', dst_address: '' });
    const id = await send('200000.00');
    await collect();
    await refuseReturn();
    const free = async (code: string) => readBalance(db, paths.client(client.niceId), code);
    const [surplus, bought] = [await free('EUR'), await free('BTC')];
    expect([surplus > 0n, bought > 0n]).toEqual([true, true]);
    await returnAtBank(world, id, `${surplus / 100n}.00`);
    await watchReturns(context);
    expect([await free('EUR'), await free('BTC')]).toEqual([0n, bought]);
    await returnAtBank(world, id, `${200_000n - surplus / 100n}.00`);
    await watchReturns(context);
    expect([await free('EUR'), await free('BTC')]).toEqual([0n, 0n]);
  });

  test('after it is on a balance: its share of what is left there is held, once', async () => {
    const { client, niceId, send } = await order({ payout_group: 'balance', dst_address: '' });
    const id = await send('250.00');
    await collect();
    expect((await world.read(niceId)).status).toBe('finished');
    const bought = await readBalance(db, paths.client(client.niceId), 'BTC');
    const before = await loss();
    await returnAtBank(world, id, '100.00');
    await Promise.all([watchReturns(context), watchReturns(context)]);
    expect(await readBalance(db, paths.held(client.niceId), 'BTC')).toBe((bought * 2n) / 5n);
    expect((await loss()) - before).toBe(-10_000n);
    await returnAtBank(world, id, '150.00');
    await watchReturns(context);
    expect((await loss()) - before).toBe(-25_000n);
    // Each part is in the history, and whose balance it is is notified.
    const events = await db
      .selectFrom('orderEvents')
      .innerJoin('orders', 'orders.orderId', 'orderEvents.orderId')
      .select(['toStatus', 'reason'])
      .where('niceId', '=', niceId)
      .where('reason', '=', 'payment_charged_back')
      .execute();
    expect(events.map(({ toStatus }) => toStatus)).toEqual(['finished', 'finished']);
    const news = db.selectFrom('notifications').select('template').where('clientId', '=', client.clientId);
    expect(await news.where('template', '=', 'money-held').execute()).toHaveLength(2);
  });

  test('long after the order has ended: reconciliation books the loss and holds what is left, once', async () => {
    const { client, niceId, send } = await order({ payout_group: 'balance', dst_address: '' });
    const id = await send('250.00');
    await collect();
    const { transferId } = await db
      .updateTable('bankTransfers')
      .set({ createdAt: new Date(Date.now() - 86_400_000) })
      .where('outsideId', '=', id)
      .returning('transferId')
      .executeTakeFirstOrThrow();
    const bought = await readBalance(db, paths.client(client.niceId), 'BTC');
    const before = await loss();
    await returnAtBank(world, id, '100.00');
    await watchReturns(context);
    expect(await loss()).toBe(before);
    await db
      .updateTable('reconciliationCursors')
      .set({ orderId: '00000000-0000-0000-0000-000000000000' })
      .where('name', '=', 'bank_transfers')
      .execute();
    expect(await reconcile(context, { pauseMs: 0 })).toEqual([]);
    expect(await reconcile(context, { pauseMs: 0 })).toEqual([]);
    expect((await loss()) - before).toBe(-10_000n);
    expect(await readBalance(db, paths.held(client.niceId), 'BTC')).toBe((bought * 2n) / 5n);
    expect(await rowOf(id)).toMatchObject({ transferId, returnedOutside: 10_000n });
    expect((await world.read(niceId)).status).toBe('finished');
    const alarms = db.selectFrom('alarms').select('kind').where('subject', '=', niceId).where('clearedAt', 'is', null);
    expect(await alarms.execute()).toEqual([{ kind: 'chargeback' }]);
  });

  test('a refund of ours that the bank has made is no loss', async () => {
    const { client, niceId, send } = await order();
    await send('100.00');
    await collect();
    await world.call('/lt_decision', { nice_id: niceId, answer: 'no' }, client.access);
    const before = await loss();
    await work('refund-money');
    await watchReturns(context);
    expect(await loss()).toBe(before);
  });

  test('one whose answer is lost and whose repetition is refused is at the bank, and not on the balance too', async () => {
    const { client, niceId, send } = await order();
    const id = await send('100.00');
    await collect();
    await world.call('/lt_decision', { nice_id: niceId, answer: 'no' }, client.access);
    const { orderId } = await db
      .selectFrom('orders')
      .select('orderId')
      .where('niceId', '=', niceId)
      .executeTakeFirstOrThrow();
    const { bank } = context.providers;
    const { returnTransfer, findReturns } = bank;
    bank.returnTransfer = async (asked) => {
      await returnTransfer(asked);
      throw new ProviderError('bank', 'unknown', { code: 'timeout' });
    };
    bank.findReturns = async () => [];
    await expect(refundMoney(context, orderId)).rejects.toThrow(ProviderError);
    // The bank lists it only after it has refused it as one too many.
    bank.returnTransfer = async () => {
      bank.findReturns = findReturns;
      throw new ProviderError('bank', 'refused', { code: 'not_returnable' });
    };
    await refundMoney(context, orderId);
    bank.returnTransfer = returnTransfer;
    expect(await findReturns(id)).toHaveLength(1);
    expect(await readBalance(db, paths.client(client.niceId), 'EUR')).toBe(0n);
    const refunds = db.selectFrom('refunds').select(['method', 'status']).where('orderId', '=', orderId);
    expect(await refunds.execute()).toEqual([{ method: 'bank', status: 'done' }]);
  });

  test('what a client has exchanged of a transfer that a person gave to it is held', async () => {
    const client = await world.signInClient();
    const id = await sendToAccount(world, { iban: await sandbox.bankIban(), reference: 'for coins', amount: '100.00' });
    await collect();
    await settleForgottenPayment(context, 'grace', ['bank_one', id, client.niceId]);
    const fromBalance = { payin_group: 'balance', payin_amount: '100', payout_group: 'balance', dst_address: '' };
    await approveByCode(world, client, (await world.buy(client.access, fromBalance)).body);
    const coins = async () => [
      await readBalance(db, paths.client(client.niceId), 'BTC'),
      await readBalance(db, paths.held(client.niceId), 'BTC'),
    ];
    const [bought = 0n] = await coins();
    expect(bought).toBeGreaterThan(0n);
    for (const [part, held] of [
      ['25.00', bought / 4n],
      ['75.00', bought],
    ] as const) {
      await returnAtBank(world, id, part);
      await watchReturns(context);
      const [free = 0n, kept = 0n] = await coins();
      // Each part is rounded down.
      expect([free + kept, held - kept < 2n]).toEqual([bought, true]);
    }
  });
});
