import type { VerificationKind } from '@causeway/contract/shapes/calculation';
import { type ClientLevel, isVerificationNeeded } from '@causeway/domain/clients/client-level';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { nextStage } from '@causeway/domain/verification/level-stages';
import type { RefusalItem } from '../../errors.ts';
import type { LimitCurrency, LimitStanding, LimitTables } from './store.ts';

interface LimitAssessment {
  verificationRequired: VerificationKind[];
  errors: RefusalItem[];
}

/** The value of an order in the currency of the limits it is checked against. */
export interface LimitValue {
  currency: LimitCurrency;
  cents: bigint;
}

/**
 * Why a client may not make an order of so many cents. A client without a level is only asked to
 * confirm the e-mail: a newcomer should not see a limit of zero.
 */
export function assessLimits(limits: LimitTables, standing: LimitStanding, order: LimitValue): LimitAssessment {
  const { level, isBasicVerifyEnabled } = standing;
  if (level === 'unverified') return { verificationRequired: ['email'], errors: [] };
  const next = nextStage(level, standing);
  const isExceeded = exceeds(limits, standing, order);
  const isRequired = isExceeded || isVerificationNeeded(level, isBasicVerifyEnabled);
  return {
    verificationRequired: isRequired && next !== undefined ? [...next.wizards] : [],
    errors: isExceeded ? [describeLimit(limits, standing, next?.level, order)] : [],
  };
}

function exceeds(
  limits: LimitTables,
  { level, usedThisMonth }: LimitStanding,
  { currency, cents }: LimitValue,
): boolean {
  const limit = limits[currency].get(level);
  return limit === undefined || cents > limit.orderMax || usedThisMonth[currency] + cents > limit.monthMax;
}

/** The next level is named where it would allow the order. */
function describeLimit(
  limits: LimitTables,
  standing: LimitStanding,
  next: ClientLevel | undefined,
  { currency, cents }: LimitValue,
): RefusalItem {
  const most = next === undefined ? 0n : leftOf(limits, { ...standing, level: next }, currency);
  return {
    code: standing.level === 'basic' ? 'BASIC_LIMIT_EXCEEDED' : 'LIMIT_EXCEEDED',
    type: 'info',
    field: 'payin_amount',
    values: {
      amount: inWhole(leftOf(limits, standing, currency)),
      next_amount: inWhole(cents > most ? 0n : most),
      currency,
    },
  };
}

/** The largest order that the level still allows this month, in cents. */
function leftOf(limits: LimitTables, { level, usedThisMonth }: LimitStanding, currency: LimitCurrency): bigint {
  const limit = limits[currency].get(level);
  if (limit === undefined || usedThisMonth[currency] >= limit.monthMax) return 0n;
  const left = limit.monthMax - usedThisMonth[currency];
  return left < limit.orderMax ? left : limit.orderMax;
}

/** What a level takes in one order, and what it still takes this month, in cents; `undefined` without a level. */
export function leftThisMonth(
  limits: LimitTables,
  standing: LimitStanding,
): Record<LimitCurrency, { order: bigint; month: bigint }> | undefined {
  const { level, usedThisMonth } = standing;
  if (level === 'unverified') return undefined;
  const left = (currency: LimitCurrency) => {
    const most = (limits[currency].get(level)?.monthMax ?? 0n) - usedThisMonth[currency];
    return { order: leftOf(limits, standing, currency), month: most > 0n ? most : 0n };
  };
  return { EUR: left('EUR'), USD: left('USD') };
}

function inWhole(cents: bigint): string {
  return formatAmount(cents, 2).replace(/\.00$/, '');
}

/** Row of the limits for payers of merchants, of whom only the e-mail address is known. */
export const merchantLevel = 'merchant';

/** Why the payer of a merchant may not make an order of so many cents: no verification, and a limit of its own. */
export function assessMerchant(
  limits: LimitTables,
  { usedThisMonth }: Pick<LimitStanding, 'usedThisMonth'>,
  { currency, cents }: LimitValue,
): LimitAssessment {
  const limit = limits[currency].get(merchantLevel) ?? { orderMax: 0n, monthMax: 0n };
  const left = limit.monthMax - usedThisMonth[currency];
  const most = left < limit.orderMax ? left : limit.orderMax;
  if (cents <= most) return { verificationRequired: [], errors: [] };
  const values = { amount: inWhole(most < 0n ? 0n : most), next_amount: '0', currency };
  return {
    verificationRequired: [],
    errors: [{ code: 'LIMIT_EXCEEDED', type: 'info', field: 'payin_amount', values }],
  };
}
