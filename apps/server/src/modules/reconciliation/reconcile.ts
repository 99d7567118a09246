import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../context.ts';
import { setAlarms } from '../alarms/raise-alarm.ts';
import { settleEach } from '../alarms/settle-each.ts';
import {
  askForgotten,
  askForgottenPayouts,
  cardRepairs,
  compareCards,
  findOlderOrders,
  listUncompared,
} from './compare-cards.ts';
import {
  compareBank,
  findNextTransfers,
  isOfBank,
  listUncomparedTransfers,
  repairBank,
  repairReturns,
} from './compare-bank.ts';
import { type ChainName, chainNames } from '../../config/config-chains.ts';
import { isOffered } from '../../config/config-providers.ts';
import { followAccounts } from './accounts-pass.ts';
import { accountsChain, compareAccounts } from './compare-accounts.ts';
import { compareWallet, findOlderAddresses } from './compare-wallet.ts';
import { type Difference, isSameDifference, listOpenSubjects } from './store.ts';

/** How a chain is compared in one look; `undefined` where its accounts are compared in passes of several runs. */
const comparisons: Readonly<Record<ChainName, typeof compareWallet | undefined>> = {
  bitcoin: compareWallet,
  ethereum: undefined,
};
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
  await askForgotten(context);
  await askForgottenPayouts(context);
  const older = await findOlderOrders(context);
  const transfers = await findNextTransfers(context);
  const addresses = await findOlderAddresses(context);
  const page = { niceIds: older.niceIds, transferIds: transfers.transferIds, addresses: addresses.addresses };
  const first = await compareInOneLook(context, page);
  await repair(context, first);
  if (first.length > 0) await sleep(pauseMs);
  const second = first.length === 0 ? [] : await compareInOneLook(context, page);
  const accounts = isOffered(context.config, accountsChain)
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
  const ofAccounts = accounts.isKnown
    ? []
    : await listOpenSubjects(context.db, kind, `^(chain|coins) ${accountsChain} `);
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
  for (const [work, sync] of Object.entries(cardRepairs))
    await settleEach(context, orderIds, {
      work,
      againWithin: 86_400,
      nameOf: (orderId) => orderId,
      settle: (orderId) => sync(context, orderId),
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
    ...(isOffered(context.config, accountsChain) ? await compareAccounts(context) : []),
  ];
}

/** All that is bounded by its own pages. */
async function compareInOneLook(context: AppContext, { niceIds, transferIds, addresses }: Page): Promise<Difference[]> {
  const found = await compareCards(context, niceIds);
  if (isOffered(context.config, 'bank')) found.push(...(await compareBank(context, transferIds)));
  for (const chain of chainNames.filter((one) => isOffered(context.config, one)))
    found.push(...((await comparisons[chain]?.(context, addresses)) ?? []));
  return found;
}
