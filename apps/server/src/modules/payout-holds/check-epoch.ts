import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { isOffered } from '../../config/config-providers.ts';
import type { AppContext } from '../../context.ts';
import { type Executor, identitySql } from '../../database/db.ts';
import type { DatabaseEpoch as EpochColumns } from '../../database/types.generated.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { chainNames } from '../../config/config-chains.ts';
import { Refusal } from '../../errors.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { recordAction } from '../operators/record-action.ts';
import { endEverySession } from '../sessions/end-sessions.ts';
import { leaveDecidedToPerson } from '../order-lifecycle/payout-method.ts';
import { type PayoutHold, openHold, spendDetails } from './store.ts';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Bank and acquirers: each of them may have sent or taken what a restore has removed from the books. */
export function listMoneyProviders({ config, providers }: AppContext): string[] {
  const { bank, acquirers } = providers;
  return [bank.name, ...acquirers.all.map(({ name }) => name)].filter((name) => isOffered(config, name));
}

/**
 * A replica takes over within so long; a recovery by hand takes longer, and without a worker for longer the database
 * may be a copy of files, which came back with its mark.
 */
const takeoverMs = 3 * 60_000;
/** A clock that is ahead is noticed within so long: webhooks with a time are refused. */
const aheadMs = 7 * 24 * 3_600_000;
const identityRow = z.object({ identity: z.string() });

/** One epoch of the database, and how far it has come. */
type DatabaseEpoch = Omit<Selectable<EpochColumns>, 'isOnly'>;

/**
 * Compares the database with its state when a worker last checked. Another cluster, timeline or database than recorded
 * is a restored copy or a failover: it may have lost payouts, so everything that pays out is held until it agrees with
 * the books. A copy has lost the ends of sessions too, so all of them end. What no worker has seen for minutes may be a
 * copy as well; only time says so, and what pays out waits until it was compared.
 */
export async function checkEpoch(context: AppContext): Promise<DatabaseEpoch> {
  const { rows } = await sql`select ${identitySql} as identity`.execute(context.db);
  const { identity } = identityRow.parse(rows[0]);
  const known = await context.db.selectFrom('databaseEpoch').selectAll().executeTakeFirst();
  if (known?.identity === identity && !isUnseen(context, known)) return known;
  return context.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('databaseEpoch')
      .values({ identity, epoch: 1, mark: 0n, beganAt: context.clock.now(), seenAt: context.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const held = await trx.selectFrom('databaseEpoch').selectAll().forUpdate().executeTakeFirstOrThrow();
    if (held.identity === identity)
      return isUnseen(context, held) ? beginEpoch(context, trx, held, { identity, reason: 'unseen' }) : held;
    const begun = await beginEpoch(context, trx, held, { identity, reason: 'restored' });
    if (!(await isFailover(context, held, identity))) await endWhatReturned(context, trx, begun, held.seenAt);
    return begun;
  });
}

type Clocked = Pick<AppContext, 'clock'>;
/** What no worker has seen since then may be a copy. */
const unseenSince = ({ clock }: Clocked) => new Date(clock.now().getTime() - takeoverMs);
const isUnseen = (context: Clocked, { seenAt }: DatabaseEpoch) => seenAt < unseenSince(context);

/** When the database was certainly in use: where its epoch is young, the clock may have been ahead since then. */
function lastSure({ seenAt, seenBefore, beganAt }: DatabaseEpoch, now: Date): Date {
  const isYoung = seenAt.getTime() - beganAt.getTime() < aheadMs;
  return new Date(Math.min(seenAt.getTime(), now.getTime(), ((isYoung && seenBefore) || seenAt).getTime()));
}

/**
 * Only the timeline changed, and the database is where this host last saw it, minutes ago: a replica took over, and
 * lost less than the minute since then.
 */
async function isFailover(context: AppContext, held: DatabaseEpoch, identity: string): Promise<boolean> {
  const [cluster, , database] = held.identity.split(':');
  const [nowCluster, , nowDatabase] = identity.split(':');
  const remembered = await readMark(join(context.config.DATA_DIR, `epoch-${nameOf(held)}`));
  if (isUnseen(context, held)) return false;
  return cluster === nowCluster && database === nowDatabase && remembered > 0n && remembered <= held.mark;
}

/** What was ended after the copy is open in it again: a thief's session, one of before a new password, a withdrawal. */
async function endWhatReturned(context: AppContext, trx: Executor, { epoch }: DatabaseEpoch, seenAt: Date) {
  const subject = `epoch ${epoch}`;
  const count = await endEverySession(trx, 'database restored', context.clock.now());
  const details = { count: String(count) };
  await recordAction(context, trx, { operator: 'system', action: 'all_sessions_ended', subject, details });
  await raiseAlarm(context, trx, { kind: 'database_restored', subject, details: { sessions: count } });
  await leaveDecidedToPerson(context, trx, seenAt);
}

