import { type Selectable, sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import type { FeeBumps } from '../../../database/types.generated.ts';
import { postEntry } from '../../../ledger/entry.ts';
import { paths } from '../../../ledger/paths.ts';
import { listReserved } from './waiting-fees.ts';
import type { SpendableOutput } from '../../../providers/bitcoin/select-outputs.ts';
import { clearAlarm, raiseAlarm } from '../../alarms/raise-alarm.ts';
import { OperatorFault } from '../../operators/record-action.ts';
import type { PayoutHold } from '../../payout-holds/store.ts';
import type { PayoutRow } from '../store.ts';

/** A transaction that pays for a payout which waits for a block. */
export type FeeBumpRow = Selectable<FeeBumps>;

/** The oldest first: each spends the output of the one before. */
export async function listFeeBumps(executor: Executor, payoutId: string): Promise<FeeBumpRow[]> {
  return executor.selectFrom('feeBumps').selectAll().where('payoutId', '=', payoutId).orderBy('createdAt').execute();
}

/** With how many transactions before it wait for a block, its own included. */
type FreeOutput = SpendableOutput & { ancestors: number };

/** Most outputs considered for one payout. */
const outputsMax = 200;

/**
 * Free outputs that no other transaction is choosing from, locked until the transaction ends: one that is enough by
 * itself where there is one, so that simultaneous payouts do not wait for each other, or else all of them.
 */
export async function lockFreeOutputs(trx: Executor, chain: string, enough: bigint): Promise<FreeOutput[]> {
  const reserved = await listReserved(trx, chain, undefined);
  // Coins in a block before change that waits: a transaction that no block takes holds back what spends its change.
  const mined = await lockMined(trx, chain, enough);
  if (mined !== undefined) return mined;
  const waiting = await selectFree(trx, chain, reserved)
    .where('amount', '>=', enough)
    .where('ancestors', '>', 0)
    .orderBy('amount')
    .limit(1)
    .execute();
  if (waiting.length > 0) return waiting;
  const all = await selectFree(trx, chain, reserved).orderBy('amount', 'desc').limit(outputsMax).execute();
  let room = ancestorsMost;
  return all.filter(({ ancestors }) => {
    const fits = ancestors <= room;
    if (fits) room -= ancestors;
    return fits;
  });
}

/** The smallest free coin in a block that is enough, locked, where there is one; the payout `own` may have had it. */
export async function lockMined(trx: Executor, chain: string, enough: bigint, own?: string) {
  const one = await selectFree(trx, chain, await listReserved(trx, chain, own))
    .where('amount', '>=', enough)
    .where('ancestors', '=', 0)
    .orderBy('amount')
    .limit(1)
    .executeTakeFirst();
  return one && [one];
}

/**
 * Most waiting transactions behind each other: a node takes 25, of which recipients need some for what they do with
 * their coins.
 */
const ancestorsMost = 20;

/** Whether change of waiting payouts is left alone until a block has some of them. */
export async function restsUntilBlock(executor: Executor, chain: string): Promise<boolean> {
  const resting = await executor
    .selectFrom('walletOutputs')
    .select('txid')
    .where('chain', '=', chain)
    .where('spentByPayoutId', 'is', null)
    .where('ancestors', '>', ancestorsMost - 1)
    .limit(1)
    .executeTakeFirst();
  return resting !== undefined;
}

/** Change of a transaction in a block has nothing that waits before it; that of one that left a block may have. */
export async function recordAncestors(
  trx: Executor,
  { chain, txid }: { chain: string; txid: string | null },
  confirmations: number,
): Promise<void> {
  if (txid === null) return;
  await trx
    .updateTable('walletOutputs')
    .set(confirmations > 0 ? { ancestors: 0 } : (row) => ({ ancestors: row.fn('greatest', ['ancestors', row.lit(1)]) }))
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .where('origin', '=', 'change')
    .execute();
}

/** The change of one of our transactions, locked, where nothing spends it. */
export async function lockChange(trx: Executor, chain: string, txid: string): Promise<FreeOutput | undefined> {
  return selectFree(trx, chain, []).where('txid', '=', txid).where('origin', '=', 'change').executeTakeFirst();
}

function selectFree(trx: Executor, chain: string, reserved: readonly string[]) {
  return trx
    .selectFrom('walletOutputs')
    .select(['txid', 'outputIndex', 'amount', 'keyIndex', 'ancestors'])
    .where('chain', '=', chain)
    .where('spentByPayoutId', 'is', null)
    .where('isSpendable', '=', true)
    .where('ancestors', '<', ancestorsMost)
    .where(sql<boolean>`txid || ':' || output_index <> all(${[...reserved]}::text[])`)
    .forUpdate()
    .skipLocked();
}

/**
 * Coins of the wallet on a chain that no payout uses yet: spendable ones, and change that will be once it is sent. Only
 * as many as one payout takes, the largest: more of them would be of no use to it.
 * Outputs removed by a reorganisation would otherwise make an empty wallet seem busy for ever.
 */
export async function sumUnspent(executor: Executor, chain: string): Promise<bigint> {
  const largest = executor
    .selectFrom('walletOutputs')
    .select('amount')
    .where('chain', '=', chain)
    .where('spentByPayoutId', 'is', null)
    .where(({ eb, or }) => or([eb('isSpendable', '=', true), eb('origin', '=', 'change')]))
    .orderBy('amount', 'desc')
    .limit(outputsMax);
  const row = await executor
    .selectFrom(largest.as('largest'))
    .select(sql<bigint>`coalesce(sum(amount), 0)`.as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** @returns whether all of them were free */
export async function markSpent(
  trx: Executor,
  chain: string,
  payoutId: string,
  inputs: readonly Pick<SpendableOutput, 'txid' | 'outputIndex'>[],
): Promise<boolean> {
  let count = 0n;
  // Another worker may have put a payout's earlier bytes in place of others since the coins were chosen.
  const reserved = await listReserved(trx, chain, payoutId);
  for (const { txid, outputIndex } of inputs) {
    if (reserved.includes(`${txid}:${outputIndex}`)) return false;
    const marked = await trx
      .updateTable('walletOutputs')
      .set({ spentByPayoutId: payoutId })
      .where('chain', '=', chain)
      .where('txid', '=', txid)
      .where('outputIndex', '=', outputIndex)
      .where('spentByPayoutId', 'is', null)
      .executeTakeFirst();
    count += marked.numUpdatedRows;
  }
  return count === BigInt(inputs.length);
}

/** The coins that a payout spends, the largest first. */
export async function listSpent(trx: Executor, chain: string, payoutId: string): Promise<SpendableOutput[]> {
  return trx
    .selectFrom('walletOutputs')
    .select(['txid', 'outputIndex', 'amount', 'keyIndex'])
    .where('chain', '=', chain)
    .where('spentByPayoutId', '=', payoutId)
    .orderBy('amount', 'desc')
    .execute();
}

/** How many transactions wait for a block with one that spends a payout's coins, its own included. */
export async function countAncestors(trx: Executor, chain: string, payoutId: string): Promise<number> {
  const spent = await trx
    .selectFrom('walletOutputs')
    .select('ancestors')
    .where('chain', '=', chain)
    .where('spentByPayoutId', '=', payoutId)
    .execute();
  return spent.reduce((sum, { ancestors }) => sum + ancestors, 1);
}

/** A payout spends these coins and no other ones. */
export async function spendExactly(
  trx: Executor,
  chain: string,
  payoutId: string,
  inputs: readonly Pick<SpendableOutput, 'txid' | 'outputIndex'>[],
): Promise<void> {
  await trx
    .updateTable('walletOutputs')
    .set({ spentByPayoutId: null })
    .where('chain', '=', chain)
    .where('spentByPayoutId', '=', payoutId)
    .execute();
  if (!(await markSpent(trx, chain, payoutId, inputs))) throw new Error('An input was taken by another pay-out.');
}

type Payer = Pick<PayoutRow, 'payoutId' | 'chain'>;

/** What paid for bytes of a payout that no block ever has costs nothing and brings nothing back to the wallet. */
export async function endBumps(context: AppContext, trx: Executor, { payoutId, chain }: Payer): Promise<void> {
  for (const { bumpId: name, fee: amount, status } of await listFeeBumps(trx, payoutId))
    if (status === 'sent') await bookUntaken(context, trx, { payoutId, chain }, { name, amount });
  const ended = { status: 'settled', updatedAt: context.clock.now() };
  await trx.updateTable('feeBumps').set(ended).where('payoutId', '=', payoutId).execute();
  const made = trx.deleteFrom('walletOutputs').where('chain', '=', chain).where('origin', '=', 'change');
  const txids = trx.selectFrom('feeBumps').select('txid').where('payoutId', '=', payoutId);
  await made.where('txid', 'in', txids).execute();
}

async function bookUntaken(
  context: AppContext,
  trx: Executor,
  { payoutId: reference, chain }: Payer,
  { name, amount }: { name: string; amount: bigint },
): Promise<void> {
  const postings = [{ from: paths.worldChain(chain), to: paths.networkExpense, amount, currency: 'BTC' }];
  await postEntry(trx, context, { kind: 'chain_fee', reference, idempotencyKey: `fee_not_taken:${name}`, postings });
}

/**
 * Bytes that no block ever has, and what paid for them, spend nothing and bring nothing back to the wallet.
 *
 * @param lost coins that are not there either
 */
export async function freeCoins(
  context: AppContext,
  trx: Executor,
  { payoutId, chain, status, fee }: Pick<PayoutRow, 'payoutId' | 'chain' | 'status' | 'fee'>,
  lost: readonly { txid: string; outputIndex: number }[],
): Promise<void> {
  await endBumps(context, trx, { payoutId, chain });
  // The books have a fee of what was sent, whether it paid out or was to bring the coins back.
  if (status !== 'signed' && fee !== null)
    await bookUntaken(context, trx, { payoutId, chain }, { name: payoutId, amount: fee });
  await sql`
    delete from wallet_outputs where chain = ${chain} and origin = 'change'
      and txid in (select txid from payouts where payout_id = ${payoutId})
  `.execute(trx);
  const coins = trx.updateTable('walletOutputs').set({ spentByPayoutId: null });
  await coins.where('spentByPayoutId', '=', payoutId).execute();
  for (const { txid, outputIndex } of lost) {
    const coin = trx.updateTable('walletOutputs').where('chain', '=', chain).where('txid', '=', txid);
    await coin.set({ isSpendable: false }).where('outputIndex', '=', outputIndex).execute();
    await raiseAlarm(context, trx, { kind: 'wallet_output_gone', subject: `${txid}:${outputIndex}` });
  }
}

/** Payouts whose bytes spend coins that a transaction has spent, locked. @param only of several such payouts */
export async function listConflicting(
  trx: Executor,
  { chain, details: { inputs } }: Pick<PayoutHold, 'chain' | 'details'>,
  only?: string,
) {
  const names = inputs.map(({ txid, outputIndex }) => `${txid}:${outputIndex}`);
  const { rows } = await sql<{ payoutId: string; orderId: string; status: string; fee: bigint }>`
    select payout_id as "payoutId", order_id as "orderId", status, fee from payouts
    where chain = ${chain} and status in ('signed', 'freeing', 'broadcast', 'confirmed') and payout_id in (
      select spent_by_payout_id from wallet_outputs
      where chain = ${chain} and txid || ':' || output_index = any(${names}::text[])
    ) and (${only ?? null}::uuid is null or payout_id = ${only ?? null}::uuid) for update
  `.execute(trx);
  return rows;
}

/**
 * Bytes that a restore has signed and not sent spend the same coins, so that they never come into a block: a person
 * decides about their payout, by what the chain shows.
 *
 * @param only of several such payouts
 */
export async function failConflicting(
  context: AppContext,
  trx: Executor,
  hold: PayoutHold,
  only?: string,
): Promise<void> {
  const { chain } = hold;
  for (const { payoutId, orderId, status, fee } of await listConflicting(trx, hold, only)) {
    if (status === 'broadcast' || status === 'confirmed')
      throw new OperatorFault(
        `${hold.subject} has spent coins of a pay-out that was sent, which ends by itself: give this again once it has.`,
      );
    const now = context.clock.now();
    await trx
      .updateTable('payouts')
      .set({ status: 'failed', updatedAt: now })
      .where('payoutId', '=', payoutId)
      .execute();
    await freeCoins(context, trx, { payoutId, chain, status, fee }, []);
    await clearAlarm(context, trx, 'payout_conflict', orderId);
    const details = { reason: 'its coins were spent otherwise' };
    await raiseAlarm(context, trx, { kind: 'payout_failed', subject: orderId, details });
  }
}
