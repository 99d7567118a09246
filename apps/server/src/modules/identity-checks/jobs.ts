import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Queries the provider for an applicant that a webhook named, by its number there. */
export const confirmIdentityJob = defineJob({
  name: 'confirm-identity',
  payload: z.object({ applicantId: z.string().min(1).max(200) }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Queries the provider for every open check, in case its webhooks are lost. */
export const watchIdentitiesJob = defineJob({
  name: 'watch-identities',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 5,
  retryMaxSeconds: 30,
  everySeconds: 60,
});

/** Ends an applicant at the provider whose account was erased. */
export const endApplicantJob = defineJob({
  name: 'end-applicant',
  payload: z.object({ applicantId: z.string().min(1).max(200) }),
  retries: 30,
  retrySeconds: 60,
  retryMaxSeconds: 3600,
});
