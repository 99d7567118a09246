import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { divideUp } from '@causeway/domain/money/divide';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import type { AppContext } from '../../context.ts';
import { isOffered } from '../../config-providers.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { settleEach } from '../alarms/settle-each.ts';

/** Blocks within which a pay-out should be in the chain. */
export const targetBlocks = 6;

/** Satoshi per virtual byte: the least that nodes pass on, the most we pay, and what we pay when the node cannot tell. */
const floor = 1n;
const ceiling = 300n;
const fallback = 10n;

/** The fee rate of a pay-out from the node's estimate. */
export function chooseFeeRate(estimate: bigint | undefined): bigint {
  const rate = estimate ?? fallback;
  if (rate < floor) return floor;
  return rate > ceiling ? ceiling : rate;
}

/** Virtual bytes of a usual pay-out: one input, the recipient and the change. */
const usualBytes = 141n;
/** Gas of a usual transfer. */
const etherGas = 21_000n;
const tokenGas = 65_000n;

/**
 * What a chain asks now: satoshi per virtual byte of Bitcoin, wei per gas of Ethereum as a block takes it, not the most that
 * we would pay.
 *
 * @throws ProviderError
 */
async function readChainPrice({ providers }: Pick<AppContext, 'providers'>, chain: Chain): Promise<bigint> {
  if (chain === 'bitcoin') return chooseFeeRate(await providers.bitcoin.estimateFeeRate(targetBlocks));
  const { maxFeePerGas, maxPriorityFeePerGas } = await providers.evm.estimateFees();
  return divideUp(maxFeePerGas + maxPriorityFeePerGas, 2n);
}

type Chain = 'bitcoin' | 'ethereum';

/** What a usual pay-out costs now, in smallest units of what is paid out; `undefined` where that is not known. */
function costOfPayout(
  rates: Pick<AppContext['rates'], 'getMedian'>,
  price: bigint,
  { chain, currency }: { chain: Chain; currency: string },
): bigint | undefined {
  if (chain === 'bitcoin') return price * usualBytes;
  if (currency === 'ETH') return price * etherGas;
  return exchangeAtMedian(rates, { currency: 'ETH', amount: price * tokenGas }, currency);
}

/** An amount of one currency in another at the medians of the day, rounded up; `undefined` where one is not known. */
export function exchangeAtMedian(
  rates: Pick<AppContext['rates'], 'getMedian'>,
  given: { currency: string; amount: bigint },
  into: string,
): bigint | undefined {
  const [from, to] = [findCurrency(given.currency), findCurrency(into)];
  if (from === undefined || to === undefined) return undefined;
  const [sold, bought] = [rates.getMedian(from.asset), rates.getMedian(to.asset)];
  if (sold === undefined || bought === undefined) return undefined;
  return divideUp(given.amount * sold * powerOfTen(to.precision), bought * powerOfTen(from.precision));
}

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
