import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { AppContext } from '../../context.ts';
import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import { difference, type Difference } from './difference.ts';
import { listCardOrders } from './store.ts';

/** How far back payments are compared; older ones were compared before. */
const lookBackMs = 3 * 24 * 3600 * 1000;

/**
 * Order by order and firm by firm: what the ledger says the firm holds for us, and what the firm says. Money sent
 * to cards counts against payments.
 */
export async function compareCards({ db, clock, providers }: AppContext): Promise<Difference[]> {
  const since = new Date(clock.now().getTime() - lookBackMs);
  const differences: Difference[] = [];
  for (const { orderId, niceId, acquirer, currency, held } of await listCardOrders(db, since)) {
    const firm = providers.acquirers.find(acquirer);
    const payments = await firm.findPayments(niceId);
    const payouts = (await firm.vault?.findPayouts(niceId)) ?? [];
    const taken = payments.filter((one) => one.status === 'approved' && one.currency === currency);
    const sent = payouts.filter((one) => one.status === 'paid' && one.currency === currency);
    const theirs =
      sum(taken.map((one) => keptOf(one, currency))) - sum(sent.map(({ amount }) => units(amount, currency)));
    differences.push(...difference(`card ${niceId}`, held, theirs, orderId));
  }
  return differences;
}

function keptOf({ amount, refundedAmount }: AcquirerPayment, currency: string): bigint {
  return units(amount, currency) - units(refundedAmount, currency);
}

function units(text: string, currency: string): bigint {
  return parseAmount(text, findCurrency(currency)?.precision ?? 2) ?? 0n;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
