import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';

const total = z.object({ total: z.bigint() });
const used = z.object({ address: z.string() });
const movement = z.object({
  transactionId: z.string(),
  currency: z.string(),
  amount: z.bigint(),
  bookedFee: z.bigint(),
  isPayout: z.boolean(),
  isBooked: z.boolean(),
});

/** Addresses of orders that ever got something. */
export async function listUsedAddresses(executor: Executor, chain: string): Promise<string[]> {
  const { rows } = await sql`
    select distinct address from deposit_addresses join deposits using (address_id) where deposit_addresses.chain = ${chain}
  `.execute(executor);
  return z
    .array(used)
    .parse(rows)
    .map(({ address }) => address);
}

/** Deposits that are in blocks and do not count yet. */
export async function sumUncounted(executor: Executor, chain: string, currency: string): Promise<bigint> {
  const { rows } = await sql`
    select coalesce(sum(amount), 0)::numeric as total from deposits
    where chain = ${chain} and currency = ${currency} and status = 'seen' and confirmations > 0
  `.execute(executor);
  return total.parse(rows[0]).total;
}

/** Our own transactions that are not settled, and whether the ledger has their pay-out as gone. */
export async function listOpenMovements(executor: Executor, chain: string): Promise<z.output<typeof movement>[]> {
  const { rows } = await sql`
    select transaction_id, done.currency, done.amount, booked_fee, (purpose = 'payout') as is_payout,
      coalesce(payouts.status in ('broadcast', 'confirmed', 'settled'), false) as is_booked
    from account_transactions done left join payouts using (payout_id)
    where done.chain = ${chain} and done.status in ('signed', 'sent', 'mined', 'failed')
  `.execute(executor);
  return z.array(movement).parse(rows);
}
