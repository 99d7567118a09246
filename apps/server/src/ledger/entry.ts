import { compareClocks, type Executor } from '../database/db.ts';
import { sql } from 'kysely';
import type { Clock, Randomness } from '../context.ts';
import { isGuardedPath } from './paths.ts';
import { newUuid } from '../new-uuid.ts';
import { findCurrency } from '@causeway/domain/currencies/find-currency';

/** One movement of money: a positive number of smallest units of a currency, from one account to another. */
export interface Posting {
  from: string;
  to: string;
  amount: bigint;
  /** Currency code, for example `EUR` or `USDTTRC20`. */
  currency: string;
}

/** An order or client would have paid more than it holds. The transaction is aborted: nothing of it is kept. */
export class InsufficientBalance extends Error {
  override readonly name = 'InsufficientBalance';
  readonly path: string;
  readonly currency: string;
  constructor(details: { path: string; currency: string }, options: { cause?: unknown } = {}) {
    super(`The account ${details.path} holds less ${details.currency} than the entry takes from it.`, options);
    this.path = details.path;
    this.currency = details.currency;
  }
}

/** The key was used before for an entry that moved something else. */
export class EntryConflict extends Error {
  override readonly name = 'EntryConflict';
  readonly idempotencyKey: string;
  constructor(idempotencyKey: string) {
    super(`The key ${idempotencyKey} belongs to a ledger entry with other postings.`);
    this.idempotencyKey = idempotencyKey;
  }
}

/** A fault of the program: postings that are not a valid entry. */
export class InvalidPostings extends Error {
  override readonly name = 'InvalidPostings';
}

/** The entry is in the file of its month: what it moved of clients' balances is known all the same. */
export class ArchivedEntry extends Error {
  override readonly name = 'ArchivedEntry';
  readonly entryId: string;
  readonly place: bigint;
  constructor({ entryId, place }: Placed, idempotencyKey: string) {
    super(`The ledger entry ${idempotencyKey} is archived: restore its month to look at it.`);
    this.entryId = entryId;
    this.place = place;
  }
}

/**
 * Which of two entries came first, their places say: the database gives them. Ids and times are of the clock of the
 * server that made them, and another one's differs.
 */
interface Placed {
  entryId: string;
  place: bigint;
}

interface StoredEntry extends Placed {
  kind: string;
  reference: string;
  postings: Posting[];
}

/**
 * An entry with its postings, or `undefined`.
 *
 * @throws ArchivedEntry
 */
export async function readEntry(
  executor: Executor,
  by: { entryId: string } | { idempotencyKey: string },
): Promise<StoredEntry | undefined> {
  const keys = executor
    .selectFrom('ledgerKeys as key')
    .leftJoin('ledgerEntries as entry', 'entry.entryId', 'key.entryId')
    .select(['key.entryId', 'key.place', 'key.idempotencyKey'])
    .select(['kind', 'reference', 'givers', 'takers', 'amounts', 'currencies']);
  const row = await (
    'entryId' in by ? keys.where('key.entryId', '=', by.entryId) : keys.where('idempotencyKey', '=', by.idempotencyKey)
  ).executeTakeFirst();
  if (row === undefined) return undefined;
  const { entryId, place, idempotencyKey, kind, reference, givers, takers, amounts, currencies } = row;
  if (kind === null || reference === null) throw new ArchivedEntry({ entryId, place }, idempotencyKey);
  const postings = (amounts ?? []).map((amount, index) => ({
    from: givers?.[index] ?? '',
    to: takers?.[index] ?? '',
    amount,
    currency: currencies?.[index] ?? '',
  }));
  return { entryId, place, kind, reference, postings };
}

/**
 * Writes an entry and its key in one statement; the database brings the balances up to date with it. Money moves often,
 * and each further statement is a round trip to the database.
 *
 * @returns false when an entry with this key is there already; nothing is written then
 * @throws InsufficientBalance, WrongClock
 */
async function writeEntry(
  trx: Executor,
  { clock }: { clock: Clock },
  entryId: string,
  { kind, reference, idempotencyKey, reversesEntryId, postings }: NewEntry,
): Promise<boolean> {
  const begunMs = Date.now();
  try {
    const { rows } = await sql<{ databaseMs: number }>`
      with key as (
        insert into ledger_keys (idempotency_key, entry_id, reverses_entry_id)
        values (${idempotencyKey}, ${entryId}::uuid, ${reversesEntryId ?? null}::uuid)
        on conflict (idempotency_key) do nothing
        returning entry_id
      )
      insert into ledger_entries (entry_id, kind, reference, givers, takers, amounts, currencies, created_at)
      select entry_id, ${kind}, ${reference}, ${postings.map(({ from }) => from)}::text[],
        ${postings.map(({ to }) => to)}::text[], ${postings.map(({ amount }) => amount.toString())}::numeric[],
        ${postings.map(({ currency }) => currency)}::text[], ${clock.now()}::timestamptz
      from key returning (extract(epoch from clock_timestamp()) * 1000)::float8 as database_ms
    `.execute(trx);
    // A movement stays where its date puts it, and those after it come later: a wrong clock would spoil that for good.
    for (const { databaseMs } of rows) compareClocks(databaseMs, { from: begunMs, to: Date.now() });
    return rows.length === 1;
  } catch (error) {
    if (!isRefusedBy(error, 'ledger_balance_not_negative')) throw error;
    throw new InsufficientBalance(findGiver(postings), { cause: error });
  }
}

