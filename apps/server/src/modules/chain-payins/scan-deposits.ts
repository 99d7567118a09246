import type { AppContext } from '../../context.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { listUnreadable, settleUnreadable, storeUnreadable } from '../alarms/unreadable-reports.ts';
import type { Candidate, DepositChain, PayingTransaction, Payment } from './deposit-chain.ts';
import { followDeposits } from './follow-deposits.ts';
import { lookAgain } from '../payout-holds/check-epoch.ts';
import { fundingKeys } from './deposit-losses.ts';
import { adoptForgotten, findDepositAddress, findScanHeight, keepScanHeight, pickOwn, samePayment } from './store.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { addHistory } from '../order-lifecycle/change-status.ts';
import { lockOrder } from '../order-lifecycle/store.ts';
import { reverseEntry } from '../../ledger/entry.ts';
import { regainDeposit } from './lost-deposits.ts';
import { walletAddress } from '../chain-wallets/wallets.ts';
import { isOwnTransaction } from '../chain-wallets/own-spends.ts';

/** Most blocks searched in one run; the rest is left for the next one. */
const blocksMax = 200;

/**
 * Searches a chain for payments to our addresses, from a little before where the last run ended, so that payments moved
 * by a reorganisation are found again, and then polls every open deposit.
 *
 * @throws ProviderError while the node cannot be asked; nothing is assumed then
 */
export async function scanDeposits(context: AppContext, chain: DepositChain): Promise<void> {
  const height = await chain.getHeight(context);
  const overlap = chainSettings(context.config, chain.name).settledConfirmations;
  const known = await findScanHeight(context.db, chain.name);
  if (known === undefined) await chain.begin?.(context, height);
  const before = known ?? height;
  // A lagging node is asked again for blocks that it answered before.
  const from = Math.max(0, Math.min(before, height) - overlap + 1);
  const to = Math.min(height, from + overlap + blocksMax);
  const found = [...(await chain.findInBlocks(context, from, to)), ...(await chain.findWaiting(context))];
  await recordFound(context, chain, found);
  await keepScanHeight(context, chain.name, Math.max(to, height < before ? before : 0));
  await chain.findUnlisted?.(context);
  await followDeposits(context, chain);
}

/**
 * Reads a chain to its end, before something is decided that a payment would change: after a restore, or a while
 * without workers, what is in the chain already is taken in first.
 *
 * @throws Error while more is left to read
 */
export async function catchUpWithChain(context: AppContext, chain: DepositChain): Promise<void> {
  const height = await chain.getHeight(context);
  const isRead = async () => ((await findScanHeight(context.db, chain.name)) ?? -1) >= height;
  if (await isRead()) return;
  await scanDeposits(context, chain);
  if (!(await isRead())) throw new Error(`The ${chain.name} chain is not read to its end yet.`);
}

/** Records which of the payments are to addresses of ours. */
export async function recordFound(
  context: AppContext,
  chain: DepositChain,
  found: readonly Candidate[],
): Promise<void> {
  await recordEach(context, chain, await pickTransactions(context, chain, found));
}

/** A payment that cannot be recorded is stored and retried, also when its block is no longer searched. */
async function recordEach(context: AppContext, chain: DepositChain, found: readonly string[]): Promise<void> {
  const source = chain.name;
  const unreadable = new Set((await listUnreadable(context, source)).map(({ outsideId }) => outsideId));
  await settleEach(context, [...new Set([...found, ...unreadable])], {
    work: `scan-deposits ${source}`,
    againWithin: 120,
    nameOf: (txid) => txid,
    settle: async (txid) => {
      await recordDeposit(context, chain, txid);
      if (unreadable.has(txid)) await settleUnreadable(context, context.db, { source, outsideId: txid });
    },
    postpone: (txid, reason) => storeUnreadable(context, context.db, { source, outsideId: txid, body: {}, reason }),
  });
}

/** Ids of the transactions among them that pay an address of ours. */
async function pickTransactions(
  context: AppContext,
  chain: DepositChain,
  candidates: readonly Candidate[],
): Promise<string[]> {
  const recipients = [...new Set(candidates.map(({ recipient }) => recipient))];
  const own = await pickOwn(context.db, chain.name, recipients);
  own.add(chain.fundingAddress(context));
  return [...new Set(candidates.filter(({ recipient }) => own.has(recipient)).map(({ txid }) => txid))];
}

/** A payment with more of them was not found by the usual scan, but by a search of older blocks. */
const lateConfirmations = 20;
/** More than the database holds of any currency. */
const tooMuch = 10n ** 38n;

