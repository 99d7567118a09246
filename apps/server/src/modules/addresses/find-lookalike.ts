import type { Executor } from '../../database/db.ts';

/** Most earlier orders looked at. */
const ordersMax = 200;
/** People compare an address by its ends; thieves make theirs with the same ends. */
const endLength = 4;
/** What all addresses of a network begin with says nothing. */
const prefix = /^(?:0x|[a-z]+1(?=[02-9ac-hj-np-z]{20,})|[a-z]+:)/;

/**
 * An address that the client used before and that this one only looks like: the same first and last characters, and
 * another one in between. `undefined` when there is none, or when this very one was used before.
 */
export async function findLookalike(
  executor: Executor,
  clientId: string,
  network: string,
  address: string,
): Promise<string | undefined> {
  const rows = await executor
    .selectFrom('orders')
    .select('destinationAddress')
    .where('clientId', '=', clientId)
    .where('payoutGroup', '=', network)
    .where('status', 'not in', ['canceled', 'expired'])
    .orderBy('createdAt', 'desc')
    .limit(ordersMax)
    .execute();
  const known = rows.map(({ destinationAddress }) => destinationAddress);
  return known.includes(address) ? undefined : known.find((other) => looksLike(other, address));
}

/** Whether two different addresses have the same ends. */
export function looksLike(left: string, right: string): boolean {
  return left !== right && ends(left) === ends(right);
}

function ends(address: string): string {
  const bare = address.replace(prefix, '').toLowerCase();
  return `${bare.slice(0, endLength)}…${bare.slice(-endLength)}`;
}
