import type { Clock, Randomness } from '../context.ts';
import type { Executor } from '../database/db.ts';
import { newUuid } from '../new-uuid.ts';
import { isGuardedPath } from './paths.ts';

/** An account as the ledger keeps it: one per path and currency. */
export interface Account {
  accountId: string;
  path: string;
  currency: string;
  isGuarded: boolean;
}

type Name = Pick<Account, 'path' | 'currency'>;

/** Finds accounts by name and opens those that are missing. Any number of writers may do so at once. */
export async function openAccounts(
  trx: Executor,
  tools: { clock: Clock; random: Randomness },
  names: readonly Name[],
): Promise<Map<string, Account>> {
  const found = await findAccounts(trx, names);
  const missing = new Map(
    names.filter((name) => !found.has(accountKey(name))).map((name) => [accountKey(name), name] as const),
  );
  if (missing.size === 0) return found;
  const opened = await trx
    .insertInto('ledgerAccounts')
    .values(
      [...missing.values()].toSorted(byKey).map(({ path, currency }) => ({
        accountId: newUuid(tools),
        path,
        currency,
        isGuarded: isGuardedPath(path),
        createdAt: tools.clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['path', 'currency']).doNothing())
    .returning(['accountId', 'path', 'currency', 'isGuarded'])
    .execute();
  // What another writer opened meanwhile is not returned, and must be read.
  if (opened.length < missing.size) return findAccounts(trx, names);
  for (const account of opened) found.set(accountKey(account), account);
  return found;
}

function accountKey({ path, currency }: Name): string {
  return `${path} ${currency}`;
}

/** An account that `openAccounts` answered. */
export function pickAccount(accounts: ReadonlyMap<string, Account>, name: Name): Account {
  const account = accounts.get(accountKey(name));
  if (account === undefined) throw new Error(`The account ${accountKey(name)} was not opened.`);
  return account;
}

async function findAccounts(trx: Executor, names: readonly Name[]): Promise<Map<string, Account>> {
  const rows = await trx
    .selectFrom('ledgerAccounts')
    .select(['accountId', 'path', 'currency', 'isGuarded'])
    .where('path', 'in', [...new Set(names.map((name) => name.path))])
    .where('currency', 'in', [...new Set(names.map((name) => name.currency))])
    .execute();
  return new Map(rows.map((row) => [accountKey(row), row]));
}

// One order for every writer, so that two of them opening the same accounts never wait for each other in a circle.
function byKey(left: Name, right: Name): number {
  return accountKey(left) < accountKey(right) ? -1 : 1;
}