// Two lines per posting.
function toLines({ from, to, amount, currency }: Posting) {
  return [
    { path: from, currency, amount: -amount },
    { path: to, currency, amount },
  ];
}

type Name = Pick<ReturnType<typeof toLines>[number], 'path' | 'currency'>;

/** The guarded account that gives more than it gets; the first of them where there are several. */
function findGiver(postings: readonly Posting[]): Name {
  const guarded = postings.flatMap(toLines).filter(({ path }) => isGuardedPath(path));
  const net = ({ path, currency }: Name) =>
    guarded.reduce((sum, line) => (line.path === path && line.currency === currency ? sum + line.amount : sum), 0n);
  const giver = guarded.find((line) => net(line) < 0n);
  if (giver === undefined) throw new Error('No account gives more than it gets, and yet one holds too little.');
  return giver;
}

function isRefusedBy(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}

export interface NewEntry {
  /** What happened, for example `card_payin`; see docs/chart-of-accounts.md. */
  kind: string;
  /** What the entry belongs to: an order's public id, a payout, a funding output. */
  reference: string;
  /** One entry per key, for ever. */
  idempotencyKey: string;
  postings: readonly Posting[];
  /** Set by reverse-entry. */
  reversesEntryId?: string;
}

interface PostedEntry {
  entryId: string;
  /** False when this entry existed already. */
  isNew: boolean;
}

/**
 * The only writer of the ledger. Runs inside the caller’s transaction; the database keeps its laws in the same
 * statement.
 *
 * @throws InsufficientBalance when an order or client would pay more than it holds
 * @throws EntryConflict when the key belongs to an entry with other postings
 * @throws InvalidPostings
 * @throws WrongClock when this server's clock is not the database's
 */
export async function postEntry(
  trx: Executor,
  tools: { clock: Clock; random: Randomness },
  entry: NewEntry,
): Promise<PostedEntry> {
  checkPostings(entry.postings);
  const entryId = newUuid(tools);
  if (await writeEntry(trx, tools, entryId, entry)) return { entryId, isNew: true };
  return { entryId: await findSame(trx, entry), isNew: false };
}

async function findSame(trx: Executor, entry: NewEntry): Promise<string> {
  const stored = await readEntry(trx, { idempotencyKey: entry.idempotencyKey });
  const isSame =
    stored !== undefined &&
    stored.kind === entry.kind &&
    stored.reference === entry.reference &&
    describe(stored.postings) === describe(entry.postings);
  if (!isSame) throw new EntryConflict(entry.idempotencyKey);
  return stored.entryId;
}

function describe(postings: readonly Posting[]): string {
  return postings.map(({ from, to, amount, currency }) => `${from} ${to} ${amount} ${currency}`).join('\n');
}

const pathPattern = /^[a-z]+(?::[A-Za-z0-9_-]+)*$/;
/** Most that `numeric(38, 0)` holds. */
const amountMax = 10n ** 38n - 1n;
/** An entry has two lines per posting, numbered by a smallint. */
const postingsMax = 1000;

/** @throws InvalidPostings */
function checkPostings(postings: readonly Posting[]): void {
  if (postings.length === 0 || postings.length > postingsMax)
    throw new InvalidPostings(`An entry has 1 to ${postingsMax} postings, not ${postings.length}.`);
  for (const { from, to, amount, currency } of postings) {
    if (!pathPattern.test(from) || !pathPattern.test(to)) throw new InvalidPostings(`${from} or ${to} is no account.`);
    if (from === to) throw new InvalidPostings(`A posting from ${from} to itself moves nothing.`);
    if (amount <= 0n || amount > amountMax)
      throw new InvalidPostings(`A posting moves a positive amount, not ${amount} ${currency}.`);
    if (findCurrency(currency) === undefined) throw new InvalidPostings(`${currency} is no currency.`);
  }
}

/**
 * Takes an entry back by a new one with the same postings turned round, last first. An entry is reversed at
 * most once; asking again answers the reversal that is there.
 *
 * @throws InsufficientBalance when what was given has been spent
 */
export async function reverseEntry(
  trx: Executor,
  tools: { clock: Clock; random: Randomness },
  entryId: string,
): Promise<PostedEntry> {
  const entry = await readEntry(trx, { entryId });
  if (entry === undefined) throw new Error(`There is no ledger entry ${entryId}.`);
  const postings = entry.postings.map(({ from, to, amount, currency }) => ({ from: to, to: from, amount, currency }));
  return postEntry(trx, tools, {
    kind: 'reversal',
    reference: entry.reference,
    idempotencyKey: `reversal:${entryId}`,
    reversesEntryId: entryId,
    postings: postings.toReversed(),
  });
}
