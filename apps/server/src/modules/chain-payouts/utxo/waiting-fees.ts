import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import { type Selection, type SpendableOutput, smallestChange } from '../../../providers/bitcoin/select-outputs.ts';
import { readCoinsOf, virtualBytes } from '../../../providers/bitcoin/wallet.ts';
import type { PayoutRow } from '../store.ts';

/** What waits for a block before a transaction. */
interface Waiting {
  bytes: bigint;
  fee: bigint;
  /** What the payouts pay: of it fees may take a share without a person. */
  amount: bigint;
}

/** A little too low is no reason to pay twice. */
export function isTooLow({ bytes, fee }: Waiting, feeRate: bigint): boolean {
  return fee * 5n < bytes * feeRate * 4n;
}

export function mostFee({ NETWORK_FEE_MOST_PERCENT }: AppContext['config'], amount: bigint): bigint {
  return (amount * BigInt(NETWORK_FEE_MOST_PERCENT)) / 100n;
}

export function lesser(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/**
 * A block takes a transaction no sooner than those that it spends from. Where the change of payouts must be spent that
 * wait at a fee too low by now, this one pays what is missing, as far as the fee of a payout may go without a person.
 */
export async function payForWaiting(
  { config }: Pick<AppContext, 'config'>,
  trx: Executor,
  { chain, amount }: PayoutRow,
  { selection, feeRate }: { selection: Selection; feeRate: bigint },
): Promise<Selection> {
  const waiting = await readWaiting(trx, chain, selection.inputs);
  if (!isTooLow(waiting, feeRate)) return selection;
  const extra = lesser(waiting.bytes * feeRate - waiting.fee, mostFee(config, amount) - selection.fee);
  if (extra <= 0n || selection.change - extra < smallestChange) return selection;
  return { ...selection, fee: selection.fee + extra, change: selection.change - extra };
}

/** The waiting payouts whose change is spent, and those whose change these spend, with what was added to their fees. */
export async function readWaiting(trx: Executor, chain: string, inputs: readonly SpendableOutput[]): Promise<Waiting> {
  const txids = [...new Set(inputs.map(({ txid }) => txid))];
  const { rows } = await sql<{ amount: bigint; fee: bigint; rawTransaction: string }>`
    with recursive waiting as (
      select payout_id from payouts
      where txid = any(${txids}::text[]) and chain = ${chain} and status in ('signed', 'broadcast') and confirmations <= 0
      union
      select payout_id from fee_bumps bump join payouts using (payout_id)
      where bump.txid = any(${txids}::text[]) and bump.chain = ${chain} and bump.status <> 'settled' and confirmations <= 0
      union
      select made.payout_id from waiting
        join wallet_outputs spent on spent.spent_by_payout_id = waiting.payout_id and spent.origin = 'change'
        cross join lateral (
          select payout_id from payouts
          where payouts.txid = spent.txid and chain = ${chain} and status in ('signed', 'broadcast') and confirmations <= 0
          union all
          select payout_id from fee_bumps bump join payouts using (payout_id)
          where bump.txid = spent.txid and bump.chain = ${chain} and bump.status <> 'settled' and confirmations <= 0
        ) made
      where spent.chain = ${chain}
    )
    select amount, fee, raw_transaction from waiting join payouts using (payout_id)
    union all
    select 0, fee, raw_transaction from waiting join fee_bumps using (payout_id)
  `.execute(trx);
  return {
    bytes: rows.reduce((sum, { rawTransaction }) => sum + virtualBytes(rawTransaction), 0n),
    fee: rows.reduce((sum, { fee }) => sum + fee, 0n),
    amount: rows.reduce((sum, { amount }) => sum + amount, 0n),
  };
}

/**
 * Coins that earlier bytes of payouts spend which are not settled: a block can take those bytes after all.
 *
 * @param own the payout that may take those of its own
 */
export async function listReserved(executor: Executor, chain: string, own: string | undefined): Promise<string[]> {
  const rows = await executor
    .selectFrom('replacedPayouts')
    .innerJoin('payouts', 'payouts.payoutId', 'replacedPayouts.payoutId')
    .select(['replacedPayouts.rawTransaction', 'payouts.payoutId'])
    .where('chain', '=', chain)
    .where('status', 'in', ['signed', 'freeing', 'broadcast', 'confirmed'])
    .execute();
  return rows
    .filter(({ payoutId }) => payoutId !== own)
    .flatMap(({ rawTransaction }) => readCoinsOf(rawTransaction).inputs)
    .map(({ txid, outputIndex }) => `${txid}:${outputIndex}`);
}

/** All ids that bytes of a payout, and what paid for them, have had. */
export async function listTxids(executor: Executor, { payoutId }: Pick<PayoutRow, 'payoutId'>): Promise<string[]> {
  const { rows } = await sql<{ txid: string }>`
    select txid from payouts where payout_id = ${payoutId} and txid is not null
    union select txid from replaced_payouts where payout_id = ${payoutId}
    union select txid from fee_bumps where payout_id = ${payoutId}
  `.execute(executor);
  return rows.map(({ txid }) => txid);
}

/** Whether a transaction is ours and still to come into a block. */
export async function isPending(executor: Executor, txid: string): Promise<boolean> {
  const { rows } = await sql`
    select from payouts left join fee_bumps bump using (payout_id)
    where payouts.status in ('signed', 'freeing', 'broadcast', 'confirmed') and ${txid} in (payouts.txid, bump.txid)
  `.execute(executor);
  return rows.length > 0;
}
