import { readFile } from 'node:fs/promises';
import { groupOf } from '@causeway/domain/verification/wizards';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { endEverySession, endSessions } from '../sessions/end-sessions.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { savePassword } from '../clients/passwords/password.ts';
import { saveLevel, saveName } from '../clients/save-level.ts';
import { holdClient } from '../clients/store.ts';
import { deletePasskeys } from '../passkeys/store.ts';
import { raiseLevel, readFacts } from '../verification/client-facts.ts';
import { saveStatus } from '../verification/store.ts';
import { requireClient } from './client-records.ts';
import { requireText } from './review-cases.ts';

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

const logLine = z.object({ msg: z.literal('security'), clientId: z.uuid(), reason: z.string().default('') });

/**
 * Ends what signs in again after a restore although its owner had ended it: the password of each client whose change
 * stands in a security log of the time after the copy, and all passkeys where one was removed, as the log does not say
 * which. They sign in by an e-mailed code, and set new ones.
 *
 * @returns how many clients that were
 * @throws OperatorFault
 */
export async function endForgottenSecrets(
  context: AppContext,
  { file, operator }: { file: string; operator: string },
): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorFault(`${file} cannot be read.`);
  });
  const lines = text.split('\n').map((line) => logLine.safeParse(parseLine(line)).data);
  const clientsWith = (...reasons: readonly string[]) =>
    new Set(lines.flatMap((line) => (line !== undefined && reasons.includes(line.reason) ? [line.clientId] : [])));
  const [changed, removed] = [clientsWith('password-changed'), clientsWith('passkey-removed')];
  const all = new Set([...changed, ...removed]);
  if (all.size === 0) throw new OperatorFault(`${file} names no client who changed a password or removed a passkey.`);
  await context.db.transaction().execute(async (trx) => {
    for (const clientId of changed) await savePassword(trx, clientId, '');
    for (const clientId of removed) await deletePasskeys(trx, clientId);
    for (const clientId of all) await endSessions(trx, { clientId, reason: endReason, now: context.clock.now() });
    const details = { passwords: String(changed.size), passkeys: String(removed.size) };
    await recordAction(context, trx, { operator, action: 'secrets_ended', subject: 'all', details });
  });
  return `${changed.size} passwords are over, and the passkeys of ${removed.size} clients.`;
}

/** A log has other lines too. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
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
  { client, operator, reason }: { client: string; operator: string; reason: string },
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
