import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { judgeReward } from '../referral-rewards/credit-rewards.ts';
import { type RewardRow, cancelReward, lockRewards, releaseReward } from '../referral-rewards/reward-row.ts';
import { type Earned, releaseWhenFinal } from '../payin-methods/release-when-final.ts';

/**
 * Makes rewards their earners' own whose order was paid for good.
 *
 * @param most orders in one run
 */
export async function releaseRewards(context: AppContext, { most }: { most?: number } = {}): Promise<void> {
  const earned: Earned = {
    work: 'release-referral-rewards',
    listDue: async (executor, now, limit) =>
      executor
        .selectFrom('referralRewards')
        .innerJoin('orders', 'orders.orderId', 'referralRewards.orderId')
        .select(['referralRewards.orderId', 'orders.niceId'])
        .where('referralRewards.status', '=', 'pending')
        .where('referralRewards.checkAt', '<=', now)
        .groupBy(['referralRewards.orderId', 'orders.niceId'])
        .orderBy(({ fn }) => fn.min('referralRewards.checkAt'))
        .limit(limit)
        .execute(),
    async lock(trx, orderId) {
      const waiting = (await lockRewards(trx, orderId)).filter(({ status }) => status === 'pending');
      const [first] = waiting;
      return first && { since: first.createdAt, release: async () => endWaiting(context, trx, waiting) };
    },
    async checkLater(executor, orderId, checkAt) {
      await executor.updateTable('referralRewards').set({ checkAt }).where('orderId', '=', orderId).execute();
    },
  };
  await releaseWhenFinal(context, earned, most);
}

/** After so long a reward of clients who may be one person is looked at again. */
const unknownMs = 24 * 3600 * 1000;

/**
 * What a rule refuses by now, as who was verified meanwhile, is taken back in place of released. What is
 * still unknown waits on.
 */
async function endWaiting(context: AppContext, trx: Executor, waiting: readonly RewardRow[]): Promise<void> {
  for (const reward of waiting) {
    const verdict = await judgeReward(trx, reward);
    if (verdict === '') await releaseReward(context, trx, reward);
    else if (verdict === 'unknown') await lookLater(context, trx, reward);
    else await cancelReward(context, trx, reward);
  }
}

async function lookLater({ clock }: AppContext, trx: Executor, { orderId, level }: RewardRow): Promise<void> {
  await trx
    .updateTable('referralRewards')
    .set({ checkAt: new Date(clock.now().getTime() + unknownMs) })
    .where('orderId', '=', orderId)
    .where('level', '=', level)
    .execute();
}
