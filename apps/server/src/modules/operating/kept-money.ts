import { formatUnits } from '@causeway/domain/currencies/format-units';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { listBalances, readBalance } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { newUuid } from '../../new-uuid.ts';
import { receivingAccount } from '../balance/client-balances.ts';
import { notifyOfBalance } from '../order-lifecycle/notify-held.ts';
import { askSecondPerson } from '../operators/second-person.ts';
import { OperatorFault, recordAction, recordAndLog } from '../operators/record-action.ts';

/** Money of a client that waits for a person. */
export interface KeptMoney {
  client: string;
  /**
   * `held`: it hangs on a payment that was taken back. `left`: it came after the account was closed. `small`: deposits
   * that are too small to be credited.
   */
  why: 'held' | 'left' | 'small';
  amount: bigint;
  currency: string;
}

const accounts = [
  { why: 'held', root: 'held', path: paths.held },
  { why: 'left', root: 'unplaced', path: paths.unplaced },
  { why: 'small', root: 'waiting', path: paths.waiting },
] as const;

/** All money that waits for an operator, by client; unplaced bank transfers are listed with the transfers. */
export async function listKeptMoney({ db }: Pick<AppContext, 'db'>): Promise<KeptMoney[]> {
  const kept: KeptMoney[] = [];
  for (const { why, root } of accounts)
    for (const { path, currency, balance: amount } of await listBalances(db, root)) {
      const client = path.slice(root.length + 1);
      if (amount > 0n && (await selectOwner(db, client).executeTakeFirst()) !== undefined)
        kept.push({ client, why, amount, currency });
    }
  return kept;
}

interface Decision {
  client: string;
  currency: string;
  /** As `listKeptMoney` has it. */
  why: string;
  operator: string;
}

/**
 * Gives held money, or small deposits that wait, to the balance of their client: whatever it hung on, it is the
 * client's.
 *
 * @throws OperatorFault where nothing is kept, or the account is closed
 */
export async function freeHeldMoney(
  context: AppContext,
  { client, currency, why, operator }: Decision,
): Promise<string> {
  return context.db.transaction().execute(async (trx) => {
    await requireOpen(trx, client);
    const from = requireAccount(client, why);
    const amount = await requireKept(trx, from, currency);
    const subject = `${client} ${currency} ${why}`;
    const release = { operator, command: 'free-held', subject, moves: [{ amount, currency }] };
    const asked = await askSecondPerson(context, trx, release);
    if (asked !== undefined) return asked;
    if (why === 'small') await endWaiting(trx, client, currency);
    const idempotencyKey = `held_freed:${newUuid(context)}`;
    await postEntry(trx, context, {
      kind: 'held_freed',
      reference: client,
      idempotencyKey,
      postings: [{ from, to: paths.client(client), amount, currency }],
    });
    // A payer claims it, or the account that has confirmed the address by now has it.
    await receivingAccount(context, trx, { niceId: client }, client);
    const template = why === 'held' ? 'money-freed' : 'deposit-credited';
    const money = [{ amount, currency }];
    await notifyOfBalance(context, trx, paths.client(client), { template, key: idempotencyKey, money });
    const details = { amount: amount.toString(), currency, from };
    await recordAction(context, trx, { operator, action: 'held_freed', subject: client, details });
    return `${withCode(amount, currency)} is on the balance of ${client}.`;
  });
}

/**
 * Books a client's held, left or too small money as the house's: it pays for a loss, or a person has paid it out from
 * elsewhere.
 *
 * @throws OperatorFault where nothing is kept, or where it may still be lost
 */
export async function bookKeptMoney(
  context: AppContext,
  { client, currency, why, operator, reason }: Decision & { reason: string },
): Promise<string> {
  return context.db.transaction().execute(async (trx) => {
    await requireOwner(trx, client);
    const from = requireAccount(client, why);
    const amount = await requireKept(trx, from, currency);
    const subject = `${client} ${currency} ${why}`;
    const release = { operator, command: 'book-kept', subject, moves: [{ amount, currency }] };
    const asked = await askSecondPerson(context, trx, release);
    if (asked !== undefined) return asked;
    if (why === 'small') {
      await requireSettled(trx, client, currency);
      await endWaiting(trx, client, currency);
    }
    const owed = why === 'held' ? await sumOwedRewards(trx, client, currency) : 0n;
    const ofRewards = owed < amount ? owed : amount;
    const postings = [
      { from, to: paths.referral(client), amount: ofRewards, currency },
      { from, to: paths.treasury, amount: amount - ofRewards, currency },
    ].filter((posting) => posting.amount > 0n);
    const idempotencyKey = `kept_booked:${newUuid(context)}`;
    await postEntry(trx, context, { kind: 'kept_booked', reference: client, idempotencyKey, postings });
    const news = { template: 'money-taken', key: idempotencyKey, money: [{ amount, currency }] } as const;
    if (why === 'held') await notifyOfBalance(context, trx, paths.client(client), news);
    const details = { amount: amount.toString(), currency, from, reason, ofRewards: ofRewards.toString() };
    await recordAndLog(context, trx, { operator, action: 'kept_booked', subject: client, details });
    return `${withCode(amount, currency)} of ${client} is the house's.`;
  });
}

