import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { runAlone } from '../../jobs/run-alone.ts';
import { type ChainName, chainNames, isChain } from '../../config/config-chains.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { agreeWithProvider } from '../payout-holds/agree-with-provider.ts';
import { checkEpoch, listMoneyProviders, listSinceRestore } from '../payout-holds/check-epoch.ts';
import { type PayoutHold, listHolds, openHold, releaseHolds } from '../payout-holds/store.ts';
import { bitcoinSpends, forgetBehind } from './bitcoin-spends.ts';
import { ethereumSpends } from './ethereum-spends.ts';
import type { OwnSpends, SpendNow } from './own-spends.ts';
import { isOffered } from '../../config/config-providers.ts';

/** Most blocks read in one look, and how long at most; a restored server needs some looks to come up to date. */
const blocksMax = 200;
const readingMs = 20_000;
/** Behind by more, one process reads for all. */
const fewBlocks = 12;
/** Blocks that are read together: a busy server waits as long for the answers about one as about some. */
const pageSize = 4;
/** A block may take one of the waiting ones while they are read: looks until none does, of a minute each, at most. */
const turnsMost = 5;
/** Payouts that are built together share a check. */
const lookMs = 1000;
const chains: Readonly<Record<ChainName, OwnSpends>> = { bitcoin: bitcoinSpends, ethereum: ethereumSpends };

/**
 * What a look has found: not everything was read, so that something may have been sent; all was read, and some of it is
 * unknown to the books; or books and chain agree.
 */
type Finding = 'unread' | 'unknown' | 'agreed';

/** `isAll`: no waiting transaction can have been missed either. */
interface Found {
  finding: Finding;
  isAll: boolean;
}

interface Look {
  at: number;
  isRunning: boolean;
  found: Promise<Found>;
}
const looks = new WeakMap<AppContext['config'], Map<string, Look>>();

/**
 * Whether books and chain agree on what our wallet has sent, so that it may sign. A transaction of ours that the books
 * do not have holds the chain until a person has decided; so does a database of a new epoch, until the chain has been
 * read to its end.
 *
 * @throws ProviderError while the node cannot be asked
 */
export async function agreeWithChain(context: AppContext, chain: string): Promise<boolean> {
  return (await shareLook(context, chain, false)).finding === 'agreed';
}

/**
 * As `agreeWithChain`; also whether all that was sent is known. Before that an order may have been paid: what waits for
 * a block is read to its end too, as a command begins with an empty memory of it.
 *
 * @returns what is not read yet
 * @throws ProviderError while the node cannot be asked
 */
export async function readToEnd(context: AppContext, chain: string): Promise<string | undefined> {
  for (let turn = 0; turn < turnsMost; turn += 1) {
    const { finding, isAll } = await shareLook(context, chain, true);
    if (isAll || finding === 'unread') return finding === 'unread' ? chain : undefined;
  }
  return `what waits on ${chain}`;
}

