import { compareLedgerWithJournal } from '@causeway/testing/compare-ledger-with-journal';
import { readBooks } from '@causeway/testing/read-books';
import type { Campaign } from './open-campaign.ts';
import type { ServerKeeper } from './server-keeper.ts';
import type { WatchedOrder } from './watched-order.ts';

/** The sweeper logs this when an order had no job for its next step. */
const forgotten = 'an order had nothing due';

interface Held extends Pick<Campaign, 'databaseUrl' | 'sandbox'> {
  servers: readonly ServerKeeper[];
}

/** Compares ended orders with the outside, the ledger and the alarms: one line for each fault. */
export async function findFaults(campaign: Held, orders: readonly WatchedOrder[]): Promise<string[]> {
  const { databaseUrl, sandbox, servers } = campaign;
  const faults = await compareLedgerWithJournal(databaseUrl, sandbox);
  const books = await readBooks(databaseUrl);
  faults.push(...books.alarms.map((alarm) => `the alarm ${alarm}`));
  for (const order of orders) faults.push(...(await order.findFaults(books)));
  if (servers.some((server) => server.logs().includes(forgotten))) faults.push(forgotten);
  return faults;
}
