import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { type Executor, requireRightClock } from '../../database/db.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';

/** Why a person must allow a payout. Thrown before anything of it is stored or sent. */
export class PayoutDoubt extends Error {
  override readonly name = 'PayoutDoubt';
  readonly reason: 'fee' | 'outflow' | 'taken_back';
  readonly details: Readonly<Record<string, string>>;
  constructor(reason: PayoutDoubt['reason'], details: Readonly<Record<string, string>>) {
    super(`A person must allow the pay-out: ${reason}.`);
    this.reason = reason;
    this.details = details;
  }
}

/** A payout as its wallet's limit sees it. */
interface Outflow {
  /** The chain of a hot wallet, or the name of the bank or acquirer that holds our money. */
  wallet: string;
  currency: string;
  amount: bigint;
  /** When a person has allowed it. */
  allowedAt: Date | null;
}

const settings = { chain: 'OUTFLOW_DAY_EUR', bank: 'OUTFLOW_BANK_DAY_EUR', card: 'OUTFLOW_CARD_DAY_EUR' } as const;

/**
 * Counts a payout against its wallet's daily limit, in the transaction that signs it or claims it for sending.
 *
 * @returns the cents that it counts
 * @throws PayoutDoubt where it would exceed the limit, and no person has allowed it; WrongClock
 */
export async function countOutflow(
  { config, rates, clock }: Pick<AppContext, 'config' | 'rates' | 'clock'>,
  trx: Executor,
  kind: keyof typeof settings,
  { wallet, currency, amount, allowedAt }: Outflow,
): Promise<bigint> {
  await requireRightClock(trx);
  const known = findCurrency(currency);
  const median = known && rates.getMedian(known.asset);
  // An asset without any price was never sold.
  if (known === undefined || median === undefined) return 0n;
  const cents = (amount * median * 100n) / powerOfTen(known.precision + 18);
  const most = BigInt(config[settings[kind]]) * 100n;
  const isAllowed = allowedAt !== null;
  const doubt = () => new PayoutDoubt('outflow', { wallet, payoutEur: cents.toString() });
  if (!isAllowed && cents > most) throw doubt();
  const day = clock.now().toISOString().slice(0, 10);
  const { numAffectedRows = 0n } = await sql`
    insert into wallet_outflows (chain, day, used) values (${wallet}, ${day}::date, ${cents}::numeric)
    on conflict (chain, day) do update set used = wallet_outflows.used + excluded.used
    where ${isAllowed} or wallet_outflows.used + excluded.used <= ${most}::numeric
  `.execute(trx);
  if (numAffectedRows !== 1n) throw doubt();
  return cents;
}

/** A payout of which nothing has left counts no longer, on the day at which it was counted. @throws WrongClock */
export async function uncountOutflow(trx: Executor, kind: 'bank' | 'card', payoutId: string): Promise<void> {
  await requireRightClock(trx);
  const table = sql.raw(`${kind}_payouts`);
  await sql`
    with payout as (
      select ${sql.raw(kind === 'bank' ? 'bank' : 'acquirer')} as wallet, sent_at, counted_cents from ${table}
      where payout_id = ${payoutId} and counted_cents is not null for update
    ), uncounted as (
      update ${table} set counted_cents = null where payout_id = ${payoutId}
    )
    update wallet_outflows set used = greatest(0, used - counted_cents) from payout
    where chain = wallet and day = (sent_at at time zone 'UTC')::date
  `.execute(trx);
}

/** How long a provider that has not answered may take to show what it was asked for. */
const lateMs = 15 * 60_000;
const lookAgainMs = 60_000;

/** @returns when to look again for what a provider may still show; undefined once it was asked in vain */
export function lateLook({ clock }: Pick<AppContext, 'clock'>, { sentAt }: { sentAt: Date | null }): Date | undefined {
  const now = clock.now().getTime();
  const isLate = sentAt !== null && now - sentAt.getTime() >= lateMs;
  return isLate ? undefined : new Date(now + lookAgainMs);
}

const payoutTables = { chain: 'payouts', bank: 'bankPayouts', card: 'cardPayouts' } as const;

/**
 * Leaves a payout that is not signed or claimed to a person, with an alarm. One whose payment was taken back is none
 * that its client may cancel.
 */
export async function leaveToPerson(
  context: AppContext,
  kind: keyof typeof payoutTables,
  { payoutId, orderId: subject }: { payoutId: string; orderId: string },
  { reason, details }: PayoutDoubt,
): Promise<void> {
  const status = reason === 'taken_back' ? 'stopped' : 'held';
  await context.db.transaction().execute(async (trx) => {
    const left = await trx
      .updateTable(payoutTables[kind])
      .set({ status, holdReason: reason, updatedAt: context.clock.now() })
      .where('payoutId', '=', payoutId)
      .where('status', '=', 'planned')
      // What the bank was asked for stays planned until it has answered.
      .where(kind === 'bank' ? sql<boolean>`sent_at is null` : sql<boolean>`true`)
      .executeTakeFirst();
    if (left.numUpdatedRows !== 1n) return;
    await raiseAlarm(context, trx, { kind: 'payout_failed', subject, details: { reason, ...details } });
  });
}
