import { AsyncLocalStorage } from 'node:async_hooks';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { findDueKeys } from '../../jobs/due-jobs.ts';
import { followPayoutJob } from '../chain-payouts/jobs.ts';
import { expectSound } from './fixtures/expect-sound.ts';
import { openOrderWorld } from './fixtures/open-order-world.ts';
import { sweepOrders } from './sweep-orders.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
const access = await world.signIn();
/** What another process does: it shares no transaction with the sweep. */
const elsewhere = AsyncLocalStorage.snapshot();

async function buyAndSend(): Promise<{ orderId: string; settle: () => Promise<void> }> {
  const { order } = await world.buy(access);
  await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
  await world.work({ isEarly: true });
  const { orderId } = await context.db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', order.nice_id)
    .executeTakeFirstOrThrow();
  const settle = async () => {
    await sandbox.mine('bitcoin', 6);
    await world.work({ isEarly: true });
  };
  return { orderId, settle };
}

const statusOf = async (orderId: string) =>
  (await context.db.selectFrom('payouts').select('status').where('orderId', '=', orderId).executeTakeFirst())?.status;

test('an order that takes its last step while it is looked at has lost no job', async () => {
  const { orderId, settle } = await buyAndSend();
  expect(await statusOf(orderId)).toBe('broadcast');
  let isNamed = false;
  const settleWhenNamed: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const named = z.array(z.looseObject({ orderId: z.string() })).safeParse(result.rows).data ?? [];
      if (isNamed || !named.some((row) => row.orderId === orderId)) return result;
      isNamed = true;
      await elsewhere(settle);
      return result;
    },
  };
  const later = { now: () => new Date(Date.now() + 60_000) };
  const missing = await sweepOrders({ ...context, clock: later, db: context.db.withPlugin(settleWhenNamed) });
  expect([isNamed, await statusOf(orderId), missing]).toEqual([true, 'settled', 0]);
  expect(await findDueKeys(context.db, followPayoutJob, [orderId])).toEqual(new Set());
  await expectSound(world);
});