/**
 * Records what a transaction pays to addresses of ours, each payment once however often it is seen. Payments between
 * our own addresses are not deposits.
 */
async function recordDeposit(context: AppContext, chain: DepositChain, txid: string): Promise<void> {
  if (await isOwnTransaction(context.db, txid)) return reverseFunding(context, chain, txid);
  const found = await chain.read(context, txid);
  // What failed in its block has cost its fee all the same.
  if (found === undefined) return chain.takeOwn?.(context, txid);
  if (await isFromUs(context, chain, found)) {
    await reverseFunding(context, chain, txid);
    return chain.takeOwn?.(context, txid);
  }
  // One transaction may pay several orders.
  const ends = await Promise.allSettled(
    found.payments.map(async (payment) =>
      context.db.transaction().execute((trx) => recordPayment(context, trx, chain, { txid, found, payment })),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Coins sent by our own keys were ours before, also where a restore has removed them from the books. */
async function isFromUs(context: AppContext, { name }: DepositChain, { senders }: PayingTransaction): Promise<boolean> {
  return senders.includes(walletAddress(context.config, name)) || (await pickOwn(context.db, name, senders)).size > 0;
}

/** Before its sender's address was made again after a restore it was taken for a stranger's. */
async function reverseFunding(context: AppContext, { name }: DepositChain, txid: string): Promise<void> {
  const fundings = await context.db
    .selectFrom('deposits')
    .selectAll()
    .where('chain', '=', name)
    .where('txid', '=', txid)
    .where('addressId', 'is', null)
    .where('status', '<>', 'gone')
    .execute();
  for (const funding of fundings) {
    if (funding.status === 'lost') await regainDeposit(context, funding);
    await context.db.transaction().execute(async (trx) => {
      const taken = trx.updateTable('deposits').set({ status: 'gone' }).where('depositId', '=', funding.depositId);
      const { numUpdatedRows } = await taken.where('status', 'in', ['seen', 'credited', 'settled']).executeTakeFirst();
      const booked = await trx
        .selectFrom('ledgerKeys')
        .select('entryId')
        .where('idempotencyKey', 'in', fundingKeys(funding))
        .orderBy('place', 'desc')
        .executeTakeFirst();
      if (numUpdatedRows === 1n && booked !== undefined) await reverseEntry(trx, context, booked.entryId);
    });
  }
}

interface Sighting {
  txid: string;
  found: PayingTransaction;
  payment: Payment;
}

async function recordPayment(
  context: AppContext,
  trx: Executor,
  chain: DepositChain,
  { txid, found, payment }: Sighting,
): Promise<void> {
  const { recipient, place: outputIndex, currency, amount } = payment;
  const place = { chain: chain.name, address: recipient };
  const known = await findDepositAddress(trx, place);
  // Another payment of the same transaction may just have made a forgotten address its client's again.
  const target = known ?? (await adoptForgotten(context, trx, place)) ?? (await findDepositAddress(trx, place));
  if (target === undefined && recipient !== chain.fundingAddress(context)) return;
  if (amount <= 0n || amount >= tooMuch) throw new Error(`${amount} is no amount of ${currency}.`);
  const now = context.clock.now();
  const { confirmations, blockHash } = found;
  const seen = {
    addressId: target?.addressId ?? null,
    orderId: target?.orderId ?? null,
    clientId: target?.clientId ?? null,
    currency,
    amount,
    status: 'seen',
    confirmations,
    blockHash,
    seenAt: now,
    minedAt: confirmations > 0 ? now : null,
    updatedAt: now,
  };
  const created = await trx
    .insertInto('deposits')
    .values({ depositId: newUuid(context), chain: chain.name, txid, outputIndex, ...seen })
    // A deposit that had left before it was booked is back: it was not on its way meanwhile, so it comes now.
    .onConflict((conflict) => conflict.columns(samePayment).doUpdateSet(seen).where('deposits.status', '=', 'gone'))
    .returning('depositId')
    .executeTakeFirst();
  if (created === undefined || target === undefined) return;
  // What spent its coins may be in blocks that were read before its address was known.
  if (known === undefined || confirmations > lateConfirmations) await lookAgain(trx, chain.name, confirmations);
  if (target.orderId === null) return;
  const { status, orderId } = await lockOrder(trx, target.orderId);
  await addHistory(context, trx, { orderId, from: status, to: status, reason: 'deposit_seen', actor: 'system' });
}
