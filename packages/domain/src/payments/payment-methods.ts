/**
 * Kind of a method, as far as rules, screens and texts differ: texts select by it, so that another bank page needs no
 * new text.
 */
export type PaymentKind = 'card' | 'bank_transfer' | 'bank_page' | 'wallet' | 'balance' | 'crypto' | 'other';

interface KindFacts {
  /** The client pays on the provider's page in a separate window, and comes back to the order on screen. */
  opensWindow: boolean;
  /** The address step is shown even where the page would skip it (2.3-26, A-023). */
  keepsAddressStep: boolean;
  /** The client agrees that the account is in the client's own name. */
  asksForOwnName: boolean;
}

const paymentKinds: Readonly<Record<PaymentKind, KindFacts>> = {
  card: { opensWindow: false, keepsAddressStep: false, asksForOwnName: false },
  bank_transfer: { opensWindow: false, keepsAddressStep: true, asksForOwnName: true },
  bank_page: { opensWindow: true, keepsAddressStep: true, asksForOwnName: false },
  wallet: { opensWindow: true, keepsAddressStep: false, asksForOwnName: false },
  balance: { opensWindow: false, keepsAddressStep: false, asksForOwnName: false },
  crypto: { opensWindow: false, keepsAddressStep: false, asksForOwnName: false },
  other: { opensWindow: false, keepsAddressStep: false, asksForOwnName: false },
};

interface PaymentMethod {
  kind: PaymentKind;
  /** In English; the text `tpl:group:<code>` has it in each language. */
  name: string;
}

/** Every method of payment by its code, which is `group` on the wire; the groups of coins are their networks. */
const methods: Readonly<Record<string, PaymentMethod>> = {
  card: { kind: 'card', name: 'Card' },
  sepa: { kind: 'bank_transfer', name: 'SEPA transfer' },
  sofort: { kind: 'bank_page', name: 'Sofort' },
  wallet: { kind: 'wallet', name: 'Wallet' },
  balance: { kind: 'balance', name: 'Balance' },
};

export const paymentMethods: ReadonlyMap<string, PaymentMethod> = new Map(Object.entries(methods));

/** The kind of a group; the group of a crypto currency is its network. */
export function paymentKind(group: string, isCrypto: boolean): PaymentKind {
  return paymentMethods.get(group)?.kind ?? (isCrypto ? 'crypto' : 'other');
}

/** The rules of a group. */
export function paymentRules(group: string): KindFacts {
  return paymentKinds[paymentMethods.get(group)?.kind ?? 'other'];
}
