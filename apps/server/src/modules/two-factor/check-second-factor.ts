import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { deriveKeys } from '../../secrets/derive-key.ts';
import { openText } from '../../secrets/seal-text.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { logChange } from '../clients/queue-security-email.ts';
import { countFailure, findCodeStep, isBlocked } from './authenticator.ts';
import { spendFactorCode } from './factor-codes.ts';
import { hashRecoveryCodes } from './recovery-codes.ts';
import { lockTwoFactor, saveTwoFactor, spendRecoveryCode } from './store.ts';
import type { RefusalItem } from '../../errors.ts';

interface SecondFactorVerdict {
  /** `off`: the client has no second factor. `missing`: it has one, and no code was given. */
  kind: 'off' | 'right' | 'missing' | 'wrong' | 'too many';
  /** Factors that the client has, besides recovery codes. */
  has: 'app' | 'passkey' | 'both';
}

/**
 * Checks a code of the authenticator, a recovery code, or one that was issued for a passkey, in the caller's
 * transaction, which must commit with any verdict: a wrong code counts and a right one is used up.
 */
export async function checkSecondFactor(
  context: Pick<AppContext, 'config' | 'clock' | 'log'>,
  trx: Executor,
  clientId: string,
  code: string | undefined,
): Promise<SecondFactorVerdict> {
  const factor = await lockTwoFactor(trx, clientId);
  if (factor === undefined || (factor.sealedKey === '' && !factor.hasPasskeys)) return { kind: 'off', has: 'app' };
  const has = factor.sealedKey === '' ? 'passkey' : factor.hasPasskeys ? 'both' : 'app';
  const kind = await judge(context, trx, { ...factor, clientId }, code);
  if (kind === 'right') logSecurityEvent(context, 'second_factor_passed', { clientId });
  else logSecurityEvent(context, 'second_factor_refused', { clientId, code: kind });
  return { kind, has };
}

type Factor = NonNullable<Awaited<ReturnType<typeof lockTwoFactor>>> & { clientId: string };

async function judge(
  context: Pick<AppContext, 'config' | 'clock' | 'log'>,
  trx: Executor,
  factor: Factor,
  code: string | undefined,
): Promise<SecondFactorVerdict['kind']> {
  const { clientId } = factor;
  if (code === undefined || code.trim() === '') return 'missing';
  const now = context.clock.now();
  if (isBlocked(factor.failures, factor.failedAt, now)) return 'too many';
  const step = findStep(context, factor, code);
  const recovery = step === undefined ? hashRecoveryCodes(context.config, clientId, code) : [];
  const isRecovered = await spendRecoveryCode(trx, clientId, recovery, now);
  if (isRecovered) logChange(context, trx, { clientId, reason: 'recovery-code-used' });
  const isRight = step !== undefined || isRecovered || (await spendFactorCode(trx, clientId, code, now));
  if (!isRight) {
    const twoFactorFailures = countFailure(factor.failures, factor.failedAt, now);
    await saveTwoFactor(trx, clientId, { twoFactorFailures, twoFactorFailedAt: now });
    return 'wrong';
  }
  await saveTwoFactor(trx, clientId, {
    twoFactorFailures: 0,
    twoFactorFailedAt: null,
    ...(step !== undefined && { twoFactorLastStep: step }),
  });
  return 'right';
}

function findStep(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  { sealedKey, lastStep }: { sealedKey: string; lastStep: bigint },
  code: string,
): bigint | undefined {
  if (sealedKey === '') return undefined;
  return findCodeStep(openText(deriveKeys(config, 'two-factor keys'), sealedKey), code, clock.now(), lastStep);
}

const codes = {
  missing: 'TWO_FACTOR_REQUIRED',
  wrong: 'TWO_FACTOR_WRONG',
  'too many': 'CODE_TOO_MANY',
} as const satisfies Partial<Record<SecondFactorVerdict['kind'], RefusalItem['code']>>;

/** The refusal for a verdict, with a text for the client's factors; `undefined` where it lets the client through. */
export function refuseSecondFactor({ kind, has }: SecondFactorVerdict): RefusalItem | undefined {
  return kind === 'off' || kind === 'right' ? undefined : { code: codes[kind], field: 'code', values: { has } };
}
