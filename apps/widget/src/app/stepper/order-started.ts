import type { FlowParts } from './flow-parts.ts';

/** Card and payment providers whose code is told (3-71, A-103). */
const namedProviders = ['card_one', 'card_one_form', 'card_two', 'sofort_one', 'wallet_one', 'bank'];

/** The order analytics event (3-70, A-037). */
export function orderStarted({ exchange, prices }: Pick<FlowParts, 'exchange' | 'prices'>): Record<string, string> {
  const { preorder } = exchange.getState();
  const { calc } = prices.store.getState().price.answer;
  return {
    coupon: preorder.coupon.trim(),
    payinAmount: calc.payinAmount,
    payinAmountEur: calc.payinAmountEur,
    payinGroup: preorder.payinGroup,
    payinProvider: named(calc.payinSubMethod),
    payinCurrency: preorder.payinCurrency,
    payoutAmount: calc.payoutAmount,
    payoutAmountEur: calc.payoutAmountEur,
    payoutGroup: preorder.payoutGroup,
    payoutProvider: named(calc.payoutSubMethod),
    payoutCurrency: preorder.payoutCurrency,
  };
}

function named(provider: string): string {
  return namedProviders.includes(provider) ? provider : '';
}
