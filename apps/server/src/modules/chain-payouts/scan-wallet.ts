import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import type { NodeOutput } from '../../providers/bitcoin/port.ts';
import { canSpend } from '../../providers/bitcoin/select-outputs.ts';
import { createWallet } from '../../providers/bitcoin/wallet.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { findOwnSenders } from '../chain-wallets/bitcoin-spends.ts';
import { listHolds } from '../payout-holds/store.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';

const chain = 'bitcoin';
const currency = 'BTC';

/** The block at whose height nothing was left to do, by database: what is counted changes with blocks alone. */
const doneAt = new WeakMap<Db, string>();

/**
 * Books coins that were sent to the hot wallet once they are settled: anybody can send some, and take them back until
 * then. Looks once for each block.
 */
export async function scanWallet(context: AppContext): Promise<void> {
  const { bitcoin } = context.providers;
  const block = (await bitcoin.getBlockHash(await bitcoin.getHeight())) ?? '';
  if (block !== '' && doneAt.get(context.db) === block) return;
  // A block that comes meanwhile is looked at the next time.
  if (await bookNew(context)) doneAt.set(context.db, block);
}

/** @returns whether nothing was left to do at this block */
async function bookNew(context: AppContext): Promise<boolean> {
  const { settledConfirmations } = chainSettings(context.config, chain);
  const { address } = createWallet(context.config);
  const outputs = await context.providers.bitcoin.listOutputs([address]);
  const known = await context.db
    .selectFrom('walletOutputs')
    .select(['txid', 'outputIndex', 'origin', 'isSpendable', 'spentByPayoutId'])
    .where('chain', '=', chain)
    // Others are queried only where the node still has them: their number grows every day.
    .where(({ and, eb, or }) =>
      or([
        and([eb('spentByPayoutId', 'is', null), eb('origin', '=', 'funding')]),
        ...(outputs.length === 0 ? [] : [eb('txid', 'in', [...new Set(outputs.map(({ txid }) => txid))])]),
      ]),
    )
    .execute();
  const knownNames = new Set(known.map(nameOf));
  let isAll = true;
  for (const output of outputs) {
    if (output.confirmations < settledConfirmations || knownNames.has(nameOf(output))) continue;
    if (await isOwn(context, output)) isAll = false;
    else await book(context, output);
  }
  const seen = new Map(outputs.filter((output) => output.confirmations >= 1).map((output) => [nameOf(output), output]));
  for (const output of known) {
    if (output.origin !== 'funding' || output.spentByPayoutId !== null) continue;
    const there = seen.get(nameOf(output));
    const isSpendable =
      there !== undefined && (output.isSpendable || (await canSpend(context.providers.bitcoin, there)));
    if (output.isSpendable !== isSpendable) await setSpendable(context, output, isSpendable);
  }
  return isAll;
}

/**
 * Coins sent by our own keys are not funding: the change of a transaction that the books do not have, after a restore.
 * A person decides about it, and as long as the database may have lost something, about everything new.
 */
async function isOwn(context: AppContext, { txid }: NodeOutput): Promise<boolean> {
  const isLost = ({ reason }: { reason: string }) => reason === 'restored' || reason === 'clock_back';
  if ((await listHolds(context.db, chain)).some(isLost)) return true;
  const spend = await context.providers.bitcoin.readSpend(txid);
  if (spend === undefined) return true;
  return (await findOwnSenders(context, spend)).length > 0;
}

async function book(context: AppContext, output: NodeOutput): Promise<void> {
  const { txid, outputIndex, amount } = output;
  const isSpendable = await canSpend(context.providers.bitcoin, output);
  const row = { chain, txid, outputIndex, amount, isSpendable, createdAt: context.clock.now() };
  await context.db.transaction().execute(async (trx) => {
    const created = await trx
      .insertInto('walletOutputs')
      .values({ ...row, origin: 'funding' })
      .onConflict((conflict) => conflict.columns(['chain', 'txid', 'outputIndex']).doNothing())
      .returning('txid')
      .executeTakeFirst();
    if (created === undefined) return;
    await postEntry(trx, context, {
      kind: 'wallet_funding',
      reference: `${txid}:${outputIndex}`,
      idempotencyKey: `wallet_funding:${chain}:${txid}:${outputIndex}`,
      postings: [{ from: paths.worldChain(chain), to: paths.treasury, amount, currency }],
    });
  });
}

/** A reorganisation can remove a funding output, and bring it back. */
async function setSpendable(
  context: AppContext,
  output: { txid: string; outputIndex: number },
  isSpendable: boolean,
): Promise<void> {
  await context.db
    .updateTable('walletOutputs')
    .set({ isSpendable })
    .where('chain', '=', chain)
    .where('txid', '=', output.txid)
    .where('outputIndex', '=', output.outputIndex)
    .where('spentByPayoutId', 'is', null)
    .execute();
  if (isSpendable) await clearAlarm(context, context.db, 'wallet_output_gone', nameOf(output));
  else await raiseAlarm(context, context.db, { kind: 'wallet_output_gone', subject: nameOf(output) });
}

function nameOf({ txid, outputIndex }: { txid: string; outputIndex: number }): string {
  return `${txid}:${outputIndex}`;
}
