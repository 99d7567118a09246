import { isOffered } from '../../config-providers.ts';
import type { AppContext } from '../../context.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { costOfPayout, readChainPrice, type Chain } from './network-cost.ts';

/** Asks the chains what pay-outs cost: prices charge it from then on, and an option that would cost the house too much pauses. */
export async function watchNetworkCosts(context: AppContext): Promise<void> {
  const offered = (['bitcoin', 'ethereum'] as const).filter((chain) => isOffered(context.config, chain));
  await settleEach(context, offered, {
    work: 'watch-network-costs',
    nameOf: (chain) => chain,
    settle: (chain) => watchChain(context, chain),
  });
}

async function watchChain(context: AppContext, chain: Chain): Promise<void> {
  const { db, clock, config, rates } = context;
  const price = await readChainPrice(context, chain);
  const options = await db
    .selectFrom('paymentOptions')
    .select(['groupCode', 'currency', 'feeFixed', 'feeMin'])
    .where('direction', '=', 'payout')
    .where('provider', '=', chain)
    .execute();
  for (const { groupCode, currency, feeFixed, feeMin } of options) {
    const amount = costOfPayout(rates, price, { chain, currency });
    if (amount === undefined) continue;
    const charged = feeFixed > feeMin ? feeFixed : feeMin;
    const isPaused = charged > 0n && amount > charged * BigInt(config.NETWORK_FEE_TIMES);
    const row = { amount, isPaused, measuredAt: clock.now() };
    await db
      .insertInto('networkCosts')
      .values({ groupCode, currency, ...row })
      .onConflict((conflict) => conflict.columns(['groupCode', 'currency']).doUpdateSet(row))
      .execute();
    const subject = `${groupCode} ${currency}`;
    const details = { cost: amount.toString(), charged: charged.toString() };
    if (isPaused) await raiseAlarm(context, db, { kind: 'network_cost', subject, details });
    else await clearAlarm(context, db, 'network_cost', subject);
  }
}
