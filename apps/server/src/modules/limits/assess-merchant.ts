import { formatAmount } from '@causeway/domain/money/format-amount';
import type { LimitAssessment, LimitValue } from './assess-limits.ts';
import type { LimitStanding, LimitTables } from './store.ts';

/** Row of the limits for payers of merchants, of whom only the e-mail address is known. */
export const merchantLevel = 'merchant';

/** What stands between the payer of a merchant and an order of so many cents: no verification, and a limit of its own. */
export function assessMerchant(
  limits: LimitTables,
  { usedThisMonth }: Pick<LimitStanding, 'usedThisMonth'>,
  { currency, cents }: LimitValue,
): LimitAssessment {
  const limit = limits[currency].get(merchantLevel) ?? { orderMax: 0n, monthMax: 0n };
  const left = limit.monthMax - usedThisMonth[currency];
  const most = left < limit.orderMax ? left : limit.orderMax;
  if (cents <= most) return { verificationRequired: [], errors: [] };
  const amount = formatAmount(most < 0n ? 0n : most, 2).replace(/\.00$/, '');
  const values = { amount, next_amount: '0', currency };
  return {
    verificationRequired: [],
    errors: [{ code: 'LIMIT_EXCEEDED', type: 'info', field: 'payin_amount', values }],
  };
}
