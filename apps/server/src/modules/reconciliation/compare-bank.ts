import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { difference, type Difference } from './difference.ts';
import { sumUntakenTransfers } from './store.ts';

export const bankSubject = 'bank';

/** What the ledger says our account at the bank holds, and what the bank says. */
export async function compareBank({ db, providers }: AppContext): Promise<Difference[]> {
  const { name } = providers.bank;
  const { currency, balance } = await providers.bank.getAccount();
  const ours = -(await readBalance(db, paths.worldBank(name), currency));
  // Written down, and not given to its order yet.
  const underWay = await sumUntakenTransfers(db, name, currency);
  return difference(bankSubject, ours + underWay, readSigned(balance, currency));
}

function readSigned(text: string, currency: string): bigint {
  const units = parseAmount(text.replace(/^-/, ''), findCurrency(currency)?.precision ?? 2);
  if (units === undefined) throw new Error(`The bank told ${text} ${currency} as its balance.`);
  return text.startsWith('-') ? -units : units;
}
