import { sql } from 'kysely';
import { getAddress, isAddress } from 'viem';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';

/**
 * Whose a deposit address is, where its key is, and what was booked of it: for coins that no scan sees, because they
 * came over another network or are of a token that is not known. The key opens the same address on every network of its
 * kind. Of an address or account outside: whose orders went there and who keeps it, for a payout that a restore forgot.
 *
 * It names a client, so the look is written down with its reason.
 *
 * @returns a line for each fact
 * @throws OperatorFault for an address that is not known, and without a reason
 */
export async function findAddress(
  context: Pick<AppContext, 'clock' | 'db' | 'jobs' | 'random'>,
  { text, operator, reason }: { text: string; operator: string; reason: string },
): Promise<string> {
  if (reason.trim() === '') throw new OperatorFault('The reason is empty.');
  return context.db.transaction().execute(async (trx) => {
    const found = await describeAddress(trx, text.trim());
    const details = { reason, client: found.client ?? 'unknown' };
    await recordAction(context, trx, { operator, action: 'address_looked_up', subject: found.address, details });
    return found.lines;
  });
}

async function describeAddress(db: Executor, typed: string) {
  const address = spelled(typed);
  const own = await db
    .selectFrom('depositAddresses')
    .leftJoin('orders', 'orders.orderId', 'depositAddresses.orderId')
    .leftJoin('clients', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb('clients.clientId', '=', fn.coalesce(ref('depositAddresses.clientId'), ref('orders.clientId'))),
      ),
    )
    .select(['depositAddresses.addressId', 'depositAddresses.chain', 'keyPath', 'depositAddresses.createdAt'])
    .select(['orders.niceId as order', 'clients.niceId as client'])
    .where('depositAddresses.address', '=', address)
    .executeTakeFirst();
  if (own === undefined) {
    const users = await listUsers(db, [typed, address]);
    if (users.length > 0) {
      const lines = users.map(({ client, order }) => `client ${client}  ${order}`).join('\n');
      return { address: typed, client: [...new Set(users.map(({ client }) => client))].join(' '), lines };
    }
    const forgotten = await db
      .selectFrom('forgottenAddresses')
      .select('chain')
      .where('address', '=', address)
      .executeTakeFirst();
    if (forgotten !== undefined)
      throw new OperatorFault(`A restore forgot ${address}: search with recover-addresses ${forgotten.chain}.`);
    throw new OperatorFault(`${address} was given to nobody here.`);
  }
  const deposits = await db
    .selectFrom('deposits')
    .select(['txid', 'currency', 'status'])
    .where('addressId', '=', own.addressId)
    .orderBy('seenAt')
    .execute();
  const lines = [
    `${own.chain}  ${address}`,
    `client ${own.client ?? 'unknown'}${own.order === null ? '' : `  order ${own.order}`}`,
    `key at ${own.keyPath}  given ${own.createdAt.toISOString()}`,
    ...deposits.map(({ txid, currency, status }) => `${status}  ${currency}  ${txid}`),
    ...(deposits.length === 0 ? ['nothing was booked of it'] : []),
  ].join('\n');
  return { address, client: own.client, lines };
}

/** Clients whose orders went to an address or account outside, the newest first, and those who keep it. */
async function listUsers(db: Executor, spellings: readonly string[]) {
  return db
    .selectFrom('orders')
    .innerJoin('clients', 'clients.clientId', 'orders.clientId')
    .select(['clients.niceId as client', 'orders.niceId as order', 'orders.createdAt as at'])
    .where('destinationAddress', 'in', [...spellings])
    .unionAll((union) =>
      union
        .selectFrom('savedDestinations')
        .innerJoin('clients', 'clients.clientId', 'savedDestinations.clientId')
        .select(['clients.niceId as client', sql<string>`'keeps it'`.as('order')])
        .select('savedDestinations.createdAt as at')
        .where('address', 'in', [...spellings]),
    )
    .orderBy('at', 'desc')
    .limit(20)
    .execute();
}

/** As addresses are kept: those of Ethereum with their checksum, those of Bitcoin in lower case. */
function spelled(text: string): string {
  const lower = text.toLowerCase();
  return isAddress(lower, { strict: false }) ? getAddress(lower) : lower;
}
