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

/**
 * What a chain asks now: satoshi per virtual byte of Bitcoin, wei per gas of Ethereum as a block takes it, not the most that
 * we would pay.
 *
 * @throws ProviderError
 */
export async function readChainPrice({ providers }: Pick<AppContext, 'providers'>, chain: Chain): Promise<bigint> {
  if (chain === 'bitcoin') return chooseFeeRate(await providers.bitcoin.estimateFeeRate(targetBlocks));
  const { maxFeePerGas, maxPriorityFeePerGas } = await providers.evm.estimateFees();
  return divideUp(maxFeePerGas + maxPriorityFeePerGas, 2n);
}

export type Chain = 'bitcoin' | 'ethereum';

/** What a usual pay-out costs now, in smallest units of what is paid out; `undefined` where that is not known. */
export function costOfPayout(
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
