import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { AppContext } from '../../context.ts';
import { listHistory } from '../lifecycle/list-history.ts';
import { findOrder, type OrderRow } from '../lifecycle/store.ts';

/** What a notice is made for. */
interface Notice {
  deliveryId: string;
  partnerKey: string;
  orderId: string;
  version: number;
}

/**
 * The body of a notice: one event of an order, with what was known of the order when it was first sent. Nothing of its
 * payer, but the e-mail address of a merchant's order.
 */
export async function writeNotice({ db }: Pick<AppContext, 'db'>, notice: Notice): Promise<string> {
  const { deliveryId, partnerKey, orderId, version } = notice;
  const order = await findOrder(db, { orderId });
  const event = (await listHistory(db, orderId))[version - 1];
  if (order === undefined || event === undefined) throw new Error(`The event ${version} of a notice’s order is gone.`);
  return JSON.stringify({
    delivery_id: deliveryId,
    type: 'order.changed',
    version,
    created_at: Math.floor(event.at.getTime() / 1000),
    partner_key: partnerKey,
    order: { ...tellOrder(order), status: event.status, reason: event.reason },
  });
}

function tellOrder(order: OrderRow) {
  const { payinCurrency, payoutCurrency, pricing, isMerchant } = order;
  return {
    order_id: order.niceId,
    partner_order_id: order.partnerOrderId,
    is_merchant: isMerchant,
    pay_to_partner: order.payToPartner,
    purchase_amount: order.purchaseAmount,
    purchase_currency: order.purchaseCurrency,
    payin_amount: tell(order.payinAmount, payinCurrency),
    payin_currency: payinCurrency,
    payin_group: order.payinGroup,
    received_amount: tell(order.receivedAmount, payinCurrency),
    payout_amount: tell(order.payoutAmount, payoutCurrency),
    payout_currency: payoutCurrency,
    payout_group: order.payoutGroup,
    partner_fee: tell(pricing.partnerFee ?? 0n, payinCurrency),
    created_at: Math.floor(order.createdAt.getTime() / 1000),
    ...(isMerchant && { client_email: order.email }),
  };
}

function tell(units: bigint, code: string): string {
  return formatAmount(units, findCurrency(code)?.precision ?? 0);
}
