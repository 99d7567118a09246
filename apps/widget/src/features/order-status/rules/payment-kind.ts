/** How money moves, as far as a person's wait for it differs. */
export type PaymentKind = 'card' | 'sepa' | 'sofort' | 'wallet' | 'balance' | 'crypto' | 'other';

const fiatKinds: readonly string[] = ['card', 'sepa', 'sofort', 'wallet', 'balance'] satisfies PaymentKind[];

/** The kind of a group; the group of a crypto currency is its network. */
export function paymentKind(group: string, isCrypto: boolean): PaymentKind {
  if (isFiatKind(group)) return group;
  return isCrypto ? 'crypto' : 'other';
}

function isFiatKind(group: string): group is PaymentKind {
  return fiatKinds.includes(group);
}
