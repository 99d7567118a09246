import type { Order } from '@causeway/contract/shapes/order';
import type { AppContext, Reader } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { listHistory } from '../lifecycle/list-history.ts';
import { findOrder } from '../lifecycle/store.ts';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { tellSettlement } from '../settlement/tell-settlement.ts';
import { redactOrder } from './redact-order.ts';
import { tellOrder } from './tell-order.ts';

/**
 * An order as its reader may see it: whole for its owner, without anything personal for everybody else who
 * knows its number.
 *
 * @throws Refusal NOT_FOUND
 */
export async function readOrder(
  context: AppContext,
  by: { niceId: string } | { orderId: string },
  reader: Reader,
): Promise<Order> {
  const order = await findOrder(context.db, by);
  if (order === undefined) throw new Refusal({ code: 'NOT_FOUND' });
  const { orderId } = order;
  const [payin, payout, settlement, history] = await Promise.all([
    findPayinMethod(order.pricing.payinProvider).tell(context, order, isBeforeMoney(order.status)),
    findPayoutMethod(order.pricing.payoutProvider).tell(context, order),
    tellSettlement(context, order),
    listHistory(context.db, orderId),
  ]);
  const told = tellOrder(context, { order, payin, payout, settlement, history });
  const isOwner = reader.kind === 'client' && reader.clientId === order.clientId;
  return isOwner ? told : redactOrder(told);
}
