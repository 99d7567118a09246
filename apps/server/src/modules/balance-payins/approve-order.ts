import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { knownNow } from '../rates/known-time.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { paths } from '../../ledger/paths.ts';
import { findClient } from '../clients/store.ts';
import { judgeConfirmationCode } from '../confirmations/judge-confirmation-code.ts';
import { findConfirmation } from '../confirmations/store.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import { requireAllKnown } from '../payout-holds/check-epoch.ts';
import { keepsBoundAmount } from '../promises/require-promised-price.ts';
import { requireUsableDestination } from '../saved-destinations/destination-wait.ts';
import { holdSession } from '../sessions/end-sessions.ts';
import { exchangeOrder } from '../settlement/exchange-order.ts';
import { finalPrice, findCurrentRate } from '../settlement/decide-money.ts';

export interface ApprovedOrder {
  niceId: string;
  refused: RefusalItem | undefined;
}

/**
 * C-32: a right code exchanges what an order holds of the balance and pays it out, in one transaction with the code's
 * use. A wrong code is counted. Once a fixed price is no longer held, the lower of it and the current one applies. What
 * the client chose since about new destinations holds as well.
 *
 * @throws Refusal NOT_FOUND for an identifier that is unknown or another client's, RATE_UNAVAILABLE, TRY_LATER,
 * QUOTE_EXPIRED when the current price does not give a promised amount, DESTINATION_UNKNOWN, DESTINATION_WAITING,
 * SESSION_OVER where the session was ended meanwhile
 */
export async function approveOrder(
  context: AppContext,
  input: { uuid: string; clientId: string; sessionId: string; code: string; secondCode?: string | undefined },
): Promise<ApprovedOrder> {
  return context.db.transaction().execute(async (trx) => {
    const known = await findConfirmation(trx, { confirmationId: input.uuid, clientId: input.clientId });
    if (known === undefined) throw new Refusal({ code: 'NOT_FOUND' });
    const order = await lockOrder(trx, known.orderId);
    const { niceId } = order;
    // An act that ends codes and sessions holds the client first; a second factor is checked under the stronger lock.
    const isFactorAsked = known.isFactorAsked || known.codeFrom === 'authenticator';
    await findClient(trx, input.clientId, { lock: isFactorAsked ? true : 'no key' });
    const verdict = await judgeConfirmationCode(context, trx, known, input);
    if (verdict === 'again') return { niceId, refused: undefined };
    if (verdict !== 'right') return { niceId, refused: verdict };
    await holdSession(trx, input.sessionId, context.clock.now());
    const open = await findStillToApprove(context, trx, order.orderId);
    if (open === undefined) throw new Refusal({ code: 'ORDER_STATUS_CHANGED' });
    // Nothing is spent while there is no price, or something is held: the code stays valid.
    await requireAllKnown(context, trx);
    const tools = { ...context, db: trx };
    if ((order.isFloatingRate || open.isSlow) && (await findCurrentRate(tools, order.pricing)) === undefined)
      throw new Refusal({ code: 'RATE_UNAVAILABLE' });
    await requireUsableDestination(context, trx, leavingOf(order));
    await proveDestination(context, trx, order);
    const receivedAmount = order.payinAmount;
    await markSource(context, trx, order);
    const record = await finalPrice(tools, order, open);
    if (!keepsBoundAmount(order, record)) throw new Refusal({ code: 'QUOTE_EXPIRED', type: 'warning' });
    await exchangeOrder(context, trx, { ...order, receivedAmount }, { record, surplus: 0n });
    return { niceId, refused: undefined };
  });
}

function leavingOf(order: OrderRow): Parameters<typeof requireUsableDestination>[2] {
  const { clientId, pricing: record, destinationAddress: address, destinationTag: tag, destinationDetails } = order;
  return { clientId, record, destination: { address, tag, details: destinationDetails } };
}

/** The card that the owner's code sends money to is the owner's choice; one that looks the same is another. */
async function proveDestination({ clock }: AppContext, trx: Executor, order: OrderRow): Promise<void> {
  await trx
    .updateTable('cards')
    .set({ destinationSince: clock.now() })
    .where('token', '=', order.destinationDetails.payoutCardToken)
    .where('clientId', '=', order.clientId)
    .where('destinationSince', 'is', null)
    .execute();
}

const openOrder = z.object({ isSlow: z.boolean() });

/**
 * The times are compared here as well: the job that ends the order may be late.
 *
 * @returns whether its price is no longer held; `undefined` when it cannot be approved any more
 */
async function findStillToApprove({ clock }: AppContext, trx: Executor, orderId: string) {
  const { rows } = await sql`
    select expires_at <= ${knownNow({ clock })} as is_slow from orders
    where order_id = ${orderId}::uuid and status = 'confirmation_pending' and payin_deadline > ${knownNow({ clock })}
  `.execute(trx);
  return z.array(openOrder).parse(rows)[0];
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
