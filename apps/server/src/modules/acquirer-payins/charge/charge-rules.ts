import type { AcquirerPayment } from '../../../providers/acquirer/port.ts';
import type { RefusalItem } from '../../../errors.ts';

/** The last attempt to charge a card for a payment. */
interface LastCharge {
  cardId: string;
  status: 'intended' | 'done' | 'refused';
  doneAt: Date | null;
}

/** The card to be charged now. */
interface ChargedCard {
  cardId: string;
  /** A card of the client's list can be charged again, one that was entered for this payment only once. */
  isListed: boolean;
}

/** Most attempts for one payment: more of them suggest that stolen cards are being tested. */
export const chargesMax = 10;

const doubleClickMs = 10_000;

/**
 * Meaning of a call to charge a card after the last attempt:
 * - `new`: another attempt
 * - `repeat`: the same attempt again, under its key; its result is not known
 * - `answered`: the same attempt again, and its result is known
 */
export function decideCharge(
  last: LastCharge | undefined,
  card: ChargedCard,
  now: Date,
): 'new' | 'repeat' | 'answered' {
  if (last === undefined || last.cardId !== card.cardId || last.status === 'refused') return 'new';
  if (last.status === 'intended') return 'repeat';
  if (!card.isListed) return 'answered';
  const isDoubleClick = last.doneAt !== null && now.getTime() - last.doneAt.getTime() < doubleClickMs;
  return isDoubleClick ? 'answered' : 'new';
}

/** How a decline is explained. */
export function explainDecline({ declineReason }: Pick<AcquirerPayment, 'declineReason'>, field: string): RefusalItem {
  if (declineReason === 'restricted_card') return { code: 'CARD_RESTRICTED', field };
  if (declineReason === 'expired_card') return { code: 'CARD_INVALID', field, values: { reason: 'expired' } };
  return { code: 'PAYMENT_DECLINED', field, values: { reason: declineReason } };
}

/** The name on the card in the form of acquirers (5-14). */
export function toHolderName(text: string | undefined): string {
  return (text ?? '').trim().replaceAll(/\s+/g, ' ').toUpperCase();
}
