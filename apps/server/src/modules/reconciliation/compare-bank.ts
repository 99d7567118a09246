import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { listBalances } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { listFailed, settleEach, settleInTurns } from '../alarms/settle-each.ts';
import { recallEnd } from '../bank-payins/bank-payin.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { recheckTransfer } from '../bank-payins/outside-returns.ts';
import { followBankPayout } from '../bank-payouts/follow-bank-payout.ts';
import { openCursor } from './cursor.ts';
import { type Difference, difference, listOpenSubjects } from './store.ts';

const comparing = 'compare-transfers';
const balanceSubject = (currency: string) => `bank ${currency}`;
const transferSubject = (outsideId: string) => `transfer ${outsideId}`;

/**
 * What the ledger says our account at the bank holds, and what the bank says, currency by currency; and for some
 * transfers, what was returned of each. A return that only the bank knows changes a balance: its transfer names it.
 *
 * @param transferIds transfers to compare in this run, apart from those that differed before
 */
export async function compareBank(context: AppContext, transferIds: readonly string[] = []): Promise<Difference[]> {
  return [...(await compareBalances(context)), ...(await compareReturns(context, transferIds))];
}

/** Whether another query at the bank can repair the difference. */
export function isOfBank({ subject }: Difference): boolean {
  return subject.startsWith(balanceSubject(''));
}

