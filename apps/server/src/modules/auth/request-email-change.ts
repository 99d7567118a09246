import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { selectCodeTimes, selectNewestCode } from '../clients/codes-store.ts';
import { findPasswordById } from '../clients/find-password-by-id.ts';
import { holdClient } from '../clients/hold-client.ts';
import { issueEmailCode } from '../clients/issue-email-code.ts';
import { isPasswordKept } from '../clients/is-password-kept.ts';
import { isPasswordRight, requirePasswordPlace } from '../clients/password.ts';
import { codeRules, secondsUntilNextCode } from '../clients/rules.ts';
import type { SentEmailCode } from '../clients/send-email-code.ts';
import { checkSecondFactor } from '../two-factor/check-second-factor.ts';
import { refuseSecondFactor } from '../two-factor/refuse-second-factor.ts';

interface EmailChange {
  clientId: string;
  email: string;
  password: string | undefined;
  code: string | undefined;
  language: Language;
}

/**
 * Sends a code to the address that a client wants in place of its confirmed one; nothing changes before that code comes
 * back. The password and the second factor are asked for, but not again while a code for this address lives. An
 * address that has an account already is answered the same, and gets no letter.
 *
 * @throws Refusal REQUIRED or PASSWORD_WRONG on `password`, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY on `code`,
 *   SESSION_OVER for a client that is gone
 */
export async function requestEmailChange(context: AppContext, input: EmailChange): Promise<SentEmailCode> {
  const { clientId, email, language } = input;
  const isProven = await isCodeAlive(context, clientId, email);
  const verifiedHash = isProven ? undefined : await requirePassword(context, clientId, input.password);
  const outcome = await context.db.transaction().execute(async (trx): Promise<SentEmailCode | RefusalItem> => {
    const now = context.clock.now();
    const client = await holdClient(trx, clientId);
    if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
    const since = new Date(now.getTime() - codeRules.hourMs);
    const times = await selectCodeTimes(trx, { clientId }, 'new email', since);
    const seconds = secondsUntilNextCode(times, now);
    if (seconds > 0)
      return { nextEmailRequestInSec: seconds, refused: { code: 'CODE_TOO_MANY', values: { wait: 'yes', seconds } } };
    const wrong = isProven
      ? undefined
      : refuseSecondFactor(await checkSecondFactor(context, trx, clientId, input.code));
    if (wrong !== undefined) return wrong;
    if (!isProven && !(await isPasswordKept(trx, clientId, verifiedHash))) return wrongPassword;
    await issueEmailCode(context, trx, { clientId, email, language, purpose: 'new email' });
    return { nextEmailRequestInSec: secondsUntilNextCode([now, ...times], now), refused: undefined };
  });
  // A wrong code must be counted, so the transaction commits before it is refused.
  if ('code' in outcome) throw new Refusal(outcome);
  return outcome;
}

async function isCodeAlive({ db, clock }: AppContext, clientId: string, email: string): Promise<boolean> {
  const newest = await selectNewestCode(db, clientId, ['new email']);
  return newest?.target === email && newest.usedAt === null && newest.expiresAt > clock.now();
}

const wrongPassword: RefusalItem = { code: 'PASSWORD_WRONG', field: 'password' };

/** @returns the hash that the password fits */
async function requirePassword(
  { db }: AppContext,
  clientId: string,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined) throw new Refusal({ code: 'REQUIRED', field: 'password' });
  requirePasswordPlace();
  const presentHash = await findPasswordById(db, clientId);
  if (!(await isPasswordRight(presentHash, password))) throw new Refusal(wrongPassword);
  return presentHash;
}
