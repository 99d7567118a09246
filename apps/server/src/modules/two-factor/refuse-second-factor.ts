import type { RefusalItem } from '../../errors.ts';
import type { SecondFactorVerdict } from './check-second-factor.ts';

const codes = {
  missing: 'TWO_FACTOR_REQUIRED',
  wrong: 'TWO_FACTOR_WRONG',
  'too many': 'CODE_TOO_MANY',
} as const satisfies Partial<Record<SecondFactorVerdict['kind'], RefusalItem['code']>>;

/** What a verdict is refused with, in words for what the client has; `undefined` where it lets the client through. */
export function refuseSecondFactor({ kind, has }: SecondFactorVerdict): RefusalItem | undefined {
  return kind === 'off' || kind === 'right' ? undefined : { code: codes[kind], field: 'code', values: { has } };
}
