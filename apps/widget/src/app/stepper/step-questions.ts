import type { Client } from '@causeway/contract/shapes/client';
import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import { paymentRules } from '@causeway/domain/payments/payment-methods';
import {
  type AddressQuestions,
  type AddressSide,
  addressQuestions,
  hasQuestions,
} from '../../features/address/rules/address-questions.ts';
import { findOption } from '../../features/exchange/rules/find-option.ts';
import type { Preorder } from '../../features/exchange/rules/preorder.ts';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';

/** The questions of the address step for a preorder. */
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
  // The destination is the partner's own.
  const isPartners = widgetOptions(swConfig.widgetParams).payToPartner;
  return addressQuestions({
    payin: side(swConfig.payinSelect, preorder.payinCurrency, preorder.payinGroup),
    payout: isPartners ? { ...payout, fields: [] } : payout,
    isFloatingRate: preorder.isFloatingRate,
    isZerohashFlow: client.isZerohashFlow === 1,
  });
}

/**
 * Whether the address step is skipped for this preorder: by the page's option (2.3-25, 2.3-26), or without any question
 * (A-023).
 */
export function isSkipped(client: Client, config: ConfigAnswer, preorder: Preorder): boolean {
  const options = widgetOptions(config.swConfig.widgetParams);
  const questions = questionsOf(client, config, preorder);
  if (!hasQuestions(questions, preorder.payinGroup)) return true;
  return isSecondStepSkipped({
    isSkipSecondStep: options.isSkipSecondStep,
    // The page's own chain address came with its first preorder; choosing another currency removes it (4.5-08).
    dstAddress: preorder.dstAddress,
    payinGroup: preorder.payinGroup,
    payoutGroup: preorder.payoutGroup,
    hasExtraFields: questions.fields.some((field) => field !== 'dst_address'),
  });
}

interface SecondStepFacts {
  isSkipSecondStep: boolean;
  dstAddress: string;
  payinGroup: string;
  payoutGroup: string;
  /** Fields of the chosen options beyond the destination address. */
  hasExtraFields: boolean;
}

/** Whether the address step is skipped (2.3-25, 2.3-26, A-023). */
export function isSecondStepSkipped(facts: SecondStepFacts): boolean {
  const { payinGroup, payoutGroup } = facts;
  const isKept = [payinGroup, payoutGroup].some((group) => paymentRules(group).keepsAddressStep);
  if (isKept || facts.hasExtraFields) return false;
  return facts.isSkipSecondStep && (facts.dstAddress !== '' || payoutGroup === 'balance');
}
