import { paymentRules } from '@causeway/domain/payments/payment-methods';

export type AddressLayout = 'AddressSepaPayin' | 'AddressSepaPayout' | 'AddressDefault';
export type Agreement = 'isAgreeName' | 'isAgreeRate' | 'isZerohashAgreement' | 'isElderlyAgreement';

/** A choice of a currency with its method or network, as far as the step asks about it. */
export interface AddressSide {
  group: string;
  isCrypto: boolean;
  /** What the chosen option asks for, in wire form. */
  fields: readonly string[];
}

export interface AddressFacts {
  payin: AddressSide;
  payout: AddressSide;
  isFloatingRate: boolean;
  isZerohashFlow: boolean;
}

/** What the address step asks, in the order in which it is shown. */
export interface AddressQuestions {
  layout: AddressLayout;
  /** Names of the wire. */
  fields: readonly string[];
  /** A shown agreement is obligatory. */
  agreements: readonly Agreement[];
  /** The side that goes over a card, of which a saved one may be chosen. */
  card: 'payin' | 'payout' | undefined;
}

/** The three layouts (2.3-24). */
export function addressLayout(payinGroup: string, payoutGroup: string): AddressLayout {
  if (paymentRules(payoutGroup).asksForOwnName) return 'AddressSepaPayout';
  return paymentRules(payinGroup).asksForOwnName ? 'AddressSepaPayin' : 'AddressDefault';
}

/** Said in a line above the button, which agrees; the others are too grave for that and have boxes of their own. */
export const agreedByButton: ReadonlySet<Agreement> = new Set(['isAgreeName', 'isAgreeRate']);

const agreementFields: Readonly<Record<string, Agreement>> = {
  is_agree_name: 'isAgreeName',
  is_agree_rate: 'isAgreeRate',
  is_zerohash_agreement: 'isZerohashAgreement',
  is_elderly_agreement: 'isElderlyAgreement',
};

/** What both options ask for, with the agreements that go with it (2.3-23, A-024). */
export function addressQuestions({ payin, payout, isFloatingRate, isZerohashFlow }: AddressFacts): AddressQuestions {
  const layout = addressLayout(payin.group, payout.group);
  const asked = [...new Set([...payout.fields, ...payin.fields])];
  const hasOwner = layout !== 'AddressDefault' || (payout.isCrypto && asked.includes('dst_address'));
  const agreements = new Set<Agreement>([
    ...(hasOwner ? (['isAgreeName'] as const) : []),
    ...(isFloatingRate ? (['isAgreeRate'] as const) : []),
    ...(isZerohashFlow ? (['isZerohashAgreement'] as const) : []),
    ...asked.flatMap((field) => agreementFields[field] ?? []),
  ]);
  return {
    layout,
    fields: asked.filter((field) => field !== 'token' && agreementFields[field] === undefined),
    agreements: [...agreements],
    card: payout.group === 'card' ? 'payout' : payin.group === 'card' ? 'payin' : undefined,
  };
}

/**
 * Whether the step has no question, so that it is skipped. A card may be chosen or remembered; some methods
 * always show it (2.3-26).
 */
export function hasQuestions({ layout, fields, agreements, card }: AddressQuestions, payinGroup: string): boolean {
  return (
    layout !== 'AddressDefault' ||
    paymentRules(payinGroup).keepsAddressStep ||
    card !== undefined ||
    fields.length > 0 ||
    agreements.length > 0
  );
}
