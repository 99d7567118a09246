import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../context.ts';
import { setAlarms } from '../alarms/raise-alarm.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { syncCardPayment } from '../acquirer-payins/sync-card-payment.ts';
import { compareCards, findOlderOrders, listUncompared } from './compare-cards.ts';
import { compareBank, findNextTransfers, isOfBank, listUncomparedTransfers, repairBank } from './compare-bank.ts';
import type { Difference } from './difference.ts';
import { isOffered } from '../../config/config-providers.ts';
import { compareAccounts } from './compare-accounts.ts';
import { compareWallet } from './compare-wallet.ts';

const kind = 'reconciliation_difference';
/** Money on its way shows on one side first; a difference after this time is real. */
const secondLookMs = 5000;

/** Compares the books with the outside, repairs what another query can repair, and raises an alarm for the rest. */
export async function reconcile(
  context: AppContext,
  { pauseMs = secondLookMs }: { pauseMs?: number } = {},
): Promise<readonly Difference[]> {
  const older = await findOlderOrders(context);
  const transfers = await findNextTransfers(context);
  const page = { niceIds: older.niceIds, transferIds: transfers.transferIds };
  const first = await compareWithOutside(context, page);
  await repair(context, first);
  if (first.length > 0) await sleep(pauseMs);
  const second = first.length === 0 ? [] : await compareWithOutside(context, page);
  const lasting = second.filter((found) => first.some((seen) => isSame(seen, found)));
  const alarms = lasting.map(({ subject, ours, theirs }) => ({
    subject,
    details: { ours: ours.toString(), theirs: theirs.toString() },
  }));
  const uncompared = [...(await listUncompared(context.db)), ...(await listUncomparedTransfers(context.db))];
  const unknown = [...second.map(({ subject }) => subject), ...uncompared];
  await setAlarms(context, kind, alarms, unknown);
  await older.note();
  await transfers.note();
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
  if (differences.some(isOfBank)) await repairBank(context);
}

function isSame(left: Difference, right: Difference): boolean {
  return left.subject === right.subject && left.ours - left.theirs === right.ours - right.theirs;
}

/**
 * Compares the books with the providers: payments and payouts at the acquirers, the account at the bank, and the coins
 * on our addresses on the chains. A movement during the comparison can show as a difference once; a real one stays.
 *
 * @param page public numbers of orders without recent news, and transfers, that are to be looked at again
 * @throws ProviderError while a provider cannot be asked
 */
export async function compareWithOutside(
  context: AppContext,
  { niceIds, transferIds }: { niceIds?: readonly string[]; transferIds?: readonly string[] } = {},
): Promise<Difference[]> {
  return [
    ...(await compareCards(context, niceIds)),
    ...(isOffered(context.config, 'bank') ? await compareBank(context, transferIds) : []),
    ...(isOffered(context.config, 'bitcoin') ? await compareWallet(context) : []),
    ...(isOffered(context.config, 'ethereum') ? await compareAccounts(context) : []),
  ];
}
