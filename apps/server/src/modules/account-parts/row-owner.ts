import { type RawBuilder, sql } from 'kysely';

/** The owner of a row, which decides whose personal data it holds. */
export type RowOwner = 'client' | 'order' | 'payout' | 'transaction' | 'address';

const whereOf: Readonly<Record<RowOwner, string>> = {
  client: 'client_id = any($1)',
  order: 'order_id in (select order_id from orders where client_id = any($1))',
  payout: 'payout_id in (select payout_id from payouts join orders using (order_id) where client_id = any($1))',
  // An address for deposits is of an order, or of a client itself.
  address: `address_id in (
    select owned.address_id from unnest($1) as who cross join lateral (
      select address_id from deposit_addresses where deposit_addresses.client_id = who
      union all
      select address_id from orders join deposit_addresses using (order_id) where orders.client_id = who
    ) owned
  )`,
  transaction: `transaction_id in (
    select transaction_id from account_transactions join payouts using (payout_id) join orders using (order_id) where client_id = any($1)
  )`,
};

/** The condition under which a row belongs to one of the clients. */
export function isOwnedBy(of: RowOwner, clientIds: readonly string[]): RawBuilder<boolean> {
  const [before = '', after = ''] = whereOf[of].split('$1');
  return sql<boolean>`${sql.raw(before)}${clientIds}::uuid[]${sql.raw(after)}`;
}
