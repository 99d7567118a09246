import { finalStatuses } from '@causeway/domain/orders/order-status';
import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { Payouts } from '../../database/types.generated.ts';
import type { DueSource } from '../../jobs/due-jobs.ts';
import { readLost } from '../order-lifecycle/refund-payout.ts';
import { lockOrder } from '../order-lifecycle/store.ts';
import { broadcastPayoutJob, buildPayoutJob, followPayoutJob } from './jobs.ts';

export type PayoutRow = Selectable<Payouts>;

export async function findPayout(executor: Executor, orderId: string): Promise<PayoutRow | undefined> {
  return executor.selectFrom('payouts').selectAll().where('orderId', '=', orderId).executeTakeFirst();
}

/** The payout, locked until the transaction ends. */
export async function lockPayout(trx: Executor, orderId: string): Promise<PayoutRow | undefined> {
  return trx.selectFrom('payouts').selectAll().where('orderId', '=', orderId).forUpdate().executeTakeFirst();
}

/**
 * Whether an order's payment was taken back, also in part: nothing new is signed for its payout then. One that comes
 * later waits until the transaction ends.
 */
export async function isTakenBack(trx: Executor, orderId: string): Promise<boolean> {
  return (await readLost(trx, await lockOrder(trx, orderId))) > 0n;
}

/** Whether a payout is signed, not known to be sent, and its payment was taken back meanwhile. */
export async function isUnsentLost({ db }: { db: Executor }, payout: PayoutRow): Promise<boolean> {
  return payout.status === 'signed' && (await readLost(db, payout)) > 0n;
}

/**
 * Whether a transaction that holds the chain has spent the coins of a payout that is signed, or used its number, so
 * that its bytes are never in a block.
 */
export const isOvertaken = sql<boolean>`exists (
  select from payout_holds hold
  where hold.chain = payouts.chain and hold.released_at is null and hold.reason = 'unknown_spend' and (
    payouts.status in ('signed', 'freeing') and exists (
      select from wallet_outputs coin
      where coin.chain = payouts.chain and coin.spent_by_payout_id = payouts.payout_id and hold.details -> 'inputs'
        @> jsonb_build_array(jsonb_build_object('txid', coin.txid, 'outputIndex', coin.output_index))
    )
    or payouts.status in ('signed', 'freeing', 'broadcast') and exists (
      select from account_transactions own
      where own.payout_id = payouts.payout_id and own.nonce = (hold.details ->> 'nonce')::bigint
        and own.status in ('signed', 'sent', 'mined', 'failed')
    )
  )
)`;

export type UnsentOrder = Awaited<ReturnType<typeof listUnsentTo>>[number];

/** Orders that are still to be paid to an address, also those that wait for their own payment or for a person. */
export async function listUnsentTo(
  executor: Executor,
  chain: string,
  { address, currency }: Pick<PayoutRow, 'address' | 'currency'>,
) {
  return executor
    .selectFrom('orders')
    .leftJoin('payouts', 'payouts.orderId', 'orders.orderId')
    .leftJoin('orderHolds', (join) =>
      join.onRef('orderHolds.orderId', '=', 'orders.orderId').on('decision', 'is', null),
    )
    .select(['niceId', 'payoutId', 'heldAt', 'decisionKind', 'payinDeadline'])
    .where('orders.status', 'not in', finalStatuses)
    .where('payoutGroup', '=', chain)
    .where('destinationAddress', '=', address)
    .where('payoutCurrency', '=', currency)
    .where(sql<boolean>`(
      payout_id is null or payouts.status in ('planned', 'held', 'stopped', 'failed') or ${isOvertaken}
    )`)
    .orderBy('orders.createdAt')
    .execute();
}

/** Names the entry of a payout that left; one that is sent again leaves under a new name. */
export function payoutKey({ payoutId, sending }: Pick<PayoutRow, 'payoutId' | 'sending'>): string {
  return sending === 1 ? `payout:${payoutId}` : `payout:${payoutId}:${sending}`;
}

/** What was signed. @throws Error before that */
export function bytesOf({ orderId, txid, rawTransaction, fee }: PayoutRow): {
  txid: string;
  rawTransaction: string;
  fee: bigint;
} {
  if (txid === null || rawTransaction === null || fee === null)
    throw new Error(`The pay-out of order ${orderId} is signed but has no bytes.`);
  return { txid, rawTransaction, fee };
}

const jobOf = new Map([
  ['planned', buildPayoutJob],
  ['signed', broadcastPayoutJob],
  ['freeing', followPayoutJob],
  ['broadcast', followPayoutJob],
  ['confirmed', followPayoutJob],
]);

/** Orders whose payout on a chain is not settled. */
export const listDuePayouts: DueSource = async (executor, before, { after, size }) => {
  const rows = await executor
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.orderId', 'payouts.orderId')
    .select(['payouts.orderId', 'payouts.status'])
    .where('payouts.status', 'in', [...jobOf.keys()])
    .where('orders.createdAt', '<', before)
    .where('payouts.orderId', '>', after)
    .orderBy('payouts.orderId')
    .limit(size)
    .execute();
  return rows.flatMap(({ orderId, status }) => {
    const job = jobOf.get(status);
    return job === undefined ? [] : [{ orderId, job }];
  });
};
