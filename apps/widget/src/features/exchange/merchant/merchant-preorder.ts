import type { CurrencyGroup, SiteConfig } from '@causeway/contract/shapes/site-config';
import { type Preorder, isPositive } from '../rules/preorder.ts';
import type { WidgetOptions } from '../rules/widget-options.ts';

/** Where a merchant is paid: the balance of the merchant's own account. */
const merchantGroup = 'balance';

/** What the page says of the purchase. */
export type Purchase = Pick<WidgetOptions, 'purchaseAmount' | 'purchaseCurrency' | 'payoutGroup'>;

/**
 * The preorder of a merchant's page: the payout is the purchase, at a fixed price; the pay-in stays as the page
 * requested, unless it is the currency of the purchase, which is not an exchange.
 */
export function merchantPreorder(
  preorder: Preorder,
  site: Pick<SiteConfig, 'payinSelect'>,
  purchase: Purchase,
): Preorder {
  const payoutCurrency = purchase.purchaseCurrency || preorder.payoutCurrency;
  const requested = { payinCurrency: preorder.payinCurrency, payinGroup: preorder.payinGroup };
  const payin =
    preorder.payinCurrency === payoutCurrency ? (findCoin(site.payinSelect, payoutCurrency) ?? requested) : requested;
  // An entered amount stays as it is.
  const amount = isPositive(purchase.purchaseAmount)
    ? purchase.purchaseAmount.replace(/\.0*$/, '')
    : preorder.payoutAmount;
  return {
    ...preorder,
    ...payin,
    payinAmount: '',
    payoutCurrency,
    payoutGroup: purchase.payoutGroup || merchantGroup,
    payoutAmount: amount,
    isPayoutCalc: true,
    isFloatingRate: false,
  };
}

/** The first coin that takes orders; a popular one before the others. */
function findCoin(select: readonly CurrencyGroup[], but: string) {
  const coins = select.filter((entry) => entry.isCrypto === 1).toSorted((a, b) => b.isPopular - a.isPopular);
  const option = coins
    .flatMap((entry) => entry.groups)
    .find(({ currency, isPaused, code }) => isPaused === 0 && currency !== but && code !== merchantGroup);
  return option && { payinCurrency: option.currency, payinGroup: option.code };
}