/** The second at which it begins, so that one copy put back twice has two; more than before by any clock. */
function nextEpoch(before: number, now: Date): number {
  const second = Math.floor((now.getTime() - Date.UTC(2026, 0)) / 1000);
  return second > before && second < 2 ** 30 ? second : before + 1 + (Math.abs(second) % 1000);
}

/** Begins a new epoch and holds the payouts of every chain, bank and acquirer. The caller locks the row. */
async function beginEpoch(
  context: AppContext,
  trx: Executor,
  before: DatabaseEpoch,
  { identity, reason }: { identity: string; reason: Exclude<PayoutHold['reason'], 'unknown_spend'> },
): Promise<DatabaseEpoch> {
  const now = context.clock.now();
  const since = lastSure(before, now);
  // Ages are limited: where workers stop each night, each begins an epoch.
  const seenBefore = new Date(
    Math.max(since.getTime(), Math.min(before.seenAt.getTime(), now.getTime()) - 4 * aheadMs),
  );
  const epoch = nextEpoch(before.epoch, now);
  const next = { identity, epoch, mark: before.mark, beganAt: now, seenAt: now, seenBefore };
  await trx.updateTable('databaseEpoch').set(next).execute();
  const subject = `epoch ${epoch}`;
  for (const chain of chainNames.filter((one) => isOffered(context.config, one)))
    await openHold(context, trx, { chain, reason, subject });
  const details = spendDetails.parse({ since: since.toISOString() });
  for (const chain of listMoneyProviders(context)) await openHold(context, trx, { chain, reason, subject, details });
  const isCertain = reason !== 'unseen';
  if (isCertain || now.getTime() - before.seenAt.getTime() > unseenMs) await beginRecovery(context, trx, { isCertain });
  return next;
}

/**
 * Lets addresses be searched that a restore may have forgotten: what was scanned of a chain before is searched again
 * for them, from the given height or from where the books left the chain. It is not certain where only time has passed.
 */
export async function beginRecovery(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Executor,
  only: { chain?: string; height?: number; isCertain?: boolean } = {},
): Promise<void> {
  const { chain = null, height = null, isCertain = true } = only;
  await sql`
    insert into address_recoveries (chain, recovery, begun_at, is_certain, from_height)
    select chain, coalesce(max(recovery), 0) + 1, ${clock.now()},
      ${isCertain} or coalesce(bool_or(is_certain) filter (where done_at is null), false), greatest(0, least(
      coalesce(${height}::integer, scan.height - ${scanOverlap}),
      min(from_height) filter (where done_at is null)
    ))
    from deposit_scans scan left join address_recoveries using (chain)
    where chain = coalesce(${chain}::text, chain)
    group by chain, scan.height
  `.execute(trx);
  await sql`
    update address_recoveries older set done_at = ${clock.now()}
    where done_at is null
      and exists (select from address_recoveries later where later.chain = older.chain and later.recovery > older.recovery)
  `.execute(trx);
}

/**
 * More addresses are known to be ours: what was sent since the beginning of an open recovery is looked at again, as it
 * may have spent their coins.
 *
 * @param confirmations of the coins in question, which nothing spends before their own block
 */
export async function lookAgain(trx: Executor, chain: string, confirmations?: number): Promise<void> {
  const behind = confirmations === undefined ? sql`height` : sql`${confirmations + scanOverlap}::integer`;
  await sql`
    update own_spend_scans scan set height = greatest(from_height, height - ${behind}) from address_recoveries recovery
    where scan.chain = ${chain} and recovery.chain = scan.chain and done_at is null and from_height < height
  `.execute(trx);
}

/**
 * Chains, bank and acquirers that may have paid for money without the books: those that are held since it came, and
 * chains that were not read to their end since a restore or a time without a worker that was after it.
 */
export async function listSinceRestore(context: AppContext, came: Date): Promise<string[]> {
  await checkEpoch(context);
  const from = new Date(came.getTime() - outsideSlackMs);
  const { rows } = await sql<{ name: string }>`
    select chain as name from payout_holds where released_at is null and opened_at > ${from}
    union select chain from address_recoveries left join own_spend_scans scan using (chain)
    where begun_at > greatest(${from}::timestamptz, scan.updated_at)
  `.execute(context.db);
  return rows.map(({ name }) => name);
}

/**
 * Whether a payout that the books have as not sent may have been: its chain, bank or acquirer is held, what the bank or
 * the acquirer has of before a restore is looked up only when it is sent, or a restore was not seen yet. Clocks of two
 * servers may be hours apart.
 */
