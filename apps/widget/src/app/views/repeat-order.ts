import type { Order } from '@causeway/contract/shapes/order';
import type { AppParts } from '../app-parts.ts';

/** Opens the exchange with what an order was for. Where to, and the coupon, are asked anew. */
export function repeatOrder({ exchange, router, flow }: AppParts, order: Order): void {
  exchange.getState().patch({
    payinCurrency: order.payinCurrency,
    payinGroup: order.payinGroup,
    payinAmount: order.payinAmount,
    payoutCurrency: order.payoutCurrency,
    payoutGroup: order.payoutGroup,
    payoutAmount: '',
    isPayoutCalc: false,
    isFloatingRate: order.isFloatingRate === 1,
  });
  router.navigate('order-stepper');
  flow.open('exchange');
}
