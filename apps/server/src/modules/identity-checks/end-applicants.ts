import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { endApplicantJob } from './jobs.ts';

/** Queues the end of every applicant that stands for a client whose data are erased, in the same transaction. */
export async function endApplicants(
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Executor,
  clientId: string,
): Promise<void> {
  const rows = await trx
    .updateTable('identityChecks')
    .set({ nextLookAt: null })
    .where('clientId', '=', clientId)
    .where('applicantId', '<>', '')
    .returning('applicantId')
    .execute();
  for (const { applicantId } of rows)
    await jobs.enqueue(trx, endApplicantJob, { applicantId }, { singletonKey: applicantId });
}

/** @throws ProviderError, and so is tried again; Error where no provider is configured any more */
export async function endApplicant(
  { providers }: Pick<AppContext, 'providers'>,
  { applicantId }: { applicantId: string },
): Promise<void> {
  if (providers.identityCheck === undefined)
    throw new Error(`No identity check is configured: end the applicant ${applicantId} there by hand.`);
  await providers.identityCheck.endApplicant(applicantId);
}