/**
 * What is held of rewards that were paid and taken back: booked, it settles what their earner owes for them, which the
 * next rewards would pay else.
 */
async function sumOwedRewards(trx: Executor, niceId: string, currency: string): Promise<bigint> {
  const path = paths.held(niceId);
  const { rows } = await sql<{ owed: bigint }>`
    select coalesce(sum(amounts[1]), 0) as owed
    from referral_rewards join clients using (client_id) join ledger_entries held on held.reference = referral_rewards.nice_id
      join ledger_keys held_key on held_key.entry_id = held.entry_id
    where clients.nice_id = ${niceId} and held.kind = 'proceeds_held' and takers[1] = ${path} and currencies[1] = ${currency}
      and not exists (
        select from ledger_entries decided join ledger_keys decided_key using (entry_id)
        where decided.reference = ${niceId} and decided.kind in ('held_freed', 'kept_booked')
          and decided_key.place > held_key.place and ${path} = any(decided.givers) and ${currency} = any(decided.currencies)
      )
  `.execute(trx);
  return rows[0]?.owed ?? 0n;
}

function selectOwner(executor: Executor, niceId: string) {
  return executor.selectFrom('clients').select(['niceId', 'isReachable']).where('niceId', '=', niceId);
}

/** Locks the client's row: decisions about one client are serialized, and the account cannot be closed meanwhile. */
async function requireOwner(trx: Executor, niceId: string) {
  const owner = await selectOwner(trx, niceId).forUpdate().executeTakeFirst();
  if (owner === undefined) throw new OperatorFault(`There is no client ${niceId}.`);
  return owner;
}

/** @throws OperatorFault where there is no such client, or its account is closed or its payer erased */
export async function requireOpen(trx: Executor, client: string): Promise<void> {
  const { isReachable } = await requireOwner(trx, client);
  if (!isReachable) throw new OperatorFault(`The account of ${client} is closed: it takes nothing.`);
}

function requireAccount(client: string, why: string): string {
  const account = accounts.find((one) => one.why === why);
  if (account === undefined) throw new OperatorFault(`Money is kept as held, left or small, and not as ${why}.`);
  return account.path(client);
}

/** Where a deposit is lost after it was booked, its client would pay for it with other coins. */
async function requireSettled(trx: Executor, niceId: string, currency: string): Promise<void> {
  const open = await trx
    .selectFrom('deposits')
    .innerJoin('clients', 'clients.clientId', 'deposits.clientId')
    .select('depositId')
    .where('niceId', '=', niceId)
    .where('currency', '=', currency)
    .where('isWaiting', '=', true)
    .where('status', '<>', 'settled')
    .limit(1)
    .executeTakeFirst();
  if (open !== undefined) throw new OperatorFault('A deposit of it is not settled yet: try again in a few minutes.');
}

/** Their client no longer reads them as waiting. */
async function endWaiting(trx: Executor, niceId: string, currency: string): Promise<void> {
  await trx
    .updateTable('deposits')
    .set({ isWaiting: false })
    .where('currency', '=', currency)
    .where('isWaiting', '=', true)
    .where('clientId', '=', ({ selectFrom }) => selectFrom('clients').select('clientId').where('niceId', '=', niceId))
    .execute();
}

async function requireKept(trx: Executor, path: string, currency: string): Promise<bigint> {
  const amount = await readBalance(trx, path, currency);
  if (amount <= 0n) throw new OperatorFault(`Nothing in ${currency} is kept on ${path}.`);
  return amount;
}

function withCode(amount: bigint, code: string): string {
  return `${formatUnits(amount, code)} ${code}`;
}
