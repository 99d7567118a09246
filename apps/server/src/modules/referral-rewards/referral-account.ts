import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import type { AccountPart } from '../account-parts/account-part.ts';
import { verifiedClients } from './credit-rewards.ts';
import { recordPayout } from './pay-rewards.ts';
import { cancelReward, lockEarners, rewardCurrency } from './reward-row.ts';
import { readReferralSettings } from './settings.ts';

/**
 * Rewards that are about to be paid keep the account open, as then they are on the balance. What still waits, what is
 * below the least payout and all of a client who was never verified go back to the service fee, since a closed account
 * cannot be paid later. What a client owes of rewards that were paid keeps nothing open by itself: what was left of
 * them is held, which does, and for the rest there is no way to pay but by rewards that a closed account does not get.
 */
export const referralAccount: AccountPart = {
  async findHold(trx, { clientId, niceId }) {
    const settings = await readReferralSettings(trx);
    const own = await readBalance(trx, paths.referral(niceId), rewardCurrency);
    if (settings === undefined || own < settings.leastPayout) return undefined;
    const isPaid = await verifiedClients(trx)
      .select('niceId')
      .where('clients.clientId', '=', clientId)
      .executeTakeFirst();
    return isPaid && { code: 'BALANCE_NOT_EMPTY' };
  },
  async close(context, trx, { clientId, niceId }) {
    await lockEarners(trx, [clientId]);
    const waiting = await trx
      .selectFrom('referralRewards')
      .selectAll()
      .where('clientId', '=', clientId)
      .where('status', '=', 'pending')
      .forUpdate()
      .execute();
    for (const reward of waiting) await cancelReward(context, trx, { ...reward, earnerNiceId: niceId });
    const from = paths.referral(niceId);
    const amount = await readBalance(trx, from, rewardCurrency);
    if (amount > 0n)
      await recordPayout(context, trx, { clientId, from, to: paths.serviceFee, amount, status: 'given_up' });
  },
};
