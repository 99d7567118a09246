import type { CurrencyGroup } from '@causeway/contract/shapes/site-config';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatAmount } from '@causeway/domain/money/format-amount';

/** A picker with what its reader holds told at the options of the balance, exactly. */
export function fillBalances(groups: readonly CurrencyGroup[], balances: ReadonlyMap<string, bigint>): CurrencyGroup[] {
  return groups.map((entry) => ({
    ...entry,
    groups: entry.groups.map((option) =>
      option.code === 'balance' ? { ...option, balanceAmount: tell(option.currency, balances) } : option,
    ),
  }));
}

function tell(code: string, balances: ReadonlyMap<string, bigint>): string {
  return formatAmount(balances.get(code) ?? 0n, findCurrency(code)?.precision ?? 0);
}
