import type { AppContext, Caller } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { type OrderRow, findOrder } from '../order-lifecycle/store.ts';
import { isPartnersClient } from '../merchants/open-buyer.ts';
import type { Order } from '@causeway/contract/shapes/order';
import { hiddenOrder } from '@causeway/contract/shapes/hidden-order';
import { Refusal } from '../../errors.ts';
import { isCancelableWithdrawal } from '../withdrawal-cancels/cancel-withdrawal.ts';
import { listHistory } from '../order-lifecycle/change-status.ts';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import { noReturnLinks, toReturnLinks } from '../merchants/return-links.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { toSettlementAnswer } from '../settlement/settlement-answer.ts';
import { toOrderAnswer } from './order-answer.ts';

/**
 * A caller's relation to an order: its owner, its partner, a holder of the link of a merchant's order, or a stranger.
 */
type Relation = 'owner' | 'partner' | 'holder' | 'stranger';

type Known = Pick<OrderRow, 'clientId' | 'partnerKey' | 'isMerchant'>;

/** Only an order through a partner costs a query, and only for a client who is not its owner. */
async function relationOf(executor: Executor, order: Known, caller: Caller): Promise<Relation> {
  const { clientId, partnerKey, isMerchant } = order;
  if (caller.kind === 'client' && caller.clientId === clientId) return 'owner';
  const isPartner =
    caller.kind === 'client' && partnerKey !== null && (await isPartnersClient(executor, partnerKey, caller.clientId));
  if (isPartner) return 'partner';
  return isMerchant ? 'holder' : 'stranger';
}

/** Whether an order does not belong on a page of this partner: there only its owner finds it. */
function isOfOtherPage(order: Known, relation: Relation, partnerKey: string | undefined): boolean {
  return partnerKey !== undefined && relation !== 'owner' && order.partnerKey !== partnerKey;
}

/** The part of an order that its caller is shown. */
export function showOrder(order: Order, relation: Relation): Order {
  if (relation === 'owner' || relation === 'holder') return order;
  const shown = redactOrder(order);
  return relation === 'partner' ? toPartnerAnswer(shown, order) : shown;
}

/** A partner sees its own order without its payer; of a merchant's order it has the e-mail address too (6-08, C-49). */
function toPartnerAnswer(shown: Order, order: Order): Order {
  const { partnerOrderId, description, receipt, isMerchant, email } = order;
  return {
    ...shown,
    history: hideReasons(order, partnersReasons),
    isPartnerRole: 1,
    isMerchant: 0,
    partnerOrderId,
    description,
    receipt,
    email: isMerchant === 1 ? email : '',
  };
}

const publicReasons: readonly string[] = ['payment_received', 'payout_sent', 'payment_refunded', 'balance_credited'];
/** What takes money off a partner's balance, and back. */
const partnersReasons = [...publicReasons, 'payment_charged_back', 'deposit_gone', 'payment_regained'];

function hideReasons({ history }: Order, shown: readonly string[]): Order['history'] {
  return history.map((event) => ({ ...event, reason: shown.includes(event.reason) ? event.reason : '' }));
}

/** The fields of an order for a caller who only knows its number. */
export function redactOrder(order: Order): Order {
  return {
    ...order,
    ...hiddenOrder,
    history: hideReasons(order, publicReasons),
  };
}

/**
 * An order as its caller may see it: whole for its owner and for a holder of the link of a merchant's order, without
 * anything personal for other callers with its number.
 *
 * @param partnerKey of the calling page: an order of another partner is shown there to its owner only
 * @throws Refusal NOT_FOUND
 */
export async function readOrder(
  context: AppContext,
  by: { niceId: string } | { orderId: string },
  caller: Caller,
  partnerKey?: string,
): Promise<Order> {
  const order = await findOrder(context.db, by);
  if (order === undefined) throw new Refusal({ code: 'NOT_FOUND' });
  const relation = await relationOf(context.db, order, caller);
  if (isOfOtherPage(order, relation, partnerKey)) throw new Refusal({ code: 'NOT_FOUND' });
  const { orderId } = order;
  const [payin, payout, settlement, history, isCancelable] = await Promise.all([
    findPayinMethod(order.pricing.payinProvider).view(context, order, isBeforeMoney(order.status)),
    findPayoutMethod(order.pricing.payoutProvider).view(context, order),
    toSettlementAnswer(context, order),
    listHistory(context.db, orderId),
    isCancelableWithdrawal(context.db, order),
  ]);
  // Only the payer is led back to the shop.
  const isPayer = relation === 'owner' || relation === 'holder';
  const returnLinks = isPayer
    ? await toReturnLinks(context, order, history.find((event) => event.status === order.status)?.at)
    : noReturnLinks;
  const parts = { order, payin, payout, settlement, history, returnLinks, isCancelable };
  const reported = toOrderAnswer(context, parts);
  return showOrder(reported, relation);
}
