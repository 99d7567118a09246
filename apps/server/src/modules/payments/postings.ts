import { paths } from '../../ledger/paths.ts';
import type { Posting } from '../../ledger/posting.ts';
import type { CardPaymentRow } from './store.ts';

/** A card payment has arrived for an order. */
export function payinPostings({ acquirer, amount, currency }: CardPaymentRow, niceId: string): Posting[] {
  return [{ from: paths.worldCard(acquirer), to: paths.order(niceId), amount, currency }];
}

/** Money that the order still holds goes back to its payer. */
export function refundPostings({ acquirer, amount, currency }: CardPaymentRow, niceId: string): Posting[] {
  return [{ from: paths.order(niceId), to: paths.worldCard(acquirer), amount, currency }];
}

/** The payer has the money back although the order no longer holds it: the house bears the loss. */
export function lossPostings({ acquirer, amount, currency }: CardPaymentRow): Posting[] {
  return [{ from: paths.chargebackLoss, to: paths.worldCard(acquirer), amount, currency }];
}
