import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { AppContext } from '../../context.ts';
import { difference, type Difference } from './difference.ts';
import { listCardOrders } from './store.ts';

/** How far back payments are compared; older ones were compared before. */
const lookBackMs = 3 * 24 * 3600 * 1000;

/** Order by order: what the ledger says the acquirer holds for us, and what the acquirer says. */
export async function compareCards({ db, clock, providers }: AppContext): Promise<Difference[]> {
  const since = new Date(clock.now().getTime() - lookBackMs);
  const differences: Difference[] = [];
  for (const { orderId, niceId, currency, held } of await listCardOrders(db, since)) {
    const payments = await providers.acquirer.findPayments(niceId);
    const precision = findCurrency(currency)?.precision ?? 2;
    const theirs = payments
      .filter((payment) => payment.status === 'approved' && payment.currency === currency)
      .reduce((total, payment) => total + (parseAmount(payment.amount, precision) ?? 0n), 0n);
    differences.push(...difference(`card ${niceId}`, held, theirs, orderId));
  }
  return differences;
}
