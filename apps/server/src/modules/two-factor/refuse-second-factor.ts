import type { RefusalItem } from '../../errors.ts';
import type { SecondFactorVerdict } from './check-second-factor.ts';

const items: Readonly<Partial<Record<SecondFactorVerdict, RefusalItem>>> = {
  missing: { code: 'TWO_FACTOR_REQUIRED', field: 'code' },
  wrong: { code: 'TWO_FACTOR_WRONG', field: 'code' },
  'too many': { code: 'CODE_TOO_MANY', field: 'code' },
};

/** What a verdict is refused with; `undefined` where it lets the client through. */
export function refuseSecondFactor(verdict: SecondFactorVerdict): RefusalItem | undefined {
  return items[verdict];
}
