import { showOrderNumber } from '@causeway/domain/orders/order-number';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { toFlag, toUnixSeconds } from '@causeway/contract/fields/fields';
import { hiddenOrder } from '@causeway/contract/shapes/hidden-order';
import type { Order } from '@causeway/contract/shapes/order';
import { isCancelableStatus } from '@causeway/domain/orders/order-status';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import type { HistoryRow } from '../order-lifecycle/change-status.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import type { PayoutView } from '../order-lifecycle/payout-method.ts';
import { cleanMarkup } from '../locales/clean-markup.ts';
import type { ReturnLinks } from '../merchants/return-links.ts';
import type { PayinView } from '../settlement/payin-method.ts';
import type { SettlementView } from '../settlement/settlement-answer.ts';
import { toCalculationDetails } from '../pricing/calculation.ts';
import { worthOf } from '../pricing/order-value.ts';

/** All data of one order. */
export interface OrderParts {
  order: OrderRow;
  payin: PayinView;
  payout: PayoutView;
  settlement: SettlementView;
  history: readonly HistoryRow[];
  returnLinks: ReturnLinks;
  /** Its client may cancel it although its money is here. */
  isCancelable: boolean;
}

type AnswerContext = Pick<AppContext, 'clock'>;

/** An order in the form of the wire, as its owner sees it. */
export function toOrderAnswer(context: AnswerContext, parts: OrderParts): Order {
  const { order, history } = parts;
  const isWaiting = isBeforeMoney(order.status);
  return {
    ...silent,
    niceId: order.niceId,
    number: showOrderNumber(order.number),
    orderId: order.niceId,
    status: order.status,
    partnerKey: order.partnerKey ?? '',
    partnerOrderId: order.partnerOrderId,
    isFinish: 1,
    isMerchant: toFlag(order.isMerchant),
    isPartnerRole: 0,
    isClientRole: 1,
    isDonation: toFlag(order.isDonation),
    payToPartner: toFlag(order.payToPartner),
    purchaseAmount: order.purchaseAmount,
    purchaseCurrency: order.purchaseCurrency,
    ...toPriceAnswer(order),
    ...parts.settlement,
    ...parts.payin,
    ...parts.payout,
    ...parts.returnLinks,
    merchantOrderStatus: order.isMerchant ? merchantStatus(order) : '',
    declineReasonType: order.declineReason,
    canCancel: toFlag(parts.isCancelable || (isCancelableStatus(order.status) && order.receivedAmount === 0n)),
    description: cleanMarkup(order.description),
    coupon: order.coupon,
    email: order.email,
    createdAt: toUnixSeconds(order.createdAt),
    expiresAt: isWaiting ? toUnixSeconds(order.expiresAt) : 0,
    payinDeadline: isWaiting ? toUnixSeconds(order.payinDeadline) : 0,
    now: toUnixSeconds(context.clock.now()),
    durationMinutes: order.pricing.durationMinutes,
    payinMinutes: order.pricing.payinMinutes ?? order.pricing.durationMinutes,
    payoutMinutes: order.pricing.payoutMinutes ?? order.pricing.durationMinutes,
    history: history.map(({ status, reason, actor, at }) => ({ status, reason, actor, at: toUnixSeconds(at) })),
  };
}

function toPriceAnswer({ pricing, payinAmount, payoutAmount, ...order }: OrderRow) {
  return {
    payinAmount: formatUnits(payinAmount, order.payinCurrency),
    payinCurrency: order.payinCurrency,
    payinGroup: order.payinGroup,
    payinSubMethod: pricing.payinProvider,
    payoutAmount: formatUnits(payoutAmount, order.payoutCurrency),
    payoutCurrency: order.payoutCurrency,
    payoutGroup: order.payoutGroup,
    worth: worthOf(pricing),
    isFloatingRate: toFlag(order.isFloatingRate),
    details: toCalculationDetails(pricing),
  };
}

/** How a shop names the status of its order; other statuses keep their names. */
const merchantStatuses: Partial<Record<OrderRow['status'], string>> = {
  payin_pending: 'new',
  pending: 'pending',
  processing: 'paid',
  finished: 'completed',
  canceled: 'canceled',
  expired: 'expired',
  refunded: 'refunded',
};

/** A part of the money changes the shop's word, and not the order's status. */
function merchantStatus({ status, decisionKind }: OrderRow): string {
  return decisionKind === 'partial' ? 'partial' : (merchantStatuses[status] ?? '');
}

/** Fields that no method has filled. */
const silent = {
  ...hiddenOrder,
  epPaymentMethod: '',
  payinConfirmations: null,
  payinConfirmationsNeeded: 0,
  txid: '',
  txLink: '',
  payoutConfirmations: -1,
  payoutConfirmationsNeeded: 0,
};
