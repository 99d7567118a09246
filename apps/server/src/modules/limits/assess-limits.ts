import type { VerificationKind } from '@causeway/contract/shapes/calculation';
import { clientLevels, isVerificationNeeded, type ClientLevel } from '@causeway/domain/clients/client-level';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { RefusalItem } from '../../errors.ts';
import type { LimitStanding, LimitTable } from './store.ts';

/** What must be verified to reach a level. */
const kindOfLevel: Readonly<Record<ClientLevel, VerificationKind | undefined>> = {
  unverified: undefined,
  email_phone: 'email',
  basic: 'basic',
  identity: 'identity',
  address: 'address',
  bank_statement: 'bank_statement',
};

export interface LimitAssessment {
  verificationRequired: VerificationKind[];
  errors: RefusalItem[];
}

/**
 * What stands between a client and an order of so many cents. Somebody without a level is
 * only asked to confirm the e-mail: a limit of zero is nothing to tell a newcomer.
 */
export function assessLimits(limits: LimitTable, standing: LimitStanding, orderCents: bigint): LimitAssessment {
  const { level, isBasicVerifyEnabled, usedThisMonth } = standing;
  if (level === 'unverified') return { verificationRequired: ['email'], errors: [] };
  const next = nextLevel(level, isBasicVerifyEnabled);
  const isExceeded = exceeds(limits, level, orderCents, usedThisMonth);
  const isRequired = isExceeded || isVerificationNeeded(level, isBasicVerifyEnabled);
  const kind = next === undefined ? undefined : kindOfLevel[next];
  return {
    verificationRequired: isRequired && kind !== undefined ? [kind] : [],
    errors: isExceeded ? [tellLimit(limits, standing, next)] : [],
  };
}

function nextLevel(level: ClientLevel, isBasicVerifyEnabled: boolean): ClientLevel | undefined {
  const higher = clientLevels.slice(clientLevels.indexOf(level) + 1);
  // Where light verification is off there is no basic level to go through.
  return higher.find((candidate) => candidate !== 'basic' || isBasicVerifyEnabled);
}

function exceeds(limits: LimitTable, level: ClientLevel, orderCents: bigint, usedThisMonth: bigint): boolean {
  const limit = limits.get(level);
  return limit === undefined || orderCents > limit.orderMax || usedThisMonth + orderCents > limit.monthMax;
}

function tellLimit(limits: LimitTable, standing: LimitStanding, next: ClientLevel | undefined): RefusalItem {
  return {
    code: standing.level === 'basic' ? 'BASIC_LIMIT_EXCEEDED' : 'LIMIT_EXCEEDED',
    type: 'info',
    field: 'payin_amount',
    values: {
      amount: inEuro(leftOf(limits, standing)),
      next_amount: inEuro(next === undefined ? 0n : (limits.get(next)?.orderMax ?? 0n)),
      currency: 'EUR',
    },
  };
}

/** The largest order that the level still allows this month, in cents. */
function leftOf(limits: LimitTable, { level, usedThisMonth }: LimitStanding): bigint {
  const limit = limits.get(level);
  if (limit === undefined || usedThisMonth >= limit.monthMax) return 0n;
  const left = limit.monthMax - usedThisMonth;
  return left < limit.orderMax ? left : limit.orderMax;
}

function inEuro(cents: bigint): string {
  return formatAmount(cents, 2).replace(/\.00$/, '');
}
