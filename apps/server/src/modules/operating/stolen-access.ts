import { groupOf } from '@causeway/domain/verification/wizards';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { endEverySession, endSessions } from '../sessions/end-sessions.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { holdClient, saveLevel, saveName } from '../clients/store.ts';
import { raiseLevel, readFacts } from '../verification/client-facts.ts';
import { saveStatus } from '../verification/store.ts';
import { requireClient } from './client-records.ts';
import { requireText } from './review-cases.ts';
import { endSentCodes } from '../clients/codes/codes-store.ts';
import { savePassword } from '../clients/passwords/password.ts';
import { spendAllResets } from '../owner-proof/password-resets-store.ts';
import { deletePasskeys } from '../passkeys/store.ts';
import { restartWaits } from '../saved-destinations/destination-wait.ts';
import { deleteIdentities } from '../social-signin/store.ts';
import { endPasskeyFactor } from '../two-factor/second-factor.ts';
import { replaceRecoveryCodes, saveTwoFactor } from '../two-factor/store.ts';

const endReason = 'ended by operator';

/**
 * Ends every session of one client with the next request, and the tokens with which devices sign in by themselves.
 *
 * @param client number or e-mail
 * @returns how many sessions were ended
 * @throws OperatorFault
 */
export async function endClientSessions(
  context: AppContext,
  { client, operator }: { client: string; operator: string },
): Promise<number> {
  return context.db.transaction().execute(async (trx) => {
    const { clientId, niceId } = await requireClient(trx, client);
    const count = await endSessions(trx, { clientId, reason: endReason, now: context.clock.now() });
    const details = { count: String(count) };
    await recordAction(context, trx, { operator, action: 'sessions_ended', subject: niceId, details });
    return count;
  });
}

/** The same for all clients: after a leaked secret, or a fault in signing in. @returns how many sessions were ended */
export async function endAllSessions(context: AppContext, { operator }: { operator: string }): Promise<number> {
  return context.db.transaction().execute(async (trx) => {
    const count = await endEverySession(trx, endReason, context.clock.now());
    const details = { count: String(count) };
    await recordAction(context, trx, { operator, action: 'all_sessions_ended', subject: 'all', details });
    return count;
  });
}

/**
 * Opens the basic data of a client again where nothing else shows who it is: a thief of the session may have typed
 * them.
 *
 * @param client number or e-mail
 * @throws OperatorFault
 */
export async function reopenBasic(
  context: AppContext,
  operator: string,
  [client = '', reason = '']: readonly string[],
): Promise<void> {
  requireText(reason, 'reason');
  await context.db.transaction().execute(async (trx) => {
    const { clientId, niceId } = await requireClient(trx, client);
    await holdClient(trx, clientId);
    const { client: held, flags, rows } = await readFacts(trx, clientId);
    const basic = rows.find(({ wizard, status }) => wizard === 'basic' && status === 'approved');
    if (basic === undefined || groupOf('basic', flags)?.completes !== held.level)
      throw new OperatorFault(`The level of ${niceId} is ${held.level}: it does not come from basic data alone.`);
    await saveStatus(trx, basic.verificationId, 'new', {});
    await saveName(trx, clientId, { firstName: '', lastName: '' });
    await saveLevel(trx, clientId, 'unverified');
    const level = await raiseLevel(context, trx, clientId);
    await recordAction(context, trx, {
      operator,
      action: 'basic_reopened',
      subject: niceId,
      details: { reason, level },
    });
  });
}

/** What opens an account, or keeps money on it, and is over once it was stolen or a restore has brought it back. */
export type Ending =
  | 'account'
  | 'password'
  | 'authenticator'
  | 'passkeys'
  | 'recovery codes'
  | 'logins'
  | 'destinations'
  | 'wait'
  | 'advertising'
  | 'address';

/** Ends what opens an account, and with it each session, link and sent code. */
export async function endSecrets(
  context: AppContext,
  trx: Executor,
  clientId: string,
  ending: ReadonlySet<Ending>,
): Promise<void> {
  const now = context.clock.now();
  if (ending.has('password')) await savePassword(trx, clientId, '');
  if (ending.has('authenticator'))
    await saveTwoFactor(trx, clientId, { twoFactorSealedKey: '', twoFactorLastStep: 0n });
  if (ending.has('passkeys')) {
    await deletePasskeys(trx, clientId);
    await endPasskeyFactor(context, trx, clientId);
  }
  if (ending.has('recovery codes')) await replaceRecoveryCodes(trx, clientId, [], now);
  if (ending.has('logins')) await deleteIdentities(trx, clientId);
  if (ending.has('destinations')) await restartWaits(context, trx, clientId);
  await spendAllResets(trx, clientId, now);
  await endSentCodes(trx, clientId, now);
  await endSessions(trx, { clientId, reason: endReason, now });
}
