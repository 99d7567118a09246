import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { knownNow } from '../rates/known-time.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { paths } from '../../ledger/paths.ts';
import { judgeConfirmationCode } from '../confirmations/judge-confirmation-code.ts';
import { findConfirmation } from '../confirmations/store.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import { exchangeOrder } from '../settlement/exchange-order.ts';
import { finalPrice, findCurrentRate } from '../settlement/decide-money.ts';

export interface ApprovedOrder {
  niceId: string;
  refused: RefusalItem | undefined;
}

/**
 * C-32: a right code exchanges what an order holds of the balance and pays it out, in one transaction with the code's
 * use. A wrong code is counted.
 *
 * @throws Refusal NOT_FOUND for an identifier that is unknown or another client's, RATE_UNAVAILABLE
 */
export async function approveOrder(
  context: AppContext,
  input: { uuid: string; clientId: string; code: string; secondCode?: string | undefined },
): Promise<ApprovedOrder> {
  return context.db.transaction().execute(async (trx) => {
    const known = await findConfirmation(trx, { confirmationId: input.uuid, clientId: input.clientId });
    if (known === undefined) throw new Refusal({ code: 'NOT_FOUND' });
    const order = await lockOrder(trx, known.orderId);
    const { niceId } = order;
    const verdict = await judgeConfirmationCode(context, trx, known, input);
    if (verdict === 'again') return { niceId, refused: undefined };
    if (verdict !== 'right') return { niceId, refused: verdict };
    if (!(await isStillToApprove(context, trx, order.orderId))) throw new Refusal({ code: 'ORDER_STATUS_CHANGED' });
    // Nothing is spent while there is no price: the code stays valid.
    const tools = { ...context, db: trx };
    if (order.isFloatingRate && (await findCurrentRate(tools, order.pricing)) === undefined)
      throw new Refusal({ code: 'RATE_UNAVAILABLE' });
    const receivedAmount = order.payinAmount;
    await markSource(context, trx, order);
    const record = await finalPrice(tools, order);
    await exchangeOrder(context, trx, { ...order, receivedAmount }, { record, surplus: 0n });
    return { niceId, refused: undefined };
  });
}

/** The time is compared here as well: the job that ends the order may be late. */
async function isStillToApprove({ clock }: AppContext, trx: Executor, orderId: string): Promise<boolean> {
  const open = await trx
    .selectFrom('orders')
    .select('orderId')
    .where('orderId', '=', orderId)
    .where('status', '=', 'confirmation_pending')
    .where('expiresAt', '>', knownNow({ clock }))
    .executeTakeFirst();
  return open !== undefined;
}

/** The held amount is the order's money now; a refund goes to the balance. */
async function markSource({ clock }: AppContext, trx: Executor, order: OrderRow): Promise<void> {
  const { orderId, clientId, payinAmount: amount, payinCurrency: currency } = order;
  const { niceId } = await trx
    .selectFrom('clients')
    .select('niceId')
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('receivedMoney')
    .values({
      moneyKey: `balance_hold:${orderId}`,
      orderId,
      amount,
      currency,
      fromPath: paths.client(niceId),
      refundMethod: 'balance',
      isAccepted: true,
      receivedAt: clock.now(),
    })
    .execute();
}
