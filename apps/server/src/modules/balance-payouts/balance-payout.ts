import { type PayoutMethod } from '../order-lifecycle/payout-method.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { receivingAccount } from '../balance/client-balances.ts';
import { findClient } from '../clients/store.ts';
import { changeStatus, queueOrderEmail } from '../order-lifecycle/change-status.ts';
import { type OrderRow, destinationDetails } from '../order-lifecycle/store.ts';
import { requirePromisedPayout } from '../promises/require-promised-price.ts';

/** Paid out to the client's balance: one posting, and the order is finished. */
export const balancePayout: PayoutMethod = {
  checkDestination: () => Promise.resolve({ address: '', tag: '', details: destinationDetails.parse({}) }),
  plan: payOutToBalance,
  hasPayee: async (executor, order) => !order.payToPartner || (await findPartnersClient(executor, order)) !== undefined,
  // It is done in the transaction that plans it, so there is never anything to stop.
  stop: () => Promise.resolve(false),
  isUnsent: () => Promise.resolve(false),
  isUnknownOutside: () => Promise.resolve(true),
  view: () => Promise.resolve({}),
};

/**
 * Puts what an order holds on the balance of its client or its partner's client, and finishes it, in the caller's
 * transaction.
 */
export async function payOutToBalance(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  amount: bigint,
): Promise<void> {
  const { orderId, niceId, status: from, payoutCurrency: currency } = order;
  requirePromisedPayout(order, { amount, currency, destination: '' });
  const client = order.payToPartner ? await findPartnersClient(trx, order) : await findClient(trx, order.clientId);
  if (client === undefined)
    throw new Error(
      `Order ${niceId} has no account to pay: name the account of its partner by partners set --client; after a restore partners list says what else.`,
    );
  const account = await receivingAccount(context, trx, client, niceId);
  await postEntry(trx, context, {
    kind: 'balance_payout',
    reference: niceId,
    idempotencyKey: `balance_payout:${orderId}`,
    postings: [{ from: paths.order(niceId), to: account.path, amount, currency }],
  });
  const change = { orderId, from, to: 'finished', reason: 'balance_credited', actor: 'system' } as const;
  if (!(await changeStatus(context, trx, change))) throw new Error(`The order ${niceId} moved while it was held.`);
  await queueOrderEmail(context, trx, 'order-finished', order);
}

/** None where the account is not confirmed, or where a restore may have forgotten that another one was named. */
async function findPartnersClient(trx: Executor, { partnerKey }: OrderRow): Promise<{ niceId: string } | undefined> {
  return trx
    .selectFrom('partners')
    .innerJoin('clients', 'clients.clientId', 'partners.clientId')
    .select('clients.niceId')
    .where('partners.partnerKey', '=', partnerKey)
    .where('partners.payeeHold', '=', '')
    .where('clients.emailConfirmedAt', 'is not', null)
    .executeTakeFirst();
}
