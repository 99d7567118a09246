import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createContext } from '../../create-context.ts';
import { createLog } from '../../log.ts';
import { creditTransfers } from '../bank-payins/credit-transfers.ts';
import { payByTransfer } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { countMoney, getLimitTable, readStanding, uncountMoney } from './store.ts';
import { leftThisMonth } from './assess-limits.ts';

const world = await openOrderWorld();
const { context } = world;
const { db } = context;

let client: SignedInClient;
beforeEach(async () => {
  client = await world.signInClient();
  await db.updateTable('clientLimits').set({ monthMax: 2000n }).where('level', '=', 'identity').execute();
  // Limits are cached for at most a second.
  await new Promise((resolve) => setTimeout(resolve, 1100));
});
afterEach(() => expectSound(world));

const toBalance = { payout_currency: 'BTC', payout_group: 'balance', payin_group: 'sepa' };

async function order(): Promise<string> {
  const { order: made } = await world.buy(client.access, { ...toBalance, payin_amount: '40' });
  return made.nice_id;
}

/** Sends so much to each, reported to the product at once. */
async function sendTo(niceIds: readonly string[], amount: string): Promise<void> {
  await world.work();
  for (const niceId of niceIds) await payByTransfer(world, niceId, amount);
  await collectTransfers(context);
  await world.work();
}

async function acceptedEur(): Promise<bigint> {
  const row = await db
    .selectFrom('orders')
    .select(sql<bigint>`coalesce(sum(payin_amount), 0)`.as('sum'))
    .where('clientId', '=', client.clientId)
    .where('status', '=', 'finished')
    .executeTakeFirstOrThrow();
  return row.sum;
}

async function countedEur(): Promise<bigint> {
  const row = await db
    .selectFrom('limitUses')
    .select('used')
    .where('clientId', '=', client.clientId)
    .where('currency', '=', 'EUR')
    .executeTakeFirst();
  return row?.used ?? 0n;
}

describe('limits count money', () => {
  test('overpayments at once are exchanged as far as the month allows, in any order', async () => {
    const orders = [await order(), await order(), await order(), await order()];
    await sendTo(orders, '900.00');
    const accepted = await acceptedEur();
    expect(accepted).toBeLessThanOrEqual(200_000n);
    // Two whole ones, and the requested amount of the others.
    expect(accepted).toBe(188_000n);
    expect(await countedEur()).toBe(accepted);
    // The picker says how much there is left.
    const standing = await readStanding(db, client.clientId, context.clock.now());
    expect(standing && leftThisMonth(await getLimitTable(context), standing)).toMatchObject({
      EUR: { order: 12_000n, month: 12_000n },
    });
  });

  test('taken in by four connections at the same moment none fails, and the month is kept', async () => {
    const opened = await createContext(context.config, createLog('silent'), world.databaseUrl, {
      requests: 1,
      jobs: 4,
    });
    try {
      await opened.rates.ready;
      const orders = [await order(), await order(), await order(), await order()];
      await world.work();
      for (const niceId of orders) await payByTransfer(world, niceId, '900.00');
      await collectTransfers(context);
      const made = await db.selectFrom('orders').select('orderId').where('clientId', '=', client.clientId).execute();
      await Promise.all(made.map(({ orderId }) => creditTransfers(opened.jobContext, orderId)));
      await world.work();
      expect(await acceptedEur()).toBe(188_000n);
      expect(await countedEur()).toBe(188_000n);
    } finally {
      await opened.stop();
    }
  });

  test('fifty overpayments at once are all settled, with nothing lost and nothing above the month', async () => {
    const orders: string[] = [];
    await db.updateTable('clientLimits').set({ monthMax: 5000n }).where('level', '=', 'identity').execute();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    for (let count = 0; count < 50; count += 1) orders.push(await order());
    await sendTo(orders, '41.00');
    const rows = await db
      .selectFrom('orders')
      .select(['status', 'payinAmount'])
      .where('clientId', '=', client.clientId)
      .execute();
    expect(rows.filter(({ status }) => status === 'finished')).toHaveLength(50);
    expect(await acceptedEur()).toBe(50n * 4_100n);
    expect(await countedEur()).toBe(50n * 4_100n);
  }, 240_000);

  test('money counts in the month in which it is accepted, whenever its order was made', async () => {
    const orders = [await order(), await order(), await order()];
    await db
      .updateTable('orders')
      .set({ createdAt: sql<Date>`date_trunc('month', now()) - interval '1 minute'` })
      .where('clientId', '=', client.clientId)
      .execute();
    await sendTo(orders, '990.00');
    expect(await acceptedEur()).toBeLessThanOrEqual(200_000n);
    const { errors } = await world.calculate({ ...toBalance, payin_amount: '990' }, client.access);
    expect(errors.map(({ code }) => code)).toEqual(['LIMIT_EXCEEDED']);
  });

  test('an order that waits holds its part of the month', async () => {
    for (let count = 0; count < 5; count += 1) await order();
    const of = async (amount: string) =>
      (await world.calculate({ ...toBalance, payin_amount: amount }, client.access)).errors.map(({ code }) => code);
    expect(await of('1800')).toEqual([]);
    expect(await of('1801')).toEqual(['LIMIT_EXCEEDED']);
  });

  test('what was promised is taken although the limit was lowered since, and nothing more', async () => {
    const made = await order();
    await db.updateTable('clientLimits').set({ monthMax: 10n }).where('level', '=', 'identity').execute();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await sendTo([made], '100.00');
    expect(await acceptedEur()).toBe(4_000n);
  });

  test('the database refuses an amount that is neither within the limit nor promised, and a refund gives it back', async () => {
    const { orderId, clientId } = await db
      .selectFrom('orders')
      .select(['orderId', 'clientId'])
      .where('niceId', '=', await order())
      .executeTakeFirstOrThrow();
    const account = { orderId, clientId, isMerchant: false, now: context.clock.now() };
    const count = (amount: bigint) =>
      db
        .transaction()
        .execute((trx) => countMoney(trx, account, [{ currency: 'EUR', amount, promised: 4_000n, limit: 5_000n }]));
    await expect(count(5_001n)).rejects.toMatchObject({ constraint: 'limit_uses_within' });
    await count(5_000n);
    expect(await countedEur()).toBe(5_000n);
    await uncountMoney(db, orderId);
    await uncountMoney(db, orderId);
    expect(await countedEur()).toBe(0n);
  });
});
