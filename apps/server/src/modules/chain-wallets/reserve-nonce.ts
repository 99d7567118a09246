import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';

/**
 * Takes the next number of an account in the caller's transaction, so that it is used up if and only if its bytes are
 * stored, and holds the account until that ends.
 *
 * @param mined how many transactions of the account the node has in blocks
 */
export async function reserveNonce(trx: Executor, chain: string, address: string, mined: number): Promise<number> {
  await trx
    .insertInto('accountNonces')
    .values({ chain, address, nextNonce: BigInt(mined) })
    .onConflict((conflict) => conflict.columns(['chain', 'address']).doNothing())
    .execute();
  const { nextNonce } = await trx
    .updateTable('accountNonces')
    .set({ nextNonce: sql<bigint>`greatest(next_nonce, ${mined}::bigint) + 1` })
    .where('chain', '=', chain)
    .where('address', '=', address)
    .returning('nextNonce')
    .executeTakeFirstOrThrow();
  return Number(nextNonce) - 1;
}

/** Gives back the number just taken, where the caller finds that it cannot use it after all. */
export async function returnNonce(trx: Executor, chain: string, address: string, nonce: number): Promise<void> {
  await trx
    .updateTable('accountNonces')
    .set({ nextNonce: BigInt(nonce) })
    .where('chain', '=', chain)
    .where('address', '=', address)
    .execute();
}
