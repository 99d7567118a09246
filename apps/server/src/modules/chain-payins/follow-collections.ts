import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { EvmWallet } from '../../providers/evm/wallet.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { type AccountTransaction, markSent } from '../chain-wallets/account-store.ts';
import { depositWallet, hotWallet } from '../chain-wallets/wallets.ts';
import { isContractEther } from './contract-ether.ts';
import type { DepositAddressRow, DepositRow } from './store.ts';
import { endOvertaken, lookAtTransaction, recordLook } from '../chain-wallets/record-look.ts';
import { type Hurry, hurryAttempt, refusedMs, sendAttempt } from '../chain-wallets/send-attempt.ts';

const followedMax = 200;

/** Polls the transactions between our own addresses; one that the network forgot is sent again, byte for byte. */
export async function followCollections(context: AppContext, hurry: Hurry = hurryAttempt): Promise<void> {
  const open = await context.db
    .selectFrom('accountTransactions')
    .selectAll()
    .where('purpose', 'in', ['collect', 'gas'])
    .where('status', 'in', ['signed', 'sent', 'mined', 'failed'])
    .orderBy('updatedAt')
    .limit(followedMax)
    .execute();
  await settleEach(context, open, {
    work: 'follow-collections',
    againWithin: 120,
    nameOf: ({ chain, sender, nonce }) => `${chain} ${sender} ${nonce}`,
    settle: (transaction) => follow(context, transaction, hurry),
    postpone: ({ transactionId }) => postpone(context, transactionId),
  });
}

async function postpone({ db, clock }: AppContext, transactionId: string): Promise<void> {
  await db
    .updateTable('accountTransactions')
    .set({ updatedAt: clock.now() })
    .where('transactionId', '=', transactionId)
    .execute();
}

async function follow(context: AppContext, transaction: AccountTransaction, hurry: Hurry): Promise<void> {
  const { transactionId } = transaction;
  const wallet = await walletOf(context, transaction);
  const look = await lookAtTransaction(context, transactionId);
  if (look === undefined) {
    // What comes to the address is collected again. What the other bytes cost is a difference for a person.
    if (await isOvertaken(context, transaction))
      return context.db.transaction().execute((trx) => endOvertaken(context, trx, transactionId));
    await sendAttempt(context, wallet, { transactionId });
    await markSent(context, context.db, transactionId);
  } else if (look.found.confirmations === 0) {
    await markSent(context, context.db, transactionId);
    await hurry(context, wallet, transaction);
  }
  await context.db.transaction().execute(async (trx) => {
    await recordLook(context, trx, transactionId, look);
    await markCollected(trx, transactionId);
  });
}

/**
 * Whether other bytes have used the nonce, which a restore forgot: ours are in no block any more. The chain has had the
 * time to settle.
 */
async function isOvertaken(
  { clock, providers }: AppContext,
  { purpose, sender, nonce, refusedAt }: AccountTransaction,
): Promise<boolean> {
  // What the hot wallet sent holds its chain, and a person decides.
  if (purpose === 'gas' || refusedAt === null || refusedAt.getTime() + refusedMs > clock.now().getTime()) return false;
  return Number(nonce) < (await providers.evm.getNonce(sender));
}

/** What a settled collection took along is looked for no more: a scan of all deposits would get slower every day. */
async function markCollected(trx: Executor, transactionId: string): Promise<void> {
  await sql`
    update deposits set is_collected = true from account_transactions done
    where done.transaction_id = ${transactionId}::uuid and done.purpose = 'collect' and done.status = 'settled'
      and deposits.address_id = done.address_id and deposits.currency = done.currency
      and deposits.credited_at < done.created_at and not deposits.is_collected
  `.execute(trx);
}

/**
 * What a collection that a restore forgot took of an address: its amount was fixed before its block, so the newest
 * deposits of which the address still has the half are not among it. Dust is left of those that are.
 *
 * @returns the deposits that it took, and when those that it did not take were booked
 */
export async function readTaken(
  { db, providers }: AppContext,
  { addressId, address }: DepositAddressRow,
  { currency, token, height }: { currency: string; token: string; height: number },
): Promise<{ taken: string[]; left: Date[] }> {
  const own = db.selectFrom('deposits').selectAll().where('addressId', '=', addressId).where('currency', '=', currency);
  const found: (DepositRow & { at: number })[] = [];
  for (const deposit of await own.where('isCollected', '=', false).orderBy('seenAt', 'desc').execute()) {
    const paid = isContractEther(deposit.txid) ? undefined : await providers.evm.getTransaction(deposit.txid);
    if (paid !== undefined && paid.confirmations > 0) found.push({ ...deposit, at: paid.height });
  }
  let there = await providers.evm.getBalance(address, token);
  const [taken, left]: [string[], Date[]] = [[], []];
  for (const { amount, creditedAt, depositId, at } of found.toSorted((one, other) => other.at - one.at)) {
    if (at <= height && there * 2n < amount) taken.push(depositId);
    else if (creditedAt !== null) left.push(creditedAt);
    there = there > amount ? there - amount : 0n;
  }
  return { taken, left };
}

async function walletOf(context: AppContext, { purpose, addressId }: AccountTransaction): Promise<EvmWallet> {
  if (purpose === 'gas' || addressId === null) return hotWallet(context.config);
  const { keyIndex } = await context.db
    .selectFrom('depositAddresses')
    .select('keyIndex')
    .where('addressId', '=', addressId)
    .executeTakeFirstOrThrow();
  return depositWallet(context.config, keyIndex);
}
