import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Reads what the bank has received, in case its webhooks are lost. */
export const collectTransfersJob = defineJob({
  name: 'collect-transfers',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 1,
  retryMaxSeconds: 60,
  everySeconds: 10,
  provider: 'bank',
});

/** Credits an order with the transfers that came for it. */
export const creditTransfersJob = defineJob({
  name: 'credit-transfers',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Makes an order of a transfer that names the reference of a client. */
export const depositTransferJob = defineJob({
  name: 'deposit-transfer',
  payload: z.object({ transferId: z.uuid(), clientId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Queries the bank after a webhook: for a payout by its reference, or else for transfers. */
export const handleBankWebhookJob = defineJob({
  name: 'hear-bank',
  payload: z.object({ payoutReference: z.string().max(500) }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Has the bank make an order's account number when the call that made the order could not. */
export const openRequisitesJob = defineJob({
  name: 'open-requisites',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Sees within a minute what the bank returns of money that has not left. */
export const watchReturnsJob = defineJob({
  name: 'watch-returns',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 5,
  retryMaxSeconds: 30,
  everySeconds: 30,
  provider: 'bank',
});

/** Returns transfers that were not assigned in time. */
export const returnUnplacedJob = defineJob({
  name: 'return-unplaced',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 1,
  retryMaxSeconds: 60,
  everySeconds: 60,
  provider: 'bank',
});
