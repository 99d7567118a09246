import type { AppContext } from '../../context.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { exchangeAtMedian } from './network-cost.ts';
import { PayoutDoubt } from '../payout-holds/count-outflow.ts';
import type { SignedPayout } from './payout-chain.ts';
import type { PayoutRow } from './store.ts';

/** @throws PayoutDoubt where the network would take too much of the payout, and no person has allowed it */
export function requireFairFee(
  { config, rates }: Pick<AppContext, 'config' | 'rates'>,
  { chain, currency, amount, allowedAt }: PayoutRow,
  { likelyFee: fee }: Pick<SignedPayout, 'likelyFee'>,
): void {
  if (allowedAt !== null) return;
  const feeCurrency = chain === 'bitcoin' ? 'BTC' : 'ETH';
  const cost =
    feeCurrency === currency ? fee : exchangeAtMedian(rates, { currency: feeCurrency, amount: fee }, currency);
  if (cost === undefined || cost * 100n <= amount * BigInt(config.NETWORK_FEE_MOST_PERCENT)) return;
  throw new PayoutDoubt('fee', { fee: fee.toString(), feeCurrency, amount: amount.toString(), currency });
}

/** Leaves a planned payout to a person, with an alarm. */
export async function leaveToPerson(context: AppContext, orderId: string, doubt: PayoutDoubt): Promise<void> {
  const { reason, details } = doubt;
  await context.db.transaction().execute(async (trx) => {
    const left = await trx
      .updateTable('payouts')
      .set({ status: 'held', holdReason: reason, updatedAt: context.clock.now() })
      .where('orderId', '=', orderId)
      .where('status', '=', 'planned')
      .executeTakeFirst();
    if (left.numUpdatedRows !== 1n) return;
    await raiseAlarm(context, trx, { kind: 'payout_failed', subject: orderId, details: { reason, ...details } });
  });
}