export async function mayHaveLeft(context: Clocked, trx: Executor, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select chain as wallet, null as created_at from payouts where order_id = ${orderId}
      union all select bank, created_at from bank_payouts where order_id = ${orderId}
      union all select acquirer, created_at from card_payouts where order_id = ${orderId}
    ) payout
    where exists (select from payout_holds where chain = wallet and released_at is null)
      or exists (
        select from database_epoch where identity <> ${identitySql} or seen_at < ${unseenSince(context)}
          or (epoch > 1 and (created_at < began_at + interval '1 day' or created_at > ${context.clock.now()}))
      )
  `.execute(trx);
  return rows.length > 0;
}

/**
 * What a restore gave back to a balance may have been spent anywhere: no balance is spent while something is held, or
 * no worker looks at the database.
 *
 * @throws Refusal TRY_LATER
 */
export async function requireAllKnown(context: Clocked, trx: Executor): Promise<void> {
  const { rows } = await sql`
    select from payout_holds where released_at is null union all
    select from database_epoch where identity <> ${identitySql} or seen_at < ${unseenSince(context)}
  `.execute(trx);
  if (rows.length > 0) throw new Refusal({ code: 'TRY_LATER' }, { retryAfterSeconds: 60 });
}

/** More blocks than any chain rearranges. */
const scanOverlap = 20;
/** Without a worker for so long, addresses are searched that a copy of files may have forgotten. */
const unseenMs = 10 * 60_000;
/** Clocks of servers that work together differ by less, and those of a bank or an acquirer and ours by less. */
const [clockSlackMs, outsideSlackMs] = [60_000, 24 * 3_600_000];

/**
 * Keeps the time and the mark of the epoch young. It asks only the database, so no slow chain or provider delays it:
 * after `takeoverMs` without it a failover would count as a restore.
 */
export const watchEpochJob = defineJob({
  name: 'watch-epoch',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 2,
  retryMaxSeconds: 10,
  everySeconds: 20,
});

/** Databases that servers of this process look at: while one runs, no other was served in its place. */
const watching = new WeakMap<AppContext['config'], string>();

/**
 * Checks whether the database or the clock went back: by the database's identity, by the mark and the database that
 * this host saw last, and by the time at which any worker checked last. Run when a worker starts and by `watch-epoch`.
 */
export async function watchEpoch(context: AppContext): Promise<void> {
  const { db, clock, config } = context;
  const known = await checkEpoch(context);
  const witness = join(config.DATA_DIR, `epoch-${nameOf(known)}`);
  const remembered = await readMark(witness);
  const served = join(config.DATA_DIR, 'epoch-served');
  const isFirst = watching.get(config) !== known.identity;
  const last = isFirst ? await readFile(served, 'utf8').catch(() => '') : '';
  const isOther = remembered > 0n && last !== '' && last !== nameOf(known);
  const now = clock.now();
  const mark = await db.transaction().execute(async (trx) => {
    const held = await trx.selectFrom('databaseEpoch').selectAll().forUpdate().executeTakeFirstOrThrow();
    if (isOther || remembered > held.mark) {
      const begun = await beginEpoch(context, trx, held, { ...held, reason: 'restored' });
      await endWhatReturned(context, trx, begun, held.seenAt);
    } else if (held.seenAt.getTime() - now.getTime() > clockSlackMs)
      await beginEpoch(context, trx, held, { ...held, reason: 'clock_back' });
    const moved = await trx
      .updateTable('databaseEpoch')
      .set({ mark: sql<bigint>`greatest(mark, ${remembered}) + 1`, seenAt: now })
      .returning('mark')
      .executeTakeFirstOrThrow();
    return moved.mark;
  });
  await keepMark(config.DATA_DIR, witness, mark.toString());
  if (isFirst) await keepMark(config.DATA_DIR, served, nameOf(known));
  watching.set(config, known.identity);
}

function nameOf({ identity }: DatabaseEpoch): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}

async function readMark(path: string): Promise<bigint> {
  const text = await readFile(path, 'utf8').catch(() => '0');
  return /^\d{1,18}$/.test(text) ? BigInt(text) : 0n;
}

/**
 * In one step, so that a host that stops has the mark before or the one after. Several workers may share the folder.
 */
async function keepMark(directory: string, path: string, text: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  // Workers in two containers may have the same process id.
  const next = `${path}.${randomUUID()}.new`;
  try {
    await writeFile(next, text, { flush: true });
    await rename(next, path);
  } catch (error) {
    // A disk that stays full would get another one at each look.
    await rm(next, { force: true });
    throw error;
  }
}
