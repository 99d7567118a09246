import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { receivingAccount } from '../balance/client-balances.ts';
import { queueOrderEmail } from './change-status.ts';
import type { OrderRow } from './store.ts';
import type { Insertable } from 'kysely';
import type { Refunds } from '../../database/types.generated.ts';
import { newUuid } from '../../new-uuid.ts';

/** Credits money that an order holds to its client's balance, in the caller's transaction; once for a refund. */
export async function creditBalance(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  { refundId, amount, currency }: { refundId: string; amount: bigint; currency: string },
): Promise<void> {
  const { niceId, clientId, orderId } = order;
  const client = await trx
    .selectFrom('clients')
    .select(['niceId', 'payerEmail'])
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  const account = await receivingAccount(context, trx, client, niceId);
  await postEntry(trx, context, {
    kind: 'refund_to_balance',
    reference: niceId,
    idempotencyKey: `refund:${refundId}`,
    postings: [{ from: paths.order(niceId), to: account.path, amount, currency }],
  });
  await trx.updateTable('orders').set({ refundMethod: 'balance' }).where('orderId', '=', orderId).execute();
  if (account.isClosed) return;
  await queueOrderEmail(context, trx, 'order-refunded', order, {
    // A payer without an account has no balance to look at, and gets a link to the money.
    refundMethod: client.payerEmail === null ? 'balance' : 'claim',
    refunded: amount,
    refundedCurrency: currency,
    happening: refundId,
  });
}

/** Destination, amount and reason of a refund; `sourceKey` names where the money came from. */
type NewRefund = Pick<
  Insertable<Refunds>,
  'currency' | 'method' | 'reason' | 'sourceKey' | 'destination' | 'destinationName'
> & { amount: bigint };

/**
 * Records in the caller's transaction that money of an order is refunded, once for a `sourceKey`. A refund to the
 * client's balance is credited at once; any other is left to be sent.
 *
 * @returns its id
 */
export async function insertRefund(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  refund: NewRefund,
): Promise<string> {
  const refundId = newUuid(context);
  const isBalance = refund.method === 'balance';
  const now = context.clock.now();
  await trx
    .insertInto('refunds')
    .values({
      ...refund,
      refundId,
      orderId: order.orderId,
      status: isBalance ? 'done' : 'planned',
      createdAt: now,
      doneAt: isBalance ? now : null,
    })
    .execute();
  if (isBalance) await creditBalance(context, trx, order, { ...refund, refundId });
  return refundId;
}
