import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import { sql } from 'kysely';

const total = z.object({ total: z.bigint() });

/** Whether the bytes of a payout bring its coins back to the wallet. */
const isCancel = sql<boolean>`exists (
  select from wallet_outputs back
  where back.chain = payouts.chain and back.txid = payouts.txid and output_index = 0 and origin = 'change'
)`;

/** Satoshi of our recorded outputs: free ones, and those of transactions that are signed but not sent. */
export async function sumKeptOutputs(executor: Executor, chain: string): Promise<bigint> {
  const { rows } = await sql`
    select (
      coalesce((
        select sum(amount) from wallet_outputs output where chain = ${chain} and spent_by_payout_id is null and not exists (
          select 1 from deposits where deposits.chain = output.chain and deposits.txid = output.txid
            and deposits.output_index = output.output_index and deposits.status = 'lost'
        )
      ), 0)
      + coalesce((
        select sum(case status when 'signed' then fee else 0 end + case when ${isCancel} then 0 else amount end)
        from payouts where chain = ${chain} and status in ('signed', 'freeing')
      ), 0)
      -- A reorganisation has put what brings the coins back where a payout was: until it is final the payout is booked.
      - coalesce((
        select sum(amount) from payouts where chain = ${chain} and status in ('broadcast', 'confirmed') and ${isCancel}
      ), 0)
      + coalesce((select sum(fee) from fee_bumps where chain = ${chain} and status = 'signed'), 0)
    )::numeric as total
  `.execute(executor);
  return total.parse(rows[0]).total;
}

export interface SentPayout {
  txid: string;
  /** Satoshi that it takes from the wallet, the fee included. */
  cost: bigint;
  /** What of that the books alone have as gone. */
  back: bigint;
}

/** Payouts that were sent and are not known to have settled, and what raises their fees. */
export async function listSentPayouts(executor: Executor, chain: string): Promise<SentPayout[]> {
  const rows = await executor
    .selectFrom('payouts')
    .select(['txid', 'amount', 'fee', 'status', isCancel.as('isCancel')])
    .where('chain', '=', chain)
    .where('status', 'in', ['broadcast', 'confirmed', 'freeing'])
    .execute();
  const bumps = await executor
    .selectFrom('feeBumps')
    .select(['txid', 'fee as cost', sql<bigint>`0::numeric`.as('back')])
    .where('chain', '=', chain)
    .where('status', '=', 'sent')
    .execute();
  const sent = rows.map(({ txid, amount, fee, status, isCancel: isBack }) => ({
    txid: txid ?? '',
    // The coins of one whose coins are brought back do not leave.
    cost: (status === 'freeing' || isBack ? 0n : amount) + (fee ?? 0n),
    back: status !== 'freeing' && isBack ? amount : 0n,
  }));
  return [...sent, ...bumps];
}

/** Names of the outputs of these transactions that are in our books. */
export async function listOutputNames(
  executor: Executor,
  chain: string,
  txids: readonly string[],
): Promise<Set<string>> {
  const rows = await executor
    .selectFrom('walletOutputs')
    .select(['txid', 'outputIndex'])
    .where('chain', '=', chain)
    .where(sql<boolean>`txid = any(${[...txids]}::text[])`)
    .execute();
  return new Set(rows.map(({ txid, outputIndex }) => `${txid}:${outputIndex}`));
}

/** Names of the outputs of these transactions that were recorded as deposits, booked or not. */
export async function listDepositNames(
  executor: Executor,
  chain: string,
  txids: readonly string[],
): Promise<Set<string>> {
  const rows = await executor
    .selectFrom('deposits')
    .select(['txid', 'outputIndex'])
    .where('chain', '=', chain)
    .where(sql<boolean>`txid = any(${[...txids]}::text[])`)
    .execute();
  return new Set(rows.map(({ txid, outputIndex }) => `${txid}:${outputIndex}`));
}

const owned = z.object({ address: z.string() });
/** Most addresses in one scan of the chain beyond those that hold coins. */
const addressesMost = 2500;

/**
 * Bitcoin addresses of orders: those with unspent coins, or with spending that has not settled, and the newest of the
 * others, which should be empty.
 */
export async function listOwnAddresses(executor: Executor, chain: string): Promise<string[]> {
  const { rows } = await sql`
    select target.address
    from wallet_outputs output
      join deposit_addresses target on target.chain = output.chain and target.key_index = output.key_index
      left join payouts on payouts.payout_id = output.spent_by_payout_id
    where output.chain = ${chain} and (output.spent_by_payout_id is null or payouts.status <> 'settled')
    union
    (select address from deposit_addresses where chain = ${chain} order by created_at desc limit ${addressesMost})
  `.execute(executor);
  return z
    .array(owned)
    .parse(rows)
    .map(({ address }) => address);
}
