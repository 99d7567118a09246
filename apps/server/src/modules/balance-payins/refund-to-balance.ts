import type { AppContext } from '../../context.ts';
import type { RefundRow } from '../settlement/refund-row.ts';

/** Nothing outside has the money: the refund's own entry puts it back on the balance. */
export function refundToBalance(_context: AppContext, { refundId }: RefundRow): Promise<string> {
  return Promise.resolve(refundId);
}
