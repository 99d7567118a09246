import { isLookalike } from '@causeway/domain/addresses/is-lookalike';
import type { Executor } from '../../database/db.ts';

/** Most earlier orders looked at. */
const ordersMax = 200;
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
  return known.includes(address) ? undefined : known.find((other) => isLookalike(other, address));
}
