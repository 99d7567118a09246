import { formatUnits } from '@causeway/domain/currencies/format-units';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { AppContext } from '../../context.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { RefundImpossible } from '../settlement/refund.ts';

/** Money of a transfer that is being returned. */
interface TransferReturn {
  /** One return per key, for ever. */
  key: string;
  outsideId: string;
  amount: bigint;
  /** What the bank has returned of it besides, and is booked. */
  before: bigint;
  currency: string;
}

/** What the bank has returned of a transfer, in its currency's smallest units. */
export function sumReturns(returns: readonly { amount: string; currency: string }[], currency: string): bigint {
  const precision = findCurrency(currency)?.precision ?? 2;
  return returns
    .filter((one) => one.currency === currency)
    .reduce((sum, { amount }) => sum + (parseAmount(amount, precision) ?? 0n), 0n);
}

/** Whether the bank has returned all of a transfer, as it also has where a restore has removed that from the books. */
export async function isReturned(
  { providers }: Pick<AppContext, 'providers'>,
  { outsideId, amount, currency }: Pick<TransferReturn, 'outsideId' | 'amount' | 'currency'>,
): Promise<boolean> {
  return sumReturns(await providers.bank.findReturns(outsideId), currency) >= amount;
}

/** References of what the bank has returned of a transfer: of ours too whose answer was lost, and which no book has. */
export async function listReturned({ providers }: Pick<AppContext, 'providers'>, outsideId: string): Promise<string[]> {
  try {
    return (await providers.bank.findReturns(outsideId)).map(({ reference }) => reference);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'refused') return [];
    throw error;
  }
}

/**
 * Sends money of a transfer back to its sender. After a missing answer or a refusal, the bank is asked whether it sent
 * the money all the same.
 *
 * @returns the return's id at the bank
 * @throws ProviderError
 * @throws RefundImpossible when it was not sent and the sender's account takes nothing
 */
export async function returnTransfer(context: AppContext, wanted: TransferReturn): Promise<string> {
  const { key, outsideId: id, amount, before, currency } = wanted;
  const { bank } = context.providers;
  // The bank knows a return also when a restore has removed it from the books, or a person has made a part of it.
  const known = await bank.findReturns(id);
  const already = sumReturns(known, currency) - before;
  const left = already > 0n ? amount - already : amount;
  const last = known.at(-1);
  if (left <= 0n && last !== undefined) return last.id;
  // Another amount is another return.
  const reference = left === amount ? key : `${key}-${left}`;
  const text = formatUnits(left, currency);
  try {
    return (await bank.returnTransfer({ key: reference, id, reference, amount: text, currency })).id;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'unreachable') throw error;
    const returns = await bank.findReturns(id);
    const sent = returns.find((one) => one.reference === reference);
    if (sent !== undefined) return sent.id;
    if (error.kind === 'refused' && error.code === 'not_returnable') {
      const returned = sumReturns(returns, currency);
      throw new RefundImpossible(`The bank cannot return the transfer ${id}.`, { returned, cause: error });
    }
    throw error;
  }
}
