import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Queries the acquirer for a payment that a webhook named, by its id there. */
export const confirmCardPaymentJob = defineJob({
  name: 'confirm-card-payment',
  payload: z.object({
    acquirer: z.string().max(40).default('card_one'),
    acquirerPaymentId: z.string().min(1).max(200),
  }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Sees within a minute what an acquirer gives back of money that is about to leave. */
export const watchCreditedPaymentsJob = defineJob({
  name: 'watch-credited-payments',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 5,
  retryMaxSeconds: 30,
  everySeconds: 30,
});

/** Refunds money that came for an order that no longer accepts any. */
export const refundCardPaymentJob = defineJob({
  name: 'refund-card-payment',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Cancels a payment at the acquirer whose order has ended. */
export const stopCardPaymentJob = defineJob({
  name: 'stop-card-payment',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/**
 * Makes a payment at the acquirer that the call that made the order could not, and polls an open one, in case its
 * webhooks are lost; each run queues the next one.
 */
export const watchCardPaymentJob = defineJob({
  name: 'watch-card-payment',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
