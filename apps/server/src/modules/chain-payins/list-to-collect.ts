import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';

/** An address with something on it that is not yet on the hot wallet. */
export interface CollectionSource {
  addressId: string;
  address: string;
  keyIndex: bigint;
  currency: string;
  /** Transactions that were ever made to collect from it. */
  transactions: number;
}

const sourcesMax = 100;
const source = z.object({
  addressId: z.string(),
  address: z.string(),
  keyIndex: z.bigint(),
  currency: z.string(),
  transactions: z.int(),
});

/**
 * Addresses and currencies whose counted deposits nobody has collected since: a collection takes all there is, so any
 * that was made after the last deposit will do. Those with a transaction under way wait for it. Tokens come before
 * ether, which may be needed to pay for their gas. What is worth less than its gas stays where it is.
 */
export async function listToCollect(
  executor: Executor,
  least: ReadonlyMap<string, bigint>,
): Promise<CollectionSource[]> {
  const [codes, amounts] = [[...least.keys()], [...least.values()].map(String)];
  const { rows } = await sql`
    select address_id, target.address, target.key_index, deposit.currency,
      (select count(*)::int from account_transactions made where made.address_id = deposit.address_id) as transactions
    from deposits deposit join deposit_addresses target using (address_id)
      join unnest(${codes}::text[], ${amounts}::numeric[]) as worth (currency, least) on worth.currency = deposit.currency
    where deposit.chain = 'ethereum' and deposit.status in ('credited', 'settled') and not exists (
      select 1 from account_transactions done
      where done.address_id = deposit.address_id and (
        done.status in ('signed', 'sent')
        or (done.purpose = 'collect' and done.currency = deposit.currency and done.status <> 'failed' and done.created_at > deposit.credited_at)
      )
    )
    group by address_id, target.address, target.key_index, deposit.currency, worth.least
    having sum(deposit.amount) >= worth.least
    order by (deposit.currency = 'ETH'), min(deposit.credited_at) limit ${sourcesMax}
  `.execute(executor);
  return z.array(source).parse(rows);
}

/**
 * Whether no transaction was made for an address since it was listed, holding the address until the caller's ends: a
 * server that was paused in between would go by what the address had then, and send gas or collect once more.
 */
export async function isStillToCollect(trx: Executor, { addressId, transactions }: CollectionSource): Promise<boolean> {
  await trx
    .selectFrom('depositAddresses')
    .select('addressId')
    .where('addressId', '=', addressId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { made } = await trx
    .selectFrom('accountTransactions')
    .select(({ fn }) => fn.countAll().as('made'))
    .where('addressId', '=', addressId)
    .executeTakeFirstOrThrow();
  return Number(made) === transactions;
}
