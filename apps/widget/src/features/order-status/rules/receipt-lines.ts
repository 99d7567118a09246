import type { Order } from '@causeway/contract/shapes/order';
import type { ReceiptLine } from '@causeway/contract/shapes/order-parts';

/** One line of the receipt as it is shown. */
export interface ShownLine {
  kind: ReceiptLine['kind'];
  /** Exact decimal text. */
  amount: string;
  currency: string;
  /** What was quoted, where it became another amount, and the stable reason. */
  quoted?: { amount: string; note: string };
}

const always: readonly ReceiptLine['kind'][] = ['payin', 'exchanged', 'rate', 'payout'];

/** The receipt, itemised like the quote: equal to it line by line, or saying why not. A fee of nothing has no line. */
export function receiptLines({ receipt }: Pick<Order, 'receipt'>): ShownLine[] {
  return receipt
    .filter(({ kind, quoted, actual }) => always.includes(kind) || isSomething(quoted) || isSomething(actual))
    .map(({ kind, currency, quoted, actual, note }) => ({
      kind,
      currency,
      amount: actual,
      ...(quoted !== actual && kind !== 'refund' && { quoted: { amount: quoted, note } }),
    }));
}

function isSomething(amount: string): boolean {
  return /[1-9]/.test(amount);
}
