import type { Client } from '@causeway/contract/shapes/client';
import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import {
  addressQuestions,
  type AddressQuestions,
  type AddressSide,
} from '../../features/address/rules/address-questions.ts';
import { findOption } from '../../features/exchange/rules/find-option.ts';
import type { Preorder } from '../../features/exchange/rules/preorder.ts';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';

/** What the address step asks for a preorder. */
export function questionsOf(
  client: Client,
  { swConfig, currencyConfig }: ConfigAnswer,
  preorder: Preorder,
): AddressQuestions {
  const side = (select: typeof swConfig.payinSelect, currency: string, group: string): AddressSide => ({
    group,
    isCrypto: currencyConfig[currency]?.isCrypto === 1,
    fields: findOption(select, currency, group)?.fields ?? [],
  });
  const payout = side(swConfig.payoutSelect, preorder.payoutCurrency, preorder.payoutGroup);
  // Where it goes is the partner's own.
  const isPartners = widgetOptions(swConfig.widgetParams).payToPartner;
  return addressQuestions({
    payin: side(swConfig.payinSelect, preorder.payinCurrency, preorder.payinGroup),
    payout: isPartners ? { ...payout, fields: [] } : payout,
    isFloatingRate: preorder.isFloatingRate,
    isZerohashFlow: client.isZerohashFlow === 1,
  });
}
