import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { divideUp } from '@causeway/domain/money/divide';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import type { AppContext } from '../../context.ts';
import { smallestChange } from '../../providers/bitcoin/select-outputs.ts';
import type { EvmFees } from '../../providers/evm/port.ts';
import { type ChainName, chainNames } from '../../config/config-chains.ts';
import { chainFacts } from '../../providers/chain-settings.ts';
import { isOffered } from '../../config/config-providers.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { settleEach } from '../alarms/settle-each.ts';

/** Blocks within which a payout should be in the chain. */
export const targetBlocks = 6;

/**
 * Satoshi per virtual byte: the least that nodes relay, the most we pay, and what we pay when the node has no estimate.
 */
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
 * Two inputs, the longest script and the change; with the gas limit's headroom for a token that is new to its
 * recipient.
 */
const dearBytes = 221n;
const dearTokenGas = 90_000n;

/**
 * A chain's present price: satoshi per virtual byte of Bitcoin, wei per gas of Ethereum as a block takes it, not the
 * most that we would pay. `undefined` where the node has no estimate.
 *
 * @throws ProviderError
 */
const chainPrices: Readonly<Record<ChainName, (providers: AppContext['providers']) => Promise<bigint | undefined>>> = {
  bitcoin: async ({ bitcoin }) => {
    const estimate = await bitcoin.estimateFeeRate(targetBlocks);
    return estimate === undefined ? undefined : chooseFeeRate(estimate);
  },
  ethereum: async ({ evm }) => gasPriceOf(await evm.estimateFees()),
};

/** Wei per gas as a block takes it: the most leaves room for the base fee to double. */
export function gasPriceOf({ maxFeePerGas, maxPriorityFeePerGas }: EvmFees): bigint {
  return divideUp(maxFeePerGas + maxPriorityFeePerGas, 2n);
}

/** What a usual payout costs now, in smallest units of its currency; `undefined` where that is not known. */
function costOfPayout(
  rates: Pick<AppContext['rates'], 'getMedian'>,
  price: bigint,
  { chain, currency }: { chain: ChainName; currency: string },
): bigint | undefined {
  return costOf(
    rates,
    { chain, currency },
    { outputs: price * usualBytes, coin: price * etherGas, token: price * tokenGas },
  );
}

/**
 * The least that may be sold: a pay-out of which the network takes no more than the share up to which it is signed
 * without a person, also where it costs more than a usual one.
 */
function leastPayoutAt(
  rates: Pick<AppContext['rates'], 'getMedian'>,
  price: bigint,
  { chain, currency, mostPercent }: { chain: ChainName; currency: string; mostPercent: number },
): bigint | undefined {
  const cost = costOf(
    rates,
    { chain, currency },
    {
      // Change that would be dust is the miners'.
      outputs: price * dearBytes + smallestChange,
      coin: price * etherGas,
      token: price * dearTokenGas,
    },
  );
  return cost === undefined ? undefined : divideUp(cost * 100n, BigInt(mostPercent));
}

function costOf(
  rates: Pick<AppContext['rates'], 'getMedian'>,
  { chain, currency }: { chain: ChainName; currency: string },
  costs: { outputs: bigint; coin: bigint; token: bigint },
): bigint | undefined {
  const { kind, coin } = chainFacts[chain];
  if (kind === 'outputs') return costs.outputs;
  if (currency === coin) return costs.coin;
  return exchangeAtMedian(rates, { currency: coin, amount: costs.token }, currency);
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

/**
 * Reads from the chains what payouts cost: prices charge it from then on, and an option that would cost the operator
 * too much pauses.
 */
export async function watchNetworkCosts(context: AppContext): Promise<void> {
  const offered = chainNames.filter((chain) => isOffered(context.config, chain));
  await settleEach(context, offered, {
    work: 'watch-network-costs',
    againWithin: 300,
    nameOf: (chain) => chain,
    settle: (chain) => watchChain(context, chain),
  });
}

async function watchChain(context: AppContext, chain: ChainName): Promise<void> {
  const { db, clock, config, rates } = context;
  const price = await chainPrices[chain](context.providers);
  // What it asked last goes on being charged.
  if (price === undefined) return;
  const options = await db
    .selectFrom('paymentOptions')
    .select(['groupCode', 'currency', 'feeFixed', 'feeMin'])
    .where('direction', '=', 'payout')
    .where('provider', '=', chain)
    .execute();
  for (const { groupCode, currency, feeFixed, feeMin } of options) {
    const amount = costOfPayout(rates, price, { chain, currency });
    const mostPercent = config.NETWORK_FEE_MOST_PERCENT;
    const leastPayout = leastPayoutAt(rates, price, { chain, currency, mostPercent });
    if (amount === undefined || leastPayout === undefined) continue;
    const charged = feeFixed > feeMin ? feeFixed : feeMin;
    const isPaused = charged > 0n && amount > charged * BigInt(config.NETWORK_FEE_TIMES);
    const row = { amount, leastPayout, isPaused, measuredAt: clock.now() };
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
