import type { Order } from '@causeway/contract/shapes/order';
import type { AppContext, Reader } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { listHistory } from '../lifecycle/list-history.ts';
import { findOrder } from '../lifecycle/store.ts';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import { noWayBack, tellWayBack } from '../merchants/tell-way-back.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { tellSettlement } from '../settlement/tell-settlement.ts';
import { isOfOtherPage, relationOf } from './relation-of.ts';
import { showOrder } from './show-order.ts';
import { tellOrder } from './tell-order.ts';

/**
 * An order as its reader may see it: whole for its owner and for whoever holds the link of a merchant's order, without
 * anything personal for everybody else who knows its number.
 *
 * @param partnerKey of the page that asks: an order of another partner is shown there to its owner only
 * @throws Refusal NOT_FOUND
 */
export async function readOrder(
  context: AppContext,
  by: { niceId: string } | { orderId: string },
  reader: Reader,
  partnerKey?: string,
): Promise<Order> {
  const order = await findOrder(context.db, by);
  if (order === undefined) throw new Refusal({ code: 'NOT_FOUND' });
  const relation = await relationOf(context.db, order, reader);
  if (isOfOtherPage(order, relation, partnerKey)) throw new Refusal({ code: 'NOT_FOUND' });
  const { orderId } = order;
  const [payin, payout, settlement, history] = await Promise.all([
    findPayinMethod(order.pricing.payinProvider).tell(context, order, isBeforeMoney(order.status)),
    findPayoutMethod(order.pricing.payoutProvider).tell(context, order),
    tellSettlement(context, order),
    listHistory(context.db, orderId),
  ]);
  // Nobody else is led back to the shop.
  const isPayer = relation === 'owner' || relation === 'holder';
  const wayBack = isPayer ? await tellWayBack(context, order, history.at(-1)?.at) : noWayBack;
  const told = tellOrder(context, { order, payin, payout, settlement, history, wayBack });
  return showOrder(told, relation);
}
