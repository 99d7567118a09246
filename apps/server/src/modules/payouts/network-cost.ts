import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { divideUp } from '@causeway/domain/money/divide';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import type { AppContext } from '../../context.ts';
import { chooseFeeRate, targetBlocks } from './fee-policy.ts';

/** Virtual bytes of a usual pay-out: one input, the recipient and the change. */
const usualBytes = 141n;
/** Gas of a usual transfer. */
const etherGas = 21_000n;
const tokenGas = 65_000n;

/** What the chains ask now, from one look at each node. */
export interface ChainPrices {
  /** Satoshi per virtual byte. */
  bitcoin: bigint;
  /** Wei per gas: what a block takes, not the most that we would pay. */
  ethereum: bigint;
}

export async function readChainPrices({ providers }: Pick<AppContext, 'providers'>): Promise<ChainPrices> {
  const bitcoin = chooseFeeRate(await providers.bitcoin.estimateFeeRate(targetBlocks));
  const { maxFeePerGas, maxPriorityFeePerGas } = await providers.evm.estimateFees();
  return { bitcoin, ethereum: divideUp(maxFeePerGas + maxPriorityFeePerGas, 2n) };
}

/** What a usual pay-out costs now, in smallest units of what is paid out; `undefined` where that is not known. */
export function costOfPayout(
  rates: Pick<AppContext['rates'], 'getMedian'>,
  prices: ChainPrices,
  { chain, currency }: { chain: string; currency: string },
): bigint | undefined {
  if (chain === 'bitcoin') return prices.bitcoin * usualBytes;
  if (chain !== 'ethereum') return undefined;
  if (currency === 'ETH') return prices.ethereum * etherGas;
  return exchangeAtMedian(rates, { currency: 'ETH', amount: prices.ethereum * tokenGas }, currency);
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
