/** What submitting an exchange means. */
export type ExchangeMode = 'order' | 'deposit' | 'withdrawal';

/** Where a pair of one balance currency is not an order. An empty group means every group but the other side's. */
export interface ExchangeModeRule {
  /** Balance currencies the rule is for: both sides must have the same one of them. */
  currencies: readonly string[];
  payinGroup: string;
  payoutGroup: string;
  mode: ExchangeMode;
}

export interface ExchangeSide {
  /** Currency in which a balance of this side is kept, as in currencyConfig. */
  balanceCurrency: string;
  group: string;
}

/** The mode of a pair by the first rule that fits; without one it is an order. */
export function findExchangeMode(
  rules: readonly ExchangeModeRule[],
  payin: ExchangeSide,
  payout: ExchangeSide,
): ExchangeMode {
  if (payin.balanceCurrency !== payout.balanceCurrency) return 'order';
  const rule = rules.find(
    ({ currencies, payinGroup, payoutGroup }) =>
      currencies.includes(payin.balanceCurrency) &&
      fits(payinGroup, payin.group, payoutGroup) &&
      fits(payoutGroup, payout.group, payinGroup),
  );
  return rule?.mode ?? 'order';
}

function fits(wanted: string, group: string, other: string): boolean {
  return wanted === '' ? group !== other : group === wanted;
}
