import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import { sql } from 'kysely';
import { type AppContext, dayMs } from '../../context.ts';
import { type Executor, identitySql, requireProof, requireRightClock } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { recordAction } from './record-action.ts';
import { readReferences } from '../rates/market-samples.ts';

/** What two servers' clocks may differ by. */
const slackMs = 60_000;

export interface Release {
  operator: string;
  /** The command and what it was given: a second person has to decide the very same. */
  command: string;
  subject: string;
  /** What it lets go; `unknown` where that is no sum, such as a price. */
  moves: readonly { amount: bigint; currency: string }[] | 'unknown';
}

/**
 * Four eyes on money that is released by hand: what one person releases alone in 24 hours is worth OPERATOR_ALONE_EUR
 * at most, and nothing for a day after a restore. More is only asked for, and carried out by another person who gives
 * the same command within a day. Call it before anything is changed, in the transaction that carries it out.
 *
 * @returns nothing where it may go on; else what the person reads, and nothing may be changed
 * @throws WrongClock where the program's clock is off: a day of its own would be a limit of its own
 */
export async function askSecondPerson(
  context: Pick<AppContext, 'config' | 'clock' | 'random' | 'jobs' | 'proof'>,
  trx: Executor,
  release: Release,
): Promise<string | undefined> {
  await requireProof(context, trx);
  await requireRightClock(trx);
  const alone = context.config.OPERATOR_ALONE_EUR;
  if (alone === null) return undefined;
  const { operator, command, subject, moves } = release;
  const now = context.clock.now();
  // One person's commands come one after the other, so that several at once do not each find the day empty.
  await sql`select pg_advisory_xact_lock(hashtext('operator release'), hashtext(${operator}))`.execute(trx);
  const worth = moves === 'unknown' ? undefined : await valueOf(trx, moves, now);
  const since = new Date(now.getTime() - dayMs);
  const asked = await findAsked(trx, { command, subject, since, now });
  if (asked !== undefined && asked.askedBy !== operator && isCovered(asked.worth, worth)) {
    await trx
      .updateTable('operatorReleases')
      .set({ secondBy: operator, doneAt: now })
      .where('releaseId', '=', asked.releaseId)
      .execute();
    return undefined;
  }
  const row = { releaseId: newUuid(context), command, subject, worth: worth ?? null, askedBy: operator, askedAt: now };
  const isForgotten = await wasRestored(trx, since);
  const isAlone = worth !== undefined && (worth === 0n || !isForgotten);
  if (isAlone && (await releasedAlone(trx, operator, since)) + worth <= BigInt(alone) * 100n) {
    await trx
      .insertInto('operatorReleases')
      .values({ ...row, doneAt: now })
      .execute();
    return undefined;
  }
  await keepAsked(trx, row);
  const about = worth === undefined ? 'of unknown worth' : `worth ${formatUnits(worth, 'EUR')} EUR`;
  const said = isForgotten ? `${about}, and for a day after a restore one person alone releases nothing` : about;
  await recordAction(context, trx, {
    operator,
    action: 'release_asked',
    subject: `${command} ${subject}`,
    details: { worth: worth?.toString() ?? '' },
  });
  return `Asked for, and not done: it is ${said}. Another person gives the same command within 24 hours.`;
}

interface AskedRelease {
  releaseId: string;
  askedBy: string;
  worth: bigint | null;
}

/**
 * What a copy that was put back has as asked for may have been carried out since, and so may what was asked for while
 * the clock was ahead: it is asked for again. What is given before any worker starts begins an epoch every few minutes,
 * and is asked for again only where a restore is certain.
 */
async function findAsked(
  trx: Executor,
  { command, subject, since, now }: { command: string; subject: string; since: Date; now: Date },
): Promise<AskedRelease | undefined> {
  return trx
    .selectFrom('operatorReleases')
    .select(['releaseId', 'askedBy', 'worth'])
    .where('command', '=', command)
    .where('subject', '=', subject)
    .where('doneAt', 'is', null)
    .where('askedAt', '>', since)
    .where('askedAt', '<=', new Date(now.getTime() + slackMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          command === 'end-forgotten-secrets'
            ? selectFrom('alarms')
                .select('kind')
                .where('kind', '=', 'database_restored')
                .whereRef('raisedAt', '>=', 'operatorReleases.askedAt')
            : selectFrom('databaseEpoch')
                .select('epoch')
                .where('epoch', '>', 1)
                .whereRef('beganAt', '>=', 'operatorReleases.askedAt'),
        ),
      ),
    )
    .forUpdate()
    .executeTakeFirst();
}

