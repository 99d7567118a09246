import type { AppContext } from '../../context.ts';
import type { IdentityCheck } from '../../providers/identity-check/port.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { alarmUnknown, askAndApply } from './apply-verdict.ts';
import { confirmIdentityJob } from './jobs.ts';
import { lookAfterFailure } from './rules.ts';
import { findCheck, listDue, saveCheck } from './store.ts';

/**
 * Receives a webhook of the provider: checked, stored and queued before it is answered. The same event again changes
 * nothing, and its content is not trusted: it only starts a query of the provider.
 *
 * @returns why it was refused, or `undefined`
 */
export async function receiveIdentityWebhook(
  context: AppContext,
  provider: IdentityCheck,
  body: string,
  signature: { digest: string; algorithm: string },
): Promise<string | undefined> {
  const receivedAt = context.clock.now();
  const event = provider.readEvent(body, signature);
  if ('refused' in event) {
    context.log.warn('a webhook was refused', { provider: provider.name, reason: event.refused });
    return event.refused;
  }
  const { id: eventId, type: eventType, applicantId } = event;
  await context.db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('receivedWebhooks')
      .values({ firm: provider.name, eventId, eventType, body, receivedAt })
      .onConflict((conflict) => conflict.columns(['firm', 'eventId']).doNothing())
      .returning('eventId')
      .executeTakeFirst();
    if (stored === undefined) return;
    await context.jobs.enqueue(trx, confirmIdentityJob, { applicantId }, { singletonKey: applicantId });
  });
  return undefined;
}

/** Handles a webhook: the provider is queried for the applicant itself. One that is not ours is an alarm. */
export async function confirmIdentity(context: AppContext, { applicantId }: { applicantId: string }): Promise<void> {
  const provider = context.providers.identityCheck;
  if (provider === undefined) return;
  try {
    const known = await findCheck(context.db, { provider: provider.name, applicantId });
    // A webhook can be faster than the answer to our own call: then only our number is known.
    const { checkId } = known ?? { checkId: (await provider.getApplicant(applicantId)).reference };
    const check = known ?? (isUuid(checkId) ? await findCheck(context.db, { checkId }) : undefined);
    if (check === undefined) return await alarmUnknown(context, applicantId, 'not_ours');
    await askAndApply(context, checkId, () => provider.getApplicant(applicantId));
  } catch (error) {
    if (!isGone(error)) throw error;
    await alarmUnknown(context, applicantId, 'unknown_there');
  }
}

/** Asks for every check that is due; one that fails waits behind the others. */
export async function watchIdentities(context: AppContext): Promise<void> {
  const provider = context.providers.identityCheck;
  if (provider === undefined) return;
  const due = await listDue(context.db, provider.name, context.clock.now());
  await settleEach(context, due, {
    work: 'watch-identities',
    againWithin: 2 * 86_400,
    nameOf: ({ checkId }) => checkId,
    settle: async ({ checkId, applicantId, status }) => {
      // Without a number the call that made the applicant got no answer: it is asked for again.
      const ask = () => (applicantId === '' ? provider.openApplicant(checkId) : provider.getApplicant(applicantId));
      try {
        await askAndApply(context, checkId, ask);
      } catch (error) {
        // The provider keeps no person for ever: what it has ended, it has not taken back.
        if (status !== 'approved' || !isGone(error)) throw error;
        await saveCheck(context.db, checkId, { nextLookAt: null });
      }
    },
    postpone: async ({ checkId, status }) => {
      const nextLookAt = lookAfterFailure(status, context.clock.now());
      await saveCheck(context.db, checkId, { nextLookAt });
    },
  });
}

function isGone(error: unknown): boolean {
  return error instanceof ProviderError && error.code === '404';
}

function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
