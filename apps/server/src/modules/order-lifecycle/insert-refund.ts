import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry, readEntry } from '../../ledger/entry.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { receivingAccount } from '../balance/client-balances.ts';
import { queueOrderEmail, addHistory, changeStatus } from './change-status.ts';
import { type OrderRow, readLost } from './store.ts';
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
    .select('niceId')
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
    refundMethod: 'balance',
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

/**
 * Credits money of a payout that was not carried out to the client's balance, in the caller's transaction, once for a
 * `sourceKey`. The order ends as refunded; one with a final status keeps it. Where its payment is lost, it is held.
 */
export async function refundPayout(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  returned: { sourceKey: string; amount: bigint; currency: string },
): Promise<void> {
  const { orderId, status: from } = order;
  const change = { orderId, from, reason: 'payout_returned', actor: 'system' } as const;
  if (from === 'processing') await changeStatus(context, trx, { ...change, to: 'refunded' });
  else await addHistory(context, trx, { ...change, to: from });
  const refund = { method: 'balance', reason: 'payout_returned', ...returned } as const;
  await holdReturned(context, trx, order, await insertRefund(context, trx, order, refund));
}

/** Names what is held of a payout that came back after its order's payment was lost. */
export function returnedKey(refundId: string): string {
  return `returned:${refundId}`;
}

/** The payment was lost while its money was outside: of what is back now, a person decides about as large a part. */
async function holdReturned(context: AppContext, trx: Executor, order: OrderRow, refundId: string): Promise<void> {
  const { niceId, payinAmount } = order;
  const posting = (await readEntry(trx, { idempotencyKey: `refund:${refundId}` }))?.postings[0];
  const lost = await readLost(trx, order);
  if (lost <= 0n || posting === undefined || !posting.to.startsWith('client:')) return;
  const { to: from, currency } = posting;
  const amount = lost >= payinAmount ? posting.amount : (posting.amount * lost) / payinAmount;
  if (amount === 0n) return;
  const to = paths.held(from.slice('client:'.length));
  await postEntry(trx, context, {
    kind: 'proceeds_held',
    reference: niceId,
    idempotencyKey: `proceeds_held:${returnedKey(refundId)}`,
    postings: [{ from, to, amount, currency }],
  });
  const details = { status: 'payout_returned', amount: amount.toString(), currency };
  await raiseAlarm(context, trx, { kind: 'chargeback', subject: niceId, details });
}
