import type { AppContext } from '../../context.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { receivingAccount } from '../balance/receiving-account.ts';
import { findClient } from '../clients/find-client.ts';
import { endOrder, type OrderEnding } from '../lifecycle/end-order.ts';
import { lockOrder } from '../lifecycle/store.ts';

/** Ends an order that was not approved and gives what it held back to the balance. @returns true: nobody else has a say */
export async function releaseBalance(context: AppContext, orderId: string, ending: OrderEnding): Promise<boolean> {
  await context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.status !== 'confirmation_pending') return;
    const client = await findClient(trx, order.clientId);
    if (client === undefined) throw new Error(`The client of order ${order.niceId} is gone.`);
    if (!(await endOrder(context, trx, order, ending))) return;
    const { niceId, payinAmount: amount, payinCurrency: currency } = order;
    const account = await receivingAccount(context, trx, client, order.niceId);
    await postEntry(trx, context, {
      kind: 'balance_release',
      reference: niceId,
      idempotencyKey: `balance_release:${orderId}`,
      postings: [{ from: paths.order(niceId), to: account.path, amount, currency }],
    });
  });
  return true;
}
