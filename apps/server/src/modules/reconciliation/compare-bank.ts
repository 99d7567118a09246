import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { followBankPayout } from '../bank-payouts/follow-bank-payout.ts';
import { difference, type Difference } from './difference.ts';
import { listSettledBankPayouts, sumUntakenTransfers } from './store.ts';

/** How long a settled transfer can still come back. */
const returnableMs = 14 * 24 * 3600 * 1000;

/**
 * What the ledger says our account at the bank holds, and what the bank says. Where they differ the bank is asked once
 * more for everything whose notice may have been lost.
 */
export async function compareBank(context: AppContext): Promise<Difference[]> {
  await collectTransfers(context);
  const first = await compare(context);
  if (first.length === 0) return first;
  const since = new Date(context.clock.now().getTime() - returnableMs);
  for (const orderId of await listSettledBankPayouts(context.db, since)) await followBankPayout(context, orderId);
  return compare(context);
}

async function compare({ db, providers }: AppContext): Promise<Difference[]> {
  const { name } = providers.bank;
  const { currency, balance } = await providers.bank.getAccount();
  const ours = -(await readBalance(db, paths.worldBank(name), currency));
  // Written down, and not given to its order yet.
  const underWay = await sumUntakenTransfers(db, name, currency);
  return difference(`bank ${name}`, ours + underWay, readSigned(balance, currency));
}

function readSigned(text: string, currency: string): bigint {
  const units = parseAmount(text.replace(/^-/, ''), findCurrency(currency)?.precision ?? 2);
  if (units === undefined) throw new Error(`The bank told ${text} ${currency} as its balance.`);
  return text.startsWith('-') ? -units : units;
}
