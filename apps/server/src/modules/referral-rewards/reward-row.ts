import type { Selectable } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { ReferralRewards } from '../../database/types.generated.ts';
import { readBalance } from '../../ledger/balances.ts';
import { type Posting, postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';

/** What a client earns of one order at one level; it waits until the order's payment cannot be taken back any more. */
export type RewardRow = Selectable<ReferralRewards> & { earnerNiceId: string };

/** The currency of every reward. */
export const rewardCurrency = 'EUR';

type Parts = Pick<RewardRow, 'amount' | 'feeAmount' | 'feeCurrency'>;

/** From the service fee to who earned it, exchanged by the treasury where the fee has another currency. */
export function rewardPostings({ amount, feeAmount, feeCurrency }: Parts, to: string): Posting[] {
  if (feeCurrency === rewardCurrency) return [{ from: paths.serviceFee, to, amount, currency: rewardCurrency }];
  return [
    { from: paths.serviceFee, to: paths.treasury, amount: feeAmount, currency: feeCurrency },
    { from: paths.treasury, to, amount, currency: rewardCurrency },
  ];
}

/** The rewards of an order, held until the transaction ends, with what their earners were paid. */
export async function lockRewards(trx: Executor, orderId: string): Promise<RewardRow[]> {
  const rewards = trx
    .selectFrom('referralRewards')
    .innerJoin('clients', 'clients.clientId', 'referralRewards.clientId')
    .selectAll('referralRewards')
    .select('clients.niceId as earnerNiceId')
    .where('orderId', '=', orderId)
    .orderBy('level');
  const earners = (await rewards.execute()).map(({ clientId }) => clientId);
  if (earners.length === 0) return [];
  await lockEarners(trx, earners);
  return rewards.forUpdate('referralRewards').execute();
}

/** Holds what clients have earned, always in one order. */
export async function lockEarners(trx: Executor, clientIds: readonly string[]): Promise<void> {
  await trx
    .selectFrom('referralCodes')
    .select('clientId')
    .where('clientId', 'in', [...clientIds])
    .orderBy('clientId')
    .forUpdate()
    .execute();
}

/** Makes a reward its earner's own, once: from then on it is paid with the next payout. */
export async function releaseReward(context: AppContext, trx: Executor, reward: RewardRow): Promise<void> {
  const { orderId, level, niceId, earnerNiceId, amount } = reward;
  if (amount > 0n)
    await postEntry(trx, context, {
      kind: 'referral_released',
      reference: niceId,
      idempotencyKey: `referral_released:${orderId}:${level}`,
      postings: [
        {
          from: paths.referralPending(earnerNiceId),
          to: paths.referral(earnerNiceId),
          amount,
          currency: rewardCurrency,
        },
      ],
    });
  await setStatus(trx, reward, { status: 'released' });
}

/** What taking a reward back needs. */
export type CancelTools = Pick<AppContext, 'clock' | 'random' | 'log'>;

/**
 * Takes a reward back to the service fee, once. Where it was paid, the account is below zero until the next rewards
 * have paid for it, and what is left of the payout is held.
 */
export async function cancelReward(context: CancelTools, trx: Executor, reward: RewardRow): Promise<void> {
  const { orderId, level, niceId, earnerNiceId, amount, status } = reward;
  if ((status !== 'pending' && status !== 'released') || (await isGivenUp(trx, reward))) return;
  const from = status === 'released' ? paths.referral(earnerNiceId) : paths.referralPending(earnerNiceId);
  if (amount > 0n)
    await postEntry(trx, context, {
      kind: 'referral_canceled',
      reference: niceId,
      idempotencyKey: `referral_canceled:${orderId}:${level}`,
      postings: rewardPostings(reward, from)
        .map((posting) => ({ ...posting, from: posting.to, to: posting.from }))
        .toReversed(),
    });
  await setStatus(trx, reward, { status: 'canceled', canceledAt: context.clock.now() });
  if (reward.payoutId !== null) await holdPaid(context, trx, reward);
}

/** Its earner's account was closed before it was paid: the service fee has it already. */
async function isGivenUp(trx: Executor, { payoutId }: RewardRow): Promise<boolean> {
  if (payoutId === null) return false;
  const payout = trx.selectFrom('referralPayouts').select('status').where('payoutId', '=', payoutId);
  return (await payout.executeTakeFirst())?.status === 'given_up';
}

/** Holds what is still on the balance of a reward that was paid and is owed now; a person decides about it. */
async function holdPaid(context: CancelTools, trx: Executor, reward: RewardRow): Promise<void> {
  const { orderId, level, niceId, earnerNiceId, amount } = reward;
  const from = paths.client(earnerNiceId);
  const owed = -(await readBalance(trx, paths.referral(earnerNiceId), rewardCurrency));
  const free = await readBalance(trx, from, rewardCurrency);
  const held = [amount, owed, free].reduce((least, one) => (one < least ? one : least));
  if (held <= 0n) return;
  await postEntry(trx, context, {
    kind: 'proceeds_held',
    reference: niceId,
    idempotencyKey: `proceeds_held:reward:${orderId}:${level}`,
    postings: [{ from, to: paths.held(earnerNiceId), amount: held, currency: rewardCurrency }],
  });
  const details = { status: 'reward_taken_back', client: earnerNiceId, amount: held.toString() };
  await raiseAlarm(context, trx, { kind: 'chargeback', subject: niceId, details });
}

/** The payment of an order was taken back, in whole or in part: it earns nothing, now or later. */
export async function cancelRewards(context: CancelTools, trx: Executor, orderId: string): Promise<void> {
  for (const reward of await lockRewards(trx, orderId)) await cancelReward(context, trx, reward);
}

async function setStatus(
  trx: Executor,
  { orderId, level }: Pick<RewardRow, 'orderId' | 'level'>,
  change: { status: 'released' } | { status: 'canceled'; canceledAt: Date },
): Promise<void> {
  await trx
    .updateTable('referralRewards')
    .set(change)
    .where('orderId', '=', orderId)
    .where('level', '=', level)
    .execute();
}
