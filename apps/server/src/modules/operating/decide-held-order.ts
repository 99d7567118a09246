import type { AppContext } from '../../context.ts';
import { isChain } from '../../config/config-chains.ts';
import type { Executor } from '../../database/db.ts';
import { type OrderRow, findOrder, lockOrder } from '../order-lifecycle/store.ts';
import { askSecondPerson } from '../operators/second-person.ts';
import { quoteRecord } from '../pricing/quote-record.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import { paidTo } from '../chain-wallets/own-spends.ts';
import { isDecided } from '../forgotten-payments/forgotten-payment.ts';
import { listHolds } from '../payout-holds/store.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { offerNow } from '../settlement/decide-money.ts';
import {
  type HoldDecision,
  type Settlement,
  convertOrder,
  endHold,
  exchangeOrder,
} from '../settlement/exchange-order.ts';
import { refundOrder } from '../settlement/refund.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';

/** Orders that wait for a person, the oldest first; amounts in cents of EUR at the day's median. */
export async function listHeldOrders({ db }: Pick<AppContext, 'db'>) {
  return db
    .selectFrom('orderHolds')
    .innerJoin('orders', 'orders.orderId', 'orderHolds.orderId')
    .select(['niceId', 'orderHolds.reason', 'orderHolds.details', 'heldAt'])
    .where('decision', 'is', null)
    .orderBy('heldAt')
    .execute();
}

interface HeldOrder {
  niceId: string;
  operator: string;
}

/**
 * Exchanges a held order at the price at which it was held, once its provider has said that the money is still there.
 * Where the client was asked about the money and a restore forgot the answer, a person gives it after the outside has
 * paid.
 *
 * @throws OperatorFault, ProviderError
 */
export async function releaseOrder(context: AppContext, { niceId, operator }: HeldOrder): Promise<string | undefined> {
  const held = await findOrder(context.db, { niceId });
  const isAsked = held !== undefined && held.decisionKind !== '';
  if (held?.status === 'processing' || isAsked)
    await findPayinMethod(held.pricing.payinProvider).recheck(context, held.orderId);
  return context.db.transaction().execute(async (trx) => {
    if (isAsked) return acceptMoney(context, trx, held.orderId, operator);
    const moves = await readHeld(trx, niceId);
    const asked = await askSecondPerson(context, trx, { operator, command: 'release', subject: niceId, moves });
    if (asked !== undefined) return asked;
    const { order, settlement } = await endHoldOf(context, trx, niceId, 'exchanged');
    await convertOrder(context, trx, order, settlement);
    await recordAction(context, trx, { operator, action: 'order_released', subject: niceId });
    return undefined;
  });
}

/** The client's yes, at the present price: an open hold of the order's chain has paid its address. */
async function acceptMoney(
  context: AppContext,
  trx: Executor,
  orderId: string,
  operator: string,
): Promise<string | undefined> {
  const order = await lockOrder(trx, orderId);
  const { niceId, decisionKind, receivedAmount: amount, payinCurrency: currency, payoutGroup: chain } = order;
  const sent = (await listHolds(trx, chain)).filter((hold) => paidTo(hold, order));
  const decided = await Promise.all(sent.map((hold) => isDecided(trx, hold)));
  if (decisionKind === '' || !decided.includes(false))
    throw new OperatorFault(`The client of ${niceId} decides about its money.`);
  const offer = await offerNow(context, trx, order);
  if ('refused' in offer) throw new OperatorFault(`${niceId} cannot be exchanged now: ${offer.refused}.`);
  const release = { operator, command: 'release', subject: niceId, moves: [{ amount, currency }] };
  const asked = await askSecondPerson(context, trx, release);
  if (asked !== undefined) return asked;
  await exchangeOrder(context, trx, order, offer, { reason: 'payment_accepted', actor: 'system' });
  await recordAction(context, trx, { operator, action: 'order_released', subject: niceId });
}

/**
 * Refunds everything that a held order was paid with to its source, once the outside has said that it was not paid out:
 * a restore may have forgotten that it was released.
 *
 * @throws OperatorFault; ProviderError while the outside cannot be asked
 */
export async function returnHeldOrder(context: AppContext, { niceId, operator }: HeldOrder): Promise<void> {
  const held = await findOrder(context.db, { niceId });
  if (held !== undefined) await requireUnpaidOutside(context, held);
  await context.db.transaction().execute(async (trx) => {
    const { order } = await endHoldOf(context, trx, niceId, 'given_back');
    await refundOrder(context, trx, order, { reason: 'refund_started', actor: 'system' });
    await recordAction(context, trx, { operator, action: 'order_given_back', subject: niceId });
  });
}

async function requireUnpaidOutside(context: AppContext, order: OrderRow): Promise<void> {
  const { niceId, pricing, destinationAddress } = order;
  const { payoutProvider: provider } = pricing;
  if (await findPayoutMethod(provider).isUnknownOutside(context, order)) return;
  if (!isChain(provider))
    throw new OperatorFault(`The bank or the acquirer has paid ${niceId}: release ${niceId} books it so.`);
  const holds = await listHolds(context.db, provider);
  const paid = holds.find(({ details }) => details.payments.some(({ address }) => address === destinationAddress));
  if (paid === undefined)
    throw new OperatorFault(`What was sent on ${provider} is not known yet: give-back once chain-holds lists nothing.`);
  throw new OperatorFault(
    `${paid.subject} went to the address of ${niceId}: release ${niceId}, then by-hand ${niceId} ${paid.subject}.`,
  );
}

/** What a held order exchanges. */
async function readHeld(trx: Executor, niceId: string) {
  const held = await trx
    .selectFrom('orderHolds')
    .innerJoin('orders', 'orders.orderId', 'orderHolds.orderId')
    .select('orderHolds.pricing')
    .where('niceId', '=', niceId)
    .where('decision', 'is', null)
    .executeTakeFirst();
  if (held === undefined) throw new OperatorFault(`The order ${niceId} is not held.`);
  const { exchanged: amount, payinCurrency: currency } = quoteRecord.parse(held.pricing);
  return [{ amount, currency }];
}

async function endHoldOf(
  context: AppContext,
  trx: Executor,
  niceId: string,
  decision: HoldDecision,
): Promise<{ order: OrderRow; settlement: Settlement }> {
  const found = await findOrder(trx, { niceId });
  if (found === undefined) throw new OperatorFault(`There is no order ${niceId}.`);
  const order = await lockOrder(trx, found.orderId);
  const settlement = await endHold(context, trx, order, decision);
  if (settlement === undefined) throw new OperatorFault(`The order ${niceId} is not held.`);
  return { order, settlement };
}
