import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../context.ts';
import { setAlarms } from '../alarms/raise-alarm.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { syncCardPayment } from '../acquirer-payins/sync-card-payment.ts';
import { compareCards, findOlderOrders, listUncompared } from './compare-cards.ts';
import { type Difference, difference } from './difference.ts';
import { isOffered } from '../../config/config-providers.ts';
import { compareAccounts } from './compare-accounts.ts';
import { compareWallet } from './compare-wallet.ts';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { listSettledBankPayouts, sumUntakenTransfers } from './store.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { followBankPayout } from '../bank-payouts/follow-bank-payout.ts';

const kind = 'reconciliation_difference';
/** Money on its way shows on one side first; a difference after this time is real. */
const secondLookMs = 5000;

/** Compares the books with the outside, repairs what another query can repair, and raises an alarm for the rest. */
export async function reconcile(
  context: AppContext,
  { pauseMs = secondLookMs }: { pauseMs?: number } = {},
): Promise<readonly Difference[]> {
  const older = await findOlderOrders(context);
  const first = await compareWithOutside(context, older.niceIds);
  await repair(context, first);
  if (first.length > 0) await sleep(pauseMs);
  const second = first.length === 0 ? [] : await compareWithOutside(context, older.niceIds);
  const lasting = second.filter((found) => first.some((seen) => isSame(seen, found)));
  const alarms = lasting.map(({ subject, ours, theirs }) => ({
    subject,
    details: { ours: ours.toString(), theirs: theirs.toString() },
  }));
  const unknown = [...second.map(({ subject }) => subject), ...(await listUncompared(context.db))];
  await setAlarms(context, kind, alarms, unknown);
  await older.note();
  return lasting;
}

/** A webhook that was lost for good shows here; querying the provider repairs it before it becomes an alarm. */
async function repair(context: AppContext, differences: readonly Difference[]): Promise<void> {
  const orderIds = differences.flatMap(({ orderId }) => orderId ?? []);
  await settleEach(context, orderIds, {
    work: 'repair-card',
    nameOf: (orderId) => orderId,
    settle: (orderId) => syncCardPayment(context, orderId),
  });
  if (differences.some(({ subject }) => subject === bankSubject)) await repairBank(context);
}

function isSame(left: Difference, right: Difference): boolean {
  return left.subject === right.subject && left.ours - left.theirs === right.ours - right.theirs;
}

/**
 * Compares the books with the providers: payments and payouts at the acquirers, the account at the bank, and the coins
 * on our addresses on the chains. A movement during the comparison can show as a difference once; a real one stays.
 *
 * @param older public numbers of orders without recent news that are to be looked at again
 * @throws ProviderError while a provider cannot be asked
 */
export async function compareWithOutside(context: AppContext, older: readonly string[] = []): Promise<Difference[]> {
  return [
    ...(await compareCards(context, older)),
    ...(isOffered(context.config, 'bank') ? await compareBank(context) : []),
    ...(isOffered(context.config, 'bitcoin') ? await compareWallet(context) : []),
    ...(isOffered(context.config, 'ethereum') ? await compareAccounts(context) : []),
  ];
}

const bankSubject = 'bank';

/** What the ledger says our account at the bank holds, and what the bank says. */
export async function compareBank({ db, providers }: AppContext): Promise<Difference[]> {
  const { name } = providers.bank;
  const { currency, balance } = await providers.bank.getAccount();
  const ours = -(await readBalance(db, paths.worldBank(name), currency));
  // Recorded, and not credited to its order yet.
  const pending = await sumUntakenTransfers(db, name, currency);
  return difference(bankSubject, ours + pending, readSigned(balance, currency));
}

function readSigned(text: string, currency: string): bigint {
  const units = parseAmount(text.replace(/^-/, ''), findCurrency(currency)?.precision ?? 2);
  if (units === undefined) throw new Error(`The bank told ${text} ${currency} as its balance.`);
  return text.startsWith('-') ? -units : units;
}

/** How long a settled transfer can still come back. */
const returnableMs = 14 * 24 * 3600 * 1000;

/**
 * Queries the bank once more for everything whose webhook may have been lost: transfers, and payouts that came back.
 */
export async function repairBank(context: AppContext): Promise<void> {
  await collectTransfers(context);
  const since = new Date(context.clock.now().getTime() - returnableMs);
  await settleEach(context, await listSettledBankPayouts(context.db, since), {
    work: 'repair-bank',
    nameOf: (orderId) => orderId,
    settle: (orderId) => followBankPayout(context, orderId),
  });
}
