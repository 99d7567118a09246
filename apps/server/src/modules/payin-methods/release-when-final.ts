import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { lockOrder } from '../order-lifecycle/store.ts';
import { lockFee, releaseFee } from '../partner-fees/partner-fee.ts';
import { findPayinMethod } from './find-payin-method.ts';

/** Most orders looked at in one run. */
const ordersMax = 500;
/** A payment that could still be taken back is looked at again after so long. */
const pauseMs = 10 * 60 * 1000;

/** What was earned on orders, and waits until their payments cannot be taken back any more. */
export interface Earned {
  /** The work, as the alarm names it. */
  work: string;
  /** Orders to look at, at most so many, those first that were to be looked at first. */
  listDue(executor: Executor, now: Date, most: number): Promise<{ orderId: string; niceId: string }[]>;
  /** What waits at an order whose row is locked, held until the transaction ends; `undefined` for nothing. */
  lock(trx: Executor, orderId: string): Promise<{ since: Date; release: () => Promise<void> } | undefined>;
  checkLater(executor: Executor, orderId: string, checkAt: Date): Promise<void>;
}

/** Releases what was earned on orders whose payment cannot be taken back any more. */
export async function releaseWhenFinal(context: AppContext, earned: Earned, most = ordersMax): Promise<void> {
  const now = await earliestNow(context);
  const checkAt = new Date(now.getTime() + pauseMs);
  await settleEach(context, await earned.listDue(context.db, now, most), {
    work: earned.work,
    againWithin: 2 * 86_400,
    nameOf: ({ niceId }) => niceId,
    settle: async ({ orderId }) =>
      context.db.transaction().execute(async (trx) => {
        // The order first, as all transactions lock them.
        const order = await lockOrder(trx, orderId);
        const waiting = await earned.lock(trx, orderId);
        if (waiting === undefined) return;
        const method = findPayinMethod(order.pricing.payinProvider);
        const payment = { orderId, clientId: order.clientId, since: waiting.since };
        if (await method.isFinal({ ...context, db: trx }, payment, now)) return waiting.release();
        const finalFrom = method.finalFrom?.(context, payment) ?? checkAt;
        await earned.checkLater(trx, orderId, finalFrom > checkAt ? finalFrom : checkAt);
      }),
    postpone: async ({ orderId }) => earned.checkLater(context.db, orderId, checkAt),
  });
}

/** A clock that runs ahead, ours or the database's, releases nothing early. */
async function earliestNow({ db, clock }: AppContext): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select least(now(), ${clock.now()}::timestamptz) as now`.execute(db);
  return rows[0]?.now ?? clock.now();
}

/** Releases the fees of orders whose payment cannot be taken back any more. */
export async function releasePartnerFees(context: AppContext): Promise<void> {
  await releaseWhenFinal(context, {
    work: 'release-partner-fees',
    listDue: async (executor, now, most) =>
      executor
        .selectFrom('partnerFees')
        .innerJoin('orders', 'orders.orderId', 'partnerFees.orderId')
        .select(['partnerFees.orderId', 'orders.niceId'])
        .where('partnerFees.status', '=', 'pending')
        .where('checkAt', '<=', now)
        .orderBy('checkAt')
        .limit(most)
        .execute(),
    async lock(trx, orderId) {
      const fee = await lockFee(trx, orderId);
      if (fee?.status !== 'pending') return undefined;
      return { since: fee.createdAt, release: async () => releaseFee(context, trx, fee) };
    },
    async checkLater(executor, orderId, checkAt) {
      await executor.updateTable('partnerFees').set({ checkAt }).where('orderId', '=', orderId).execute();
    },
  });
}