async function compareBalances({ db, providers }: AppContext): Promise<Difference[]> {
  const { name } = providers.bank;
  const { balances } = await providers.bank.getAccount();
  const theirs = new Map(balances.map(({ currency, balance }) => [currency, readSigned(balance, currency)]));
  const ours = await sumPending(db, name);
  for (const { path, currency, balance } of await listBalances(db, paths.worldBank(name)))
    if (path === paths.worldBank(name)) ours.set(currency, (ours.get(currency) ?? 0n) - balance);
  return [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((currency) =>
    difference(balanceSubject(currency), ours.get(currency) ?? 0n, theirs.get(currency) ?? 0n),
  );
}

/** Decimals of a currency that is not ours: no amount has more of them. */
const decimalsMost = 18;

function readSigned(text: string, currency: string): bigint {
  const units = parseAmount(text.replace(/^-/, ''), findCurrency(currency)?.precision ?? decimalsMost);
  if (units === undefined) throw new Error(`The bank told ${text} ${currency} as its balance.`);
  return text.startsWith('-') ? -units : units;
}

const returnable = z.array(z.object({ transferId: z.string(), outsideId: z.string() }));

/**
 * Finds what the bank has returned of transfers whose money has left, also onto a balance, for as long as they can be
 * recalled. Nothing is asked while the bank has what the books say; else one transfer after the other, the newest
 * first, until it has.
 */
export async function watchBank(context: AppContext, { size = 50 }: { size?: number } = {}): Promise<void> {
  await settleInTurns(
    context,
    async (page) => {
      const before = await findLookBefore(context, page.since);
      return before === undefined ? [] : claimReturnable(context, { ...page, before });
    },
    {
      work: 'watch-bank',
      againWithin: 600,
      nameOf: ({ outsideId }) => outsideId,
      settle: (transfer) => recheckTransfer(context, transfer),
      size,
    },
  );
}

/** How often each transfer is asked for while a difference stays that no return explains. */
const openLookMs = 10 * 60_000;

/** @returns transfers that were asked for before this moment are to be; `undefined` where none is */
async function findLookBefore(context: AppContext, since: Date): Promise<Date | undefined> {
  const found = await compareBalances(context);
  if (found.length === 0) return undefined;
  const isOpen = (await listOpenSubjects(context.db, 'reconciliation_difference', `^${balanceSubject('')}`)).length > 0;
  // What the bank has too much may hide a return: news of it are late only while a person knows of it.
  if (isOpen) return new Date(since.getTime() - openLookMs);
  return found.some(({ ours, theirs }) => theirs < ours) ? since : undefined;
}

/**
 * Those that `watch-returns` does not ask for: the newest that were not asked for lately, as their ids begin with the
 * time at which they came, and then those that wait longest. A run goes on where the last one had no more time.
 */
async function claimReturnable(
  { db, clock, providers }: AppContext,
  { size, before }: { size: number; before: Date },
): Promise<z.output<typeof returnable>> {
  const now = clock.now();
  const lately = new Date(now.getTime() - openLookMs);
  const { rows } = await sql`
    update bank_transfers transfer set asked_at = ${now}
    from (
      select transfer_id from bank_transfers
      where bank = ${providers.bank.name} and transfer_id >= month_start_id(${recallEnd(now)}::date)
        and status <> 'returned' and not is_watched and (asked_at is null or asked_at < ${before} or asked_at > ${now})
      order by case when asked_at > ${lately} then asked_at end nulls first, transfer_id desc limit ${size}
    ) page
    where transfer.transfer_id = page.transfer_id
    returning transfer.transfer_id, outside_id
  `.execute(db);
  return returnable.parse(rows).toSorted((left, right) => (left.transferId < right.transferId ? 1 : -1));
}

const sums = z.array(z.object({ currency: z.string(), total: z.bigint() }));

/** Transfers that were recorded and not credited to their orders yet. */
async function sumPending(executor: Executor, bank: string): Promise<Map<string, bigint>> {
  const { rows } = await sql`
    select currency, sum(amount - returned_outside)::numeric as total from bank_transfers
    where bank = ${bank} and status = 'matched' group by currency
  `.execute(executor);
  return new Map(sums.parse(rows).map(({ currency, total }) => [currency, total]));
}

const comparedTransfers = z.array(
  z.object({ transferId: z.string(), outsideId: z.string(), currency: z.string(), returned: z.bigint() }),
);
type ComparedTransfer = z.output<typeof comparedTransfers>[number];

async function compareReturns(context: AppContext, transferIds: readonly string[]): Promise<Difference[]> {
  const { db, providers } = context;
  const differences = new Map<string, Difference>();
  await settleEach(context, await listTransfers(db, providers.bank.name, transferIds), {
    work: comparing,
    againWithin: 86_400,
    nameOf: ({ outsideId }) => outsideId,
    settle: async ({ transferId, outsideId, currency, returned }) => {
      const returns = await providers.bank.findReturns(outsideId);
      const theirs = returns.reduce((sum, { amount }) => sum + readSigned(amount, currency), 0n);
      for (const found of difference(transferSubject(outsideId), returned, theirs))
        differences.set(outsideId, { ...found, transferId });
    },
  });
  return [...differences.values()];
}

/** The given transfers and those with an open alarm, with what the books say was returned of each. */
async function listTransfers(
  executor: Executor,
  bank: string,
  transferIds: readonly string[],
): Promise<ComparedTransfer[]> {
  const { rows } = await sql`
    select transfer_id, outside_id, currency, (
      case when status = 'returned' then amount else returned_outside end
      + coalesce((
        select sum(refunds.amount) from refunds
        where source_key = 'bank_payin:' || transfer_id and method = 'bank' and refunds.status = 'done'
      ), 0)
    )::numeric as returned
    from bank_transfers where bank = ${bank} and (transfer_id = any(${[...transferIds]}::uuid[]) or outside_id in (
      select substr(subject, ${transferSubject('').length + 1}::int) from alarms
      where kind = 'reconciliation_difference' and cleared_at is null and starts_with(subject, ${transferSubject('')})
    ))
    order by transfer_id
  `.execute(executor);
  return comparedTransfers.parse(rows);
}

/** Subjects of transfers that could not be compared the last time, whose state is unknown. */
export async function listUncomparedTransfers(executor: Executor): Promise<string[]> {
  return (await listFailed(executor, comparing)).map(transferSubject);
}

/** So many transfers are compared in one run; in time all of them are. */
const pageSize = 50;

/** Continues where the last run stopped, and starts again after the last transfer. */
export async function findNextTransfers({ db, providers }: Pick<AppContext, 'db' | 'providers'>): Promise<{
  transferIds: readonly string[];
  moveOn(): Promise<void>;
}> {
  const cursor = await openCursor(db, { name: 'bank_transfers', size: pageSize });
  const rows = await db
    .selectFrom('bankTransfers')
    .select('transferId')
    .where('bank', '=', providers.bank.name)
    .where('transferId', '>', cursor.after)
    .orderBy('transferId')
    .limit(pageSize)
    .execute();
  const transferIds = rows.map(({ transferId }) => transferId);
  return { transferIds, moveOn: () => cursor.moveOn(transferIds) };
}

/** Books the returns that the bank has made of transfers and the books do not have, however old they are. */
export async function repairReturns(context: AppContext, differences: readonly Difference[]): Promise<void> {
  const transferIds = differences.flatMap(({ transferId }) => transferId ?? []);
  if (transferIds.length === 0) return;
  const transfers = await context.db
    .selectFrom('bankTransfers')
    .select(['transferId', 'outsideId'])
    .where('transferId', 'in', transferIds)
    .execute();
  await settleEach(context, transfers, {
    work: 'repair-returns',
    againWithin: 86_400,
    nameOf: ({ outsideId }) => outsideId,
    settle: (transfer) => recheckTransfer(context, transfer),
  });
}

/**
 * Queries the bank once more for everything whose webhook may have been lost: transfers, and payouts that came back.
 */
export async function repairBank(context: AppContext): Promise<void> {
  await collectTransfers(context);
  const since = recallEnd(context.clock.now());
  await settleEach(context, await listSettledBankPayouts(context.db, since), {
    work: 'repair-bank',
    againWithin: 86_400,
    nameOf: (orderId) => orderId,
    settle: (orderId) => followBankPayout(context, orderId),
  });
}

/** Orders whose bank payout was settled since a moment. */
async function listSettledBankPayouts(executor: Executor, since: Date): Promise<string[]> {
  const rows = await executor
    .selectFrom('bankPayouts')
    .select('orderId')
    .where('status', '=', 'settled')
    .where('updatedAt', '>=', since)
    .execute();
  return rows.map(({ orderId }) => orderId);
}