async function shareLook(context: AppContext, chain: string, isToEnd: boolean): Promise<Found> {
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}.`);
  const own = looks.get(context.config) ?? new Map<string, Look>();
  looks.set(context.config, own);
  const name = isToEnd ? `${chain} to its end` : chain;
  const before = own.get(name);
  const now = performance.now();
  if (before !== undefined && (before.isRunning || now - before.at < lookMs)) return before.found;
  const mine: Look = { at: now, isRunning: true, found: look(context, chains[chain], isToEnd) };
  own.set(name, mine);
  try {
    const found = await mine.found;
    // What is not all read is read on at once.
    if (isToEnd && !found.isAll) own.delete(name);
    return found;
  } catch (error) {
    own.delete(name);
    throw error;
  } finally {
    mine.isRunning = false;
  }
}

/**
 * The chain on which something may have been sent that is not known yet. A bank and an acquirer are read at once.
 *
 * @param of a chain, bank or acquirer; or when money came, for those that may have paid for it without the books
 * @throws ProviderError while one of them cannot be asked
 */
export async function findUnread(context: AppContext, of: string | Date): Promise<string | undefined> {
  const asked = of instanceof Date ? await listSinceRestore(context, of) : [of];
  const isAsked = (name: string) => asked.includes(name);
  for (const provider of listMoneyProviders(context).filter(isAsked)) await agreeWithProvider(context, provider);
  let unread: string | undefined;
  for (const chain of listOffered(context).filter(isAsked)) unread ??= await readToEnd(context, chain);
  return unread;
}

function listOffered({ config }: AppContext): ChainName[] {
  return chainNames.filter((chain) => isOffered(config, chain));
}

/** A hold of a chain with what it is about as the chain has it now. */
export type HeldNow = PayoutHold & { now: SpendNow | undefined };

/**
 * Reads what holds a chain, a bank or an acquirer again: what waited when it was found may be in a block by now, at
 * another fee, or will never be.
 *
 * @throws ProviderError while the node cannot be asked
 */
export async function readHoldsNow(context: AppContext, chain: string): Promise<HeldNow[]> {
  const held: HeldNow[] = [];
  for (const hold of await listHolds(context.db, chain)) {
    const { details } = hold;
    const isSpend = isChain(chain) && hold.reason === 'unknown_spend';
    const now = isSpend ? await chains[chain].readAgain(context, hold) : { details, confirmations: 1 };
    held.push({ ...hold, details: now?.details ?? details, now });
  }
  return forgetBehind(held);
}

/**
 * The order to whose address an undecided transaction went although another had paid it: the one that a person settled
 * it with, or its own pay-out of the same amount. It may be of a forgotten order of that address, or it was paid twice.
 */
export async function findPaidTwice(trx: Executor, { chain, subject, details }: PayoutHold) {
  const { rows } = await sql<{ order: string; paidBy: string }>`
    select nice_id as "order", coalesce(proof, txid) as "paidBy"
    from jsonb_to_recordset(${JSON.stringify(details.payments)}::jsonb) as paid (address text, currency text, amount numeric)
      join orders on destination_address = paid.address and payout_currency = paid.currency
      left join payouts using (order_id) left join lateral (
        select details ->> 'proof' as proof from operator_actions
        where action = 'payout_by_hand' and subject = nice_id limit 1
      ) decided on true
    where payout_group = ${chain} and coalesce(proof, txid) <> ${subject} and case when proof is null
      then payouts.status in ('broadcast', 'confirmed', 'settled') and payouts.amount = paid.amount
      else exists (select from payout_holds where payout_holds.chain = ${chain} and payout_holds.subject = proof) end
    order by orders.created_at desc limit 1
  `.execute(trx);
  return rows[0];
}

/** Whether a chain is not held at this moment; for the transaction that signs. */
export async function isHeld(trx: Executor, chain: string): Promise<boolean> {
  return (await listHolds(trx, chain)).length > 0;
}

async function look(context: AppContext, chain: OwnSpends, isToEnd: boolean): Promise<Found> {
  await checkEpoch(context);
  const { name } = chain;
  const holds = await listHolds(context.db, name);
  const isRestored = holds.some(({ reason }) => reason === 'restored' || reason === 'clock_back');
  const height = await chain.getHeight(context);
  const isRead = await readBlocks(context, chain, height, isRestored);
  const { found, isAll } = await chain.findNow(context, { isRestored, height, isToEnd });
  for (const { subject, details } of found)
    await openHold(context, context.db, { chain: name, reason: 'unknown_spend', subject, details, height });
  const open = await listHolds(context.db, name);
  if (!isRead) return { finding: 'unread', isAll };
  // When the chain was read to its end, what waits too.
  const scan = context.db.updateTable('ownSpendScans').set({ updatedAt: context.clock.now() });
  if (isAll) await scan.where('chain', '=', name).execute();
  if (open.length === 0) return { finding: 'agreed', isAll };
  if (open.some(({ reason }) => reason === 'unknown_spend')) return { finding: 'unknown', isAll };
  // Chain and books agree: holds that only waited for that end, with a row of the audit log.
  if (!isAll) return { finding: isToEnd ? 'unknown' : 'unread', isAll };
  const agreed = { chain: name, holdIds: open.map(({ holdId }) => holdId), by: 'agreement' };
  await context.db.transaction().execute((trx) => releaseHolds(context, trx, agreed));
  return { finding: 'agreed', isAll };
}

/** Reads the blocks since the last check. @returns whether the chain was read to its end */
async function readBlocks(
  context: AppContext,
  chain: OwnSpends,
  height: number,
  isRestored: boolean,
): Promise<boolean> {
  const { db, config } = context;
  const { name } = chain;
  const last = await db.selectFrom('ownSpendScans').selectAll().where('chain', '=', name).executeTakeFirst();
  const overlap = chainSettings(config, name).settledConfirmations;
  if (last === undefined || (await chain.isQuiet(context, isRestored))) {
    await keepProgress(context, chain, height, await chain.getHash(context, height));
    return height > (last?.height ?? 0) - overlap;
  }
  const isSame = (await chain.getHash(context, last.height)) === last.blockHash;
  const begin = Math.min(last.height, height);
  const from = isSame && !isRestored ? begin + 1 : Math.max(0, begin - overlap + 1);
  const to = Math.min(height, Math.max(from, begin) + blocksMax);
  const before = from === last.height + 1 ? last.blockHash : undefined;
  const blocks = { from, to, begin, before, isRestored, height };
  const read = to - from < overlap + fewBlocks ? readRange : readAlone;
  // A node far behind the blocks that were read before knows less than the books.
  return (await read(context, chain, blocks)) && to === height && height > last.height - overlap;
}

interface Blocks {
  from: number;
  to: number;
  /** What was read before; the blocks up to it are only read again. */
  begin: number;
  /** The hash of the block before the first, where it must be that one. */
  before: string | undefined;
  isRestored: boolean;
  /** Of the chain. */
  height: number;
}

/** Many blocks take long: one process reads them, and the others wait for it. */
async function readAlone(context: AppContext, chain: OwnSpends, blocks: Blocks): Promise<boolean> {
  let isRead = false;
  const end = await runAlone(context.db, `catch-up ${chain.name}`, async () => {
    isRead = await readRange(context, chain, blocks);
  });
  if (end.kind === 'failed') throw end.reason;
  return end.kind === 'done' && isRead;
}

/** @returns whether all were read in time; those that were are not read again */
async function readRange(
  context: AppContext,
  chain: OwnSpends,
  { from, to, begin, before, isRestored, height }: Blocks,
): Promise<boolean> {
  const startedAt = performance.now();
  let last = before;
  for (let at = from; at <= to; at += pageSize) {
    if (performance.now() - startedAt > readingMs) return false;
    const end = Math.min(at + pageSize - 1, to);
    const page = Array.from({ length: end - at + 1 }, (_unused, place) => at + place);
    const read = await chain.findInBlocks(context, page, isRestored);
    // A reorganisation has replaced blocks meanwhile: they are read by the next look.
    if (read === undefined || read.previous !== (last ?? read.previous)) return false;
    for (const { subject, details } of read.found)
      await openHold(context, context.db, { chain: chain.name, reason: 'unknown_spend', subject, details, height });
    last = read.hash;
    if (end > begin || end === to) await keepProgress(context, chain, end, read.hash);
  }
  // A chain that got shorter has nothing more to read.
  if (from > to) await keepProgress(context, chain, to, await chain.getHash(context, to));
  return true;
}

async function keepProgress(context: AppContext, chain: OwnSpends, height: number, blockHash: string): Promise<void> {
  const row = { height, blockHash };
  await context.db
    .insertInto('ownSpendScans')
    .values({ chain: chain.name, ...row, updatedAt: context.clock.now() })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(row))
    .execute();
}

/** Checks whether chains and providers are where the books left them. */
export const watchWalletsJob = defineJob({
  name: 'watch-wallets',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 2,
  retryMaxSeconds: 30,
  everySeconds: 60,
});

/** So often that little of a chain is unread. What cannot be asked is asked again before anything is signed or sent. */
export async function watchWallets(context: AppContext): Promise<void> {
  for (const provider of [...listOffered(context), ...listMoneyProviders(context)])
    await (isChain(provider) ? agreeWithChain : agreeWithProvider)(context, provider).catch((error: unknown) => {
      context.log.warn('a chain or a provider could not be compared with the books', { provider, error });
    });
  await raiseLasting(context);
}

/** After a time without a worker payouts are held for seconds; for a minute only if the outside cannot be asked. */
async function raiseLasting(context: AppContext): Promise<void> {
  const before = new Date(context.clock.now().getTime() - 60_000);
  await context.db.transaction().execute(async (trx) => {
    // Locked, so that what releases one meanwhile clears its alarm.
    const open = trx.selectFrom('payoutHolds').selectAll().where('releasedAt', 'is', null).forUpdate();
    const lasting = await open.where('reason', '=', 'unseen').where('openedAt', '<=', before).execute();
    for (const { chain: subject, reason, subject: cause } of lasting)
      await raiseAlarm(context, trx, { kind: 'payouts_held', subject, details: { reason, cause } });
  });
}
