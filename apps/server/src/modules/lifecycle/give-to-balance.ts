import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { receivingAccount } from '../balance/receiving-account.ts';
import { queueOrderLetter } from './queue-order-letter.ts';
import type { OrderRow } from './store.ts';

/** Gives money that an order holds to its client's balance, in the caller's transaction; once for a refund. */
export async function giveToBalance(
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
  await queueOrderLetter(context, trx, 'order-refunded', order, {
    refundMethod: 'balance',
    refunded: amount,
    refundedCurrency: currency,
    happening: refundId,
  });
}