/**
 * What was asked for was worth this much; a price that moved a little is no other decision. A worth
 * that cannot be read any more is another one.
 */
function isCovered(asked: bigint | null, now: bigint | undefined): boolean {
  return asked === null || (now !== undefined && now * 10n <= asked * 11n);
}

/** A copy has forgotten what one person released alone since, also one that no worker has seen yet. */
async function wasRestored(trx: Executor, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from alarms where kind = 'database_restored' and raised_at > ${since}
    union all select from database_epoch where identity <> ${identitySql}
  `.execute(trx);
  return rows.length > 0;
}

async function releasedAlone(trx: Executor, operator: string, since: Date): Promise<bigint> {
  const { sum } = await trx
    .selectFrom('operatorReleases')
    .select(({ fn }) => fn.sum<bigint | null>('worth').as('sum'))
    .where('askedBy', '=', operator)
    .where('secondBy', '=', '')
    .where('doneAt', '>', since)
    .executeTakeFirstOrThrow();
  return sum ?? 0n;
}

/** One open question for one decision: a new one takes the place of the one before. */
async function keepAsked(
  trx: Executor,
  row: { releaseId: string; command: string; subject: string; worth: bigint | null; askedBy: string; askedAt: Date },
): Promise<void> {
  const { askedBy, askedAt, worth } = row;
  await trx
    .insertInto('operatorReleases')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['command', 'subject']).where('doneAt', 'is', null).doUpdateSet({ askedBy, askedAt, worth }),
    )
    .execute();
}

/** Cents of EUR at the day's median; `undefined` where something was never priced. */
async function valueOf(
  trx: Executor,
  moves: readonly { amount: bigint; currency: string }[],
  now: Date,
): Promise<bigint | undefined> {
  const references = await readReferences(trx, now);
  let cents = 0n;
  for (const { amount, currency: code } of moves) {
    const currency = findCurrency(code);
    const price = currency?.asset === 'EUR' ? powerOfTen(18) : references.get(currency?.asset ?? '')?.median;
    if (currency === undefined || price === undefined) return undefined;
    cents += (amount * price * 100n) / (powerOfTen(currency.precision) * powerOfTen(18));
  }
  return cents;
}

/**
 * What a chain, a bank or an acquirer sent without the books counts against the limit of the day on which it is booked:
 * a restore has forgotten what of the limit it had used.
 */
export async function countSpent(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Executor,
  wallet: string,
  sent: readonly { amount: bigint; currency: string }[],
): Promise<void> {
  const now = clock.now();
  const cents = (await valueOf(trx, sent, now)) ?? 0n;
  if (cents > 0n)
    await sql`
      insert into wallet_outflows (chain, day, used)
      values (${wallet}, ${now.toISOString().slice(0, 10)}::date, ${cents}::numeric)
      on conflict (chain, day) do update set used = wallet_outflows.used + excluded.used
    `.execute(trx);
}

/** What a chain, a bank or an acquirer pays out as soon as nothing holds it. */
export async function listPlanned(trx: Executor, chain: string) {
  const planned = await trx
    .selectFrom('payouts')
    .select(['amount', 'currency'])
    .where('chain', '=', chain)
    .where('status', '=', 'planned')
    .execute();
  const toAccounts = await trx
    .selectFrom('bankPayouts')
    .select(['amount', 'currency'])
    .where('bank', '=', chain)
    .where('status', '=', 'planned')
    .execute();
  const toCards = await trx
    .selectFrom('cardPayouts')
    .select(['amount', 'currency'])
    .where('acquirer', '=', chain)
    .where('status', '=', 'planned')
    .execute();
  return [...planned, ...toAccounts, ...toCards];
}

/** What was paid by what was sent without the books. */
export function listPaid(sent: readonly { details: { payments: readonly { amount: string; currency: string }[] } }[]) {
  return sent
    .flatMap(({ details }) => details.payments)
    .filter(({ currency }) => currency !== '')
    .map(({ amount, currency }) => ({ amount: BigInt(amount), currency }));
}
