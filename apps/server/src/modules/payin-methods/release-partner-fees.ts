import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { lockOrder } from '../order-lifecycle/store.ts';
import { lockFee, releaseFee } from '../partner-fees/partner-fee.ts';
import { findPayinMethod } from './find-payin-method.ts';

/** Most fees looked at in one run, those that waited longest first. */
const feesMax = 500;
/** A payment that could still be taken back is looked at again after so long. */
const pauseMs = 10 * 60 * 1000;

/** Releases the fees of orders whose payment cannot be taken back any more. */
export async function releasePartnerFees(context: AppContext): Promise<void> {
  const now = await earliestNow(context);
  const due = await context.db
    .selectFrom('partnerFees')
    .innerJoin('orders', 'orders.orderId', 'partnerFees.orderId')
    .select(['partnerFees.orderId', 'orders.niceId'])
    .where('partnerFees.status', '=', 'pending')
    .where('checkAt', '<=', now)
    .orderBy('checkAt')
    .limit(feesMax)
    .execute();
  await settleEach(context, due, {
    work: 'release-partner-fees',
    againWithin: 2 * 86_400,
    nameOf: ({ niceId }) => niceId,
    settle: async ({ orderId }) =>
      context.db.transaction().execute(async (trx) => releaseWhenFinal(context, trx, orderId, now)),
    postpone: ({ orderId }) => checkLater(context.db, orderId, now),
  });
}

/** A clock that runs ahead, ours or the database's, releases nothing early. */
async function earliestNow({ db, clock }: AppContext): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select least(now(), ${clock.now()}::timestamptz) as now`.execute(db);
  return rows[0]?.now ?? clock.now();
}

async function releaseWhenFinal(context: AppContext, trx: Executor, orderId: string, now: Date): Promise<void> {
  // The order first, as all transactions lock them.
  const order = await lockOrder(trx, orderId);
  const fee = await lockFee(trx, orderId);
  if (fee?.status !== 'pending') return;
  const method = findPayinMethod(order.pricing.payinProvider);
  const payment = { orderId, clientId: order.clientId, since: fee.createdAt };
  if (await method.isFinal({ ...context, db: trx }, payment, now)) await releaseFee(context, trx, fee);
  else await checkLater(trx, orderId, now);
}

async function checkLater(executor: Executor, orderId: string, now: Date): Promise<void> {
  const checkAt = new Date(now.getTime() + pauseMs);
  await executor.updateTable('partnerFees').set({ checkAt }).where('orderId', '=', orderId).execute();
}
