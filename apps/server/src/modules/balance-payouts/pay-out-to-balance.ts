import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { findClient } from '../clients/find-client.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { queueOrderLetter } from '../lifecycle/queue-order-letter.ts';
import type { OrderRow } from '../lifecycle/store.ts';

/** Puts what an order holds on its client's balance and finishes the order, in the caller's transaction. */
export async function payOutToBalance(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  amount: bigint,
): Promise<void> {
  const { orderId, niceId, clientId, status: from, payoutCurrency: currency } = order;
  const client = await findClient(trx, clientId);
  if (client === undefined) throw new Error(`The client of order ${niceId} is gone.`);
  await postEntry(trx, context, {
    kind: 'balance_payout',
    reference: niceId,
    idempotencyKey: `balance_payout:${orderId}`,
    postings: [{ from: paths.order(niceId), to: paths.client(client.niceId), amount, currency }],
  });
  const change = { orderId, from, to: 'finished', reason: 'balance_credited', actor: 'system' } as const;
  if (!(await changeStatus(context, trx, change))) throw new Error(`The order ${niceId} moved while it was held.`);
  await queueOrderLetter(context, trx, 'order-finished', order);
}
