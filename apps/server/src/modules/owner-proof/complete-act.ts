import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { endSentCodes } from '../clients/codes/codes-store.ts';
import { queueSecurityEmail } from '../clients/queue-security-email.ts';
import { type EndReason, endSessions } from '../sessions/end-sessions.ts';
import { guardPayouts } from '../two-factor/store.ts';
import { spendAllResets } from './password-resets-store.ts';
import { sensitiveActs, type SensitiveAct, type SensitiveActName } from './sensitive-acts.ts';

type TemplateOf<Name extends SensitiveActName> = (typeof sensitiveActs)[Name]['notifies'][number];

export interface CompletedAct<Name extends SensitiveActName> {
  clientId: string;
  /** The session that stays when the others end. */
  sessionId?: string;
  /** Whose sessions end. */
  passkeyId?: string;
  /** Why sessions end. */
  reason?: EndReason;
  /** Which of the act's e-mails; the first when left out, none for `null`. */
  template?: TemplateOf<Name> | null;
  /** The device that the e-mail names. */
  device?: string;
  /** The card that the e-mail names, to which money may go now. */
  card?: string;
  /** E-mail address to notify, if it is not the owner's present one. */
  recipient?: string;
}

/** Completes an act as the table says: ends sessions and tokens, guards payouts, notifies the owner. */
export async function completeAct<Name extends SensitiveActName>(
  context: Pick<AppContext, 'config' | 'clock' | 'random' | 'jobs' | 'log'>,
  trx: Executor,
  name: Name,
  done: CompletedAct<Name>,
): Promise<void> {
  const { ends, notifies, guardHours }: SensitiveAct = sensitiveActs[name];
  const { clientId, sessionId, passkeyId, reason = 'ended elsewhere', device, card, recipient } = done;
  const others = sessionId !== undefined && { except: sessionId };
  const now = context.clock.now();
  if (ends.includes('recovery links')) await spendAllResets(trx, clientId, now);
  if (ends.includes('sent codes')) await endSentCodes(trx, clientId, now);
  if (ends.includes('begun proofs')) await endBegunProofs(context, trx, clientId);
  if (ends.includes('all sessions')) await endSessions(trx, { clientId, reason, now });
  if (ends.includes('other sessions')) await endSessions(trx, { clientId, reason, now, ...others });
  if (ends.includes('sessions it opened') && passkeyId !== undefined)
    await endSessions(trx, { clientId, reason, now, openedBy: { passkeyId }, ...others });
  if (guardHours > 0) await guardPayouts(trx, clientId, now);
  const template = done.template === undefined ? notifies[0] : done.template;
  if (template === undefined || template === null) return;
  await queueSecurityEmail(context, trx, clientId, template, {
    ...(device !== undefined && { device }),
    ...(card !== undefined && { card: { name: card, isDestination: true } }),
    ...(recipient !== undefined && { recipient }),
  });
}

/** Each is used under the client's row lock: before the act, or never. The end of a wait was asked for before it. */
async function endBegunProofs(
  context: Parameters<typeof completeAct>[0],
  trx: Executor,
  clientId: string,
): Promise<void> {
  for (const table of ['passkeyChallenges', 'secondFactorCodes'] as const)
    await trx.deleteFrom(table).where('clientId', '=', clientId).execute();
  const kept = await trx
    .updateTable('destinationWaits')
    .set({ endsAt: null })
    .where('clientId', '=', clientId)
    .where('endsAt', '>', context.clock.now())
    .executeTakeFirst();
  if (kept.numUpdatedRows > 0n) await queueSecurityEmail(context, trx, clientId, 'destination-wait-on');
}
