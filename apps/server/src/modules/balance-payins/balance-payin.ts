import { sql } from 'kysely';
import type { PaidOrder, PayinMethod } from '../settlement/payin-method.ts';
import { findOpenConfirmation } from '../confirmations/confirmation-answer.ts';
import type { AppContext } from '../../context.ts';
import { chargebackEnd } from '../acquirer-payins/card-payin.ts';
import { recallEnd } from '../bank-payins/bank-payin.ts';
import type { RefundRow } from '../settlement/refund.ts';
import { paths } from '../../ledger/paths.ts';
import { InsufficientBalance, postEntry } from '../../ledger/entry.ts';
import { receivingAccount } from '../balance/client-balances.ts';
import { findClient } from '../clients/store.ts';
import { type OrderEnding, endOrder } from '../order-lifecycle/change-status.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { issueConfirmation } from '../confirmations/issue-confirmation.ts';
import { requirePromisedReturn } from '../promises/require-promised-price.ts';

/** Paid from the client's balance, with a code that approves it. No provider takes part. */
export const balancePayin: PayinMethod = {
  firstStatus: 'confirmation_pending',
  plan: holdBalance,
  sync: () => Promise.resolve(),
  stop: releaseBalance,
  // The ledger itself has the money.
  recheck: () => Promise.resolve(),
  view: async (context, order) => ({ confirmation: await findOpenConfirmation(context, order) }),
  refund: refundToBalance,
  isFinal: hasNoFreshPayment,
};

/**
 * What is on a balance may come from any payment of its client that can still be taken back, or from one of a payer who
 * paid the client as a partner; what such a payer paid from a balance is final as late as a card payment is. None is
 * paid later than 30 days after its order.
 */
async function hasNoFreshPayment({ db, config }: AppContext, { clientId }: PaidOrder, now: Date): Promise<boolean> {
  const cardsEnd = chargebackEnd(config, now);
  const { rows } = await sql`
    select 1 from card_payments join orders using (order_id)
      where orders.client_id = ${clientId}::uuid and credited_at > ${cardsEnd}
    union all select 1 from bank_transfers join orders using (order_id)
      where orders.client_id = ${clientId}::uuid and bank_transfers.created_at > ${recallEnd(now)}
    union all select 1 from deposits where client_id = ${clientId}::uuid and ${isUnsettled}
    union all select 1 from deposits join orders using (order_id)
      where orders.client_id = ${clientId}::uuid and ${isUnsettled}
    union all select 1 from balance_operations given join clients on path = 'client:' || nice_id
      where client_id = ${clientId}::uuid and kind = 'forgotten_payment' and given.created_at > ${cardsEnd}
    union all select 1 from clients join balance_operations given on path = 'client:' || clients.nice_id
        join orders on orders.nice_id = given.reference where clients.client_id = ${clientId}::uuid and pay_to_partner
        and kind = 'balance_payout' and orders.created_at > ${cardsEnd}::timestamptz - interval '30 days' and (
          (payin_group = 'balance' and finished_at > ${cardsEnd})
          or exists (select from card_payments where order_id = orders.order_id and credited_at > ${cardsEnd})
          or exists (select from bank_transfers
            where order_id = orders.order_id and bank_transfers.created_at > ${recallEnd(now)})
          or exists (select from deposits where order_id = orders.order_id and ${isUnsettled})
        )
    limit 1
  `.execute(db);
  return rows.length === 0;
}

const isUnsettled = sql`(deposits.status in ('seen', 'credited')
  or (deposits.status = 'lost' and deposits.loss_settled < deposits.amount))`;

/** No provider has the money: the refund's own entry puts it back on the balance. */
function refundToBalance(_context: AppContext, { refundId }: RefundRow): Promise<string> {
  return Promise.resolve(refundId);
}

/**
 * Ends an order that was not approved and returns what it held to the balance. @returns true: no provider has to agree
 */
async function releaseBalance(context: AppContext, orderId: string, ending: OrderEnding): Promise<boolean> {
  await context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.status !== 'confirmation_pending') return;
    if (await endOrder(context, trx, order, ending)) await postRelease(context, trx, order);
  });
  return true;
}

/** Returns what an order holds of the balance to it, in the caller's transaction; once for an order. */
export async function postRelease(context: AppContext, trx: Executor, order: OrderRow): Promise<void> {
  const { orderId, niceId, clientId, payinAmount: amount, payinCurrency: currency } = order;
  requirePromisedReturn(order, { amount, currency });
  const client = await findClient(trx, clientId);
  if (client === undefined) throw new Error(`The client of order ${niceId} is gone.`);
  const account = await receivingAccount(context, trx, client, niceId);
  await postEntry(trx, context, {
    kind: 'balance_release',
    reference: niceId,
    idempotencyKey: `balance_release:${orderId}`,
    postings: [{ from: paths.order(niceId), to: account.path, amount, currency }],
  });
}

/**
 * Holds an order's amount at once, so that it cannot be spent twice, and sends the code that approves it.
 *
 * @throws Refusal BALANCE_SHORT; the caller's transaction is lost then
 */
async function holdBalance(context: AppContext, trx: Executor, order: OrderRow): Promise<void> {
  const { orderId, niceId, clientId, payinAmount: amount, payinCurrency: currency } = order;
  const client = await findClient(trx, clientId);
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  try {
    await postEntry(trx, context, {
      kind: 'balance_hold',
      reference: niceId,
      idempotencyKey: `balance_hold:${orderId}`,
      postings: [{ from: paths.client(client.niceId), to: paths.order(niceId), amount, currency }],
    });
  } catch (error) {
    if (error instanceof InsufficientBalance)
      throw new Refusal({ code: 'BALANCE_SHORT', field: 'payin_amount' }, { cause: error });
    throw error;
  }
  await issueConfirmation(context, trx, order);
}
