import { divideDown, divideUp } from '@causeway/domain/money/divide';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { costOf, priceFromPayin, type PriceParts } from '../pricing/rules.ts';
import { reduceRatio } from '../rates/ratio.ts';

/**
 * The price of more than was promised: what was promised at its own price, and the rest at the rate of now. Fees are
 * those of the whole amount, so the rest bears what they grow by.
 *
 * @param promised the record of the order
 * @param now the same order at the rate of now
 * @param total all that is exchanged, more than was promised
 */
export function priceExcess(promised: QuoteRecord, now: QuoteRecord, total: bigint): QuoteRecord {
  const whole = priceFromPayin(now, total);
  const asked = priceFromPayin(now, promised.payinAmount);
  let rest = total - promised.payinAmount;
  // Lines are rounded one by one, so a line may grow by less than nothing; what is left over is exchanged.
  const grow = (pick: (parts: PriceParts) => bigint): bigint => {
    const grown = pick(whole) - pick(asked);
    const taken = grown <= 0n ? 0n : grown < rest ? grown : rest;
    rest -= taken;
    return taken;
  };
  const payinFee = promised.payinFee + grow((parts) => parts.payinFee);
  const serviceFee = promised.serviceFee + grow((parts) => parts.serviceFee);
  const networkFee = promised.networkFee + grow((parts) => parts.networkFee);
  const partnerFee =
    promised.partnerFee === undefined ? undefined : promised.partnerFee + grow((parts) => parts.partnerFee ?? 0n);
  const restPayout = divideDown(rest * now.rate.denominator, now.rate.numerator);
  const cost = promised.exchanged - promised.rounding + costOf(now.rate, restPayout);
  const payoutAmount = promised.payoutAmount + restPayout;
  const exchanged = promised.exchanged + rest;
  return {
    ...promised,
    payinAmount: total,
    payoutAmount,
    isPayoutTyped: false,
    rate: reduceRatio({ numerator: cost, denominator: payoutAmount }),
    payinFee,
    serviceFee,
    networkFee,
    partnerFee,
    exchanged,
    rounding: exchanged - cost,
    payinAmountEur: divideUp(promised.payinAmountEur * total, promised.payinAmount),
    payoutAmountEur: divideDown(promised.payoutAmountEur * payoutAmount, promised.payoutAmount),
  };
}
