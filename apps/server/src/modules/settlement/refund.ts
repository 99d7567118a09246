import type { AccountPart } from '../account-parts/account-part.ts';
import type { Selectable } from 'kysely';
import type { ReceivedMoney as ReceivedMoneyTable, Refunds } from '../../database/types.generated.ts';
import type { Executor } from '../../database/db.ts';
import type { AppContext } from '../../context.ts';
import { insertRefund } from '../order-lifecycle/insert-refund.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { requirePromisedRefund } from '../promises/require-promised-price.ts';
import { isChain } from '../../config/config-chains.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { listHolds } from '../payout-holds/store.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { refundMoneyJob } from './jobs.ts';
import { type HistoryActor, type HistoryReason, changeStatus } from '../order-lifecycle/change-status.ts';

/** A refund of money. */
export type RefundRow = Selectable<Refunds>;

/** Money that arrived, and how to refund it to its source. */
export type MoneySource = Selectable<ReceivedMoneyTable>;

/** How money is refunded. `balance`: to the client's balance, where its source cannot be paid. */
export type RefundMethod = 'card' | 'bank' | 'chain' | 'balance';

/**
 * The source of money will never accept it back. Thrown by a pay-in method only after it has made sure that nothing was
 * sent; the money then goes to the client's balance. `returned`: what the source has of it all the same, in its
 * smallest units, by returns that are not ours.
 */
export class RefundImpossible extends Error {
  override readonly name = 'RefundImpossible';
  readonly returned: bigint;
  constructor(message: string, options: ErrorOptions & { returned: bigint }) {
    super(message, options);
    this.returned = options.returned;
  }
}

/** The payer has the money by a dispute: nothing is sent any more, and its pay-in method books what was taken. */
export class RefundTaken extends Error {
  override readonly name = 'RefundTaken';
}

/** The money an order was paid with, oldest first. */
export async function listSources(executor: Executor, orderId: string): Promise<MoneySource[]> {
  const received = executor.selectFrom('receivedMoney').selectAll().where('orderId', '=', orderId);
  return received.where('isAccepted', '=', true).orderBy('receivedAt').orderBy('moneyKey').execute();
}

/**
 * Records in the caller's transaction that money of an order is refunded to its source, and queues the work; once for
 * each source. Money of a source that cannot be paid is credited to the client's balance at once.
 */
export async function planRefund(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  source: MoneySource,
  { amount, reason }: { amount: bigint; reason: string },
): Promise<void> {
  const { orderId } = order;
  const { moneyKey: sourceKey, currency, refundMethod: method, refundDestination, refundName } = source;
  requirePromisedRefund({ orderId, amount, currency, destination: refundDestination }, source);
  await trx.updateTable('orders').set({ refundMethod: method }).where('orderId', '=', orderId).execute();
  const target = { method, destination: refundDestination, destinationName: refundName };
  await insertRefund(context, trx, order, { ...target, amount, currency, reason, sourceKey });
  if (method !== 'balance') await context.jobs.enqueue(trx, refundMoneyJob, { orderId }, { singletonKey: orderId });
}

/** Ends an order whose row the caller has locked by refunding all that it was paid with. */
export async function refundOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  { reason, actor }: { reason: HistoryReason; actor: HistoryActor },
): Promise<void> {
  const { orderId, niceId, status: from } = order;
  await trx.updateTable('orders').set({ decisionKind: '', decideUntil: null }).where('orderId', '=', orderId).execute();
  if (!(await changeStatus(context, trx, { orderId, from, to: 'refunded', reason, actor })))
    throw new Error(`The order ${niceId} moved while it was held.`);
  for (const source of await listSources(trx, orderId))
    await planRefund(context, trx, { ...order, status: 'refunded' }, source, { amount: source.amount, reason });
}

/**
 * Whether the outside has paid nothing of an order that the books still ask about: after a restore only the outside can
 * say. What it has paid waits for a person, and no money goes back meanwhile.
 *
 * @throws ProviderError while it cannot be asked
 */
export async function isUnpaidOutside(context: AppContext, order: OrderRow): Promise<boolean> {
  const { niceId: subject, pricing } = order;
  const provider = pricing.payoutProvider;
  if (await findPayoutMethod(provider).isUnknownOutside(context, order)) {
    await clearAlarm(context, context.db, 'payout_conflict', subject);
    return true;
  }
  // A chain without a hold is only read to its end, as after a start: that takes no person.
  const isReading = isChain(provider) && (await listHolds(context.db, provider)).length === 0;
  if (!isReading) await raiseAlarm(context, context.db, { kind: 'payout_conflict', subject });
  return false;
}

/** A client who waits for a refund cannot close the account. */
export const settlementAccount: AccountPart = {
  async findHold(trx, { clientId }) {
    const open = await trx
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.orderId', 'refunds.orderId')
      .select('refunds.refundId')
      .where('orders.clientId', '=', clientId)
      .where('refunds.status', '!=', 'done')
      .limit(1)
      .executeTakeFirst();
    return open === undefined ? undefined : { code: 'ORDER_IN_PROGRESS' };
  },
};
