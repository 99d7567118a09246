import type { StepName } from './steps.ts';
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
import type { Runtime } from '../../platform/runtime.ts';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';

export interface StepFacts {
  isAuthorized: boolean;
  isVerificationOutstanding: boolean;
  isPreorderFull: boolean;
  isSecondStepSkipped: boolean;
  /** A payment was started before the sign-in. */
  isContinuing: boolean;
  /** The order is fully placed. */
  isOrderFinished: boolean;
  /** An order with a number exists. */
  hasOrder: boolean;
}

type Rule = (facts: StepFacts) => StepName;

const rules: Record<Exclude<StepName, 'exchangeMerchant'>, Rule> = {
  exchange(facts) {
    if (facts.isVerificationOutstanding) return 'verification';
    if (!facts.isPreorderFull) return 'exchange';
    return facts.isSecondStepSkipped ? 'status' : 'address';
  },
  confirmation: () => 'status',
  address: (facts) => (facts.isPreorderFull ? 'status' : 'exchange'),
  auth(facts) {
    if (!facts.isContinuing) return 'exchange';
    if (facts.isVerificationOutstanding) return 'verification';
    if (facts.isOrderFinished) return 'status';
    return facts.isPreorderFull ? 'address' : 'exchange';
  },
  verification(facts) {
    if (facts.hasOrder) return 'status';
    return facts.isPreorderFull ? 'address' : 'exchange';
  },
  status: (facts) => (facts.isOrderFinished || facts.isPreorderFull ? 'status' : 'exchange'),
};

/** The step after a step in the default flow (4.1). A visitor comes to `auth` (4.1-21, A-002). */
export function nextStep(step: StepName | 'init', facts: StepFacts): StepName {
  if (step === 'init' || step === 'exchangeMerchant') return 'exchange';
  return facts.isAuthorized ? rules[step](facts) : 'auth';
}

/**
 * The step before a step (4.3-01, A-036), in merchant mode as 4.2-06 and 4.2-07 define it. Undefined where
 * there is no step back.
 */
export function backStep(step: StepName, isMerchant: boolean): StepName | undefined {
  if (isMerchant && step === 'address') return 'verification';
  if (isMerchant && step === 'verification') return 'address';
  return ['auth', 'verification', 'address', 'confirmation'].includes(step) ? 'exchange' : undefined;
}

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

/** What says whose page the widget is on. */
type PartnersPage = Pick<Runtime, 'boot'> & { frame: Pick<Runtime['frame'], 'isFramed'> };

/**
 * Whether a partner answers for the destination: by a frame, which only its own origins may hold, or by what it has
 * fixed. Any other address in a link may be anybody's.
 */
const isPartners = ({ frame, boot }: PartnersPage) =>
  frame.isFramed || boot.host?.locked.includes('dstAddress') === true;

/**
 * Whether the address step is skipped for this preorder: by the page's option (2.3-25, 2.3-26), or without any question
 * . A client must have seen where the coins go, unless a partner answers for the address.
 */
export function isSkipped(client: Client, config: ConfigAnswer, preorder: Preorder, page: PartnersPage): boolean {
  const options = widgetOptions(config.swConfig.widgetParams);
  const questions = questionsOf(client, config, preorder);
  if (!hasQuestions(questions, preorder.payinGroup)) return true;
  return isSecondStepSkipped({
    isSkipSecondStep: options.isSkipSecondStep,
    // The page's own chain address came with its first preorder; choosing another currency removes it (4.5-08).
    dstAddress: isPartners(page) ? preorder.dstAddress : '',
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
