import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Gives an account the orders that were made under its e-mail address before it was confirmed. */
export const adoptOrdersJob = defineJob({
  name: 'adopt-orders',
  payload: z.object({ clientId: z.uuid() }),
  retries: 20,
  retrySeconds: 5,
  retryMaxSeconds: 600,
});

/** Ends what a stranger set up in an account before the owner of its e-mail address claimed it. */
export const endStrangersJob = defineJob({
  name: 'end-strangers',
  payload: z.object({ clientId: z.uuid(), claimedAt: z.iso.datetime() }),
  retries: 20,
  retrySeconds: 5,
  retryMaxSeconds: 600,
});

/** Sends a payer without an account the link that claims the money waiting under the e-mail address. */
export const sendClaimLinkJob = defineJob({
  name: 'send-claim-link',
  payload: z.object({ clientId: z.uuid() }),
  retries: 20,
  retrySeconds: 5,
  retryMaxSeconds: 600,
});
