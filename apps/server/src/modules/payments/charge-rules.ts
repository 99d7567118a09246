import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import type { RefusalItem } from '../../errors.ts';

/** The last try to charge a card for a payment. */
export interface LastCharge {
  cardId: string;
  status: 'intended' | 'done' | 'refused';
  doneAt: Date | null;
}

/** The card that is to be charged now. */
export interface ChargedCard {
  cardId: string;
  /** A card of the client's list can be charged again, one that was typed for this payment only once. */
  isListed: boolean;
}

/** Most tries for one payment: whoever needs more is trying out cards. */
export const chargesMax = 10;

const doubleClickMs = 10_000;

/**
 * What a call to charge a card means after the last try:
 * - `new`: another try
 * - `repeat`: the same try again, under its key; its result is not known
 * - `answered`: the same try again, and its result is known
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

/** How a decline is told. */
export function explainDecline({ declineReason }: Pick<AcquirerPayment, 'declineReason'>, field: string): RefusalItem {
  if (declineReason === 'restricted_card') return { code: 'CARD_RESTRICTED', field };
  if (declineReason === 'expired_card') return { code: 'CARD_INVALID', field, values: { reason: 'expired' } };
  return { code: 'PAYMENT_DECLINED', field, values: { reason: declineReason } };
}

/** The name on the card as acquirers want it (5-14). */
export function toHolderName(text: string | undefined): string {
  return (text ?? '').trim().replaceAll(/\s+/g, ' ').toUpperCase();
}
