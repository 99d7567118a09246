import type { CausewayOptions } from '../options.ts';
import { widgetAddress } from '../widget-address.ts';

/** The link that a phone opens: what is bought and for how much, nothing about the person. */
export function phoneAddress({ origin, partnerKey, ...options }: CausewayOptions): string {
  const { lang, payinCurrency, payinGroup, payinAmount, payoutCurrency, payoutGroup, payoutAmount } = options;
  const exchange = { payinCurrency, payinGroup, payinAmount, payoutCurrency, payoutGroup, payoutAmount };
  return widgetAddress({ origin, partnerKey, lang, ...exchange }, '/buysell');
}
