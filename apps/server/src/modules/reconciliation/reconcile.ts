import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../context.ts';
import { setAlarms } from '../alarms/raise-alarm.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { compareCards, findOlderOrders, listUncompared } from './compare-cards.ts';
import {
  compareBank,
  findNextTransfers,
  isOfBank,
  listUncomparedTransfers,
  repairBank,
  repairReturns,
} from './compare-bank.ts';
import { type Difference, isSameDifference } from './difference.ts';
import { isOffered } from '../../config/config-providers.ts';
import type { Executor } from '../../database/db.ts';
import { followAccounts } from './accounts-pass.ts';
import { accountsChain, compareAccounts } from './compare-accounts.ts';
import { compareWallet, findOlderAddresses } from './compare-wallet.ts';

const kind = 'reconciliation_difference';
/** Money on its way shows on one side first; a difference after this time is real. */
const secondLookMs = 5000;
/** How long a run reads accounts of a chain; the next one goes on. */
const accountsLimitMs = 40_000;

/** Compares the books with the outside, repairs what another query can repair, and raises an alarm for the rest. */
export async function reconcile(
  context: AppContext,
  { pauseMs = secondLookMs, limitMs = accountsLimitMs }: { pauseMs?: number; limitMs?: number } = {},
): Promise<readonly Difference[]> {
  const older = await findOlderOrders(context);
  const transfers = await findNextTransfers(context);
  const addresses = await findOlderAddresses(context);
  const page = { niceIds: older.niceIds, transferIds: transfers.transferIds, addresses: addresses.addresses };
  const first = await compareInOneLook(context, page);
  await repair(context, first);
  if (first.length > 0) await sleep(pauseMs);
  const second = first.length === 0 ? [] : await compareInOneLook(context, page);
  const accounts = isOffered(context.config, 'ethereum')
    ? await followAccounts(context, { pauseMs, limitMs })
    : { lasting: [], isKnown: true };
  const lasting = [
    ...second.filter((found) => first.some((seen) => isSameDifference(seen, found))),
    ...accounts.lasting,
  ];
  const alarms = lasting.map(({ subject, ours, theirs }) => ({
    subject,
    details: { ours: ours.toString(), theirs: theirs.toString() },
  }));
  const uncompared = [...(await listUncompared(context.db)), ...(await listUncomparedTransfers(context.db))];
  const ofAccounts = accounts.isKnown ? [] : await listAccountSubjects(context.db);
  const unknown = [...second.map(({ subject }) => subject), ...uncompared, ...ofAccounts];
  await setAlarms(context, kind, alarms, unknown);
  await older.moveOn();
  await transfers.moveOn();
  await addresses.moveOn();
  return lasting;
}

/** What is without recent news and is to be looked at again. */
interface Page {
  niceIds?: readonly string[];
  transferIds?: readonly string[];
  addresses?: readonly string[];
}

/** A webhook that was lost for good shows here; querying the provider repairs it before it becomes an alarm. */
async function repair(context: AppContext, differences: readonly Difference[]): Promise<void> {
  const orderIds = differences.flatMap(({ orderId }) => orderId ?? []);
  await settleEach(context, orderIds, {
    work: 'repair-card',
    againWithin: 86_400,
    nameOf: (orderId) => orderId,
    settle: (orderId) => syncCardPayment(context, orderId),
  });
  if (differences.some(isOfBank)) await repairBank(context);
  await repairReturns(context, differences);
}

/**
 * Compares the books with the providers: payments and payouts at the acquirers, the account at the bank, and the coins
 * on our addresses on the chains. A movement during the comparison can show as a difference once; a real one stays.
 *
 * @param page public numbers of orders without recent news, and transfers, that are to be looked at again
 * @throws ProviderError while a provider cannot be asked
 */
export async function compareWithOutside(context: AppContext, page: Page = {}): Promise<Difference[]> {
  return [
    ...(await compareInOneLook(context, page)),
    ...(isOffered(context.config, 'ethereum') ? await compareAccounts(context) : []),
  ];
}

/** All that is bounded by its own pages. */
async function compareInOneLook(context: AppContext, { niceIds, transferIds, addresses }: Page): Promise<Difference[]> {
  return [
    ...(await compareCards(context, niceIds)),
    ...(isOffered(context.config, 'bank') ? await compareBank(context, transferIds) : []),
    ...(isOffered(context.config, 'bitcoin') ? await compareWallet(context, addresses) : []),
  ];
}

/** Open differences of a chain's accounts: they stay while its pass is not whole. */
async function listAccountSubjects(executor: Executor): Promise<string[]> {
  const rows = await executor
    .selectFrom('alarms')
    .select('subject')
    .where('kind', '=', kind)
    .where('clearedAt', 'is', null)
    .where('subject', '~', `^(chain|coins) ${accountsChain} `)
    .execute();
  return rows.map(({ subject }) => subject);
}
