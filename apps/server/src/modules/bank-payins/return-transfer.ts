import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { AppContext } from '../../context.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { RefundImpossible } from '../settlement/refund-impossible.ts';

/** Money of a transfer on its way back. */
export interface TransferReturn {
  /** One return for a key, for ever. */
  key: string;
  outsideId: string;
  amount: bigint;
  currency: string;
}

/**
 * Sends money of a transfer back to its sender. When the bank's word is missing or is a refusal, the bank is asked
 * whether it sent it all the same.
 *
 * @returns the return's id at the bank
 * @throws ProviderError
 * @throws RefundImpossible when it was not sent and the sender's account takes nothing
 */
export async function returnTransfer(context: AppContext, wanted: TransferReturn): Promise<string> {
  const { key, outsideId: id, amount, currency } = wanted;
  const { bank } = context.providers;
  const text = formatAmount(amount, findCurrency(currency)?.precision ?? 2);
  // Money of a transfer goes back once: the bank knows of it also where the books have forgotten it.
  const [known] = await bank.findReturns(id);
  if (known !== undefined) return known.id;
  try {
    return (await bank.returnTransfer({ key, id, reference: key, amount: text, currency })).id;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'unreachable') throw error;
    const sent = (await bank.findReturns(id)).find(({ reference }) => reference === key);
    if (sent !== undefined) return sent.id;
    if (error.kind === 'refused' && error.code === 'not_returnable')
      throw new RefundImpossible(`The bank cannot return the transfer ${id}.`, { cause: error });
    throw error;
  }
}
