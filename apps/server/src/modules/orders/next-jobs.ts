import type { OrderStatus } from '@causeway/domain/orders/order-status';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import { buildPayoutJob } from '../payouts/jobs/build-payout.ts';
import { broadcastPayoutJob } from '../payouts/jobs/broadcast-payout.ts';
import { followPayoutJob } from '../payouts/jobs/follow-payout.ts';
import { refundCardPaymentJob } from '../payments/jobs/refund-card-payment.ts';
import { watchCardPaymentJob } from '../payments/jobs/watch-card-payment.ts';
import { expireOrderJob } from './jobs/expire-order.ts';

/** What an order's rows say about what is still to come. */
export interface OrderState {
  status: OrderStatus;
  isPaymentOpen: boolean;
  isRefundDue: boolean;
  /** Status of its pay-out, `null` when it has none. */
  payoutStatus: string | null;
}

/** Every job that an order can need; all of them carry its id. */
export const orderJobs = [
  expireOrderJob,
  watchCardPaymentJob,
  refundCardPaymentJob,
  buildPayoutJob,
  broadcastPayoutJob,
  followPayoutJob,
] as const;

export type OrderJob = (typeof orderJobs)[number];

/**
 * The jobs that must be due for an order to get on. `undefined` when an order that is not finished has nothing
 * to wait for: a person must look.
 */
export function nextJobs({ status, isPaymentOpen, isRefundDue, payoutStatus }: OrderState): OrderJob[] | undefined {
  const jobs: OrderJob[] = [];
  if (isBeforeMoney(status)) jobs.push(expireOrderJob);
  if (isPaymentOpen) jobs.push(watchCardPaymentJob);
  if (isRefundDue) jobs.push(refundCardPaymentJob);
  if (payoutStatus === 'planned') jobs.push(buildPayoutJob);
  if (payoutStatus === 'signed') jobs.push(broadcastPayoutJob);
  if (payoutStatus === 'broadcast' || payoutStatus === 'confirmed') jobs.push(followPayoutJob);
  return jobs.length === 0 && status === 'processing' ? undefined : jobs;
}
