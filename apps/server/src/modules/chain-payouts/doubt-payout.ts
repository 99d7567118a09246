import type { AppContext } from '../../context.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { exchangeAtMedian } from './network-cost.ts';
import type { SignedPayout } from './payout-chain.ts';
import type { PayoutRow } from './store.ts';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';

/** Why a person must allow a payout. Thrown after its bytes were made, so that none of them is stored. */
export class PayoutDoubt extends Error {
  override readonly name = 'PayoutDoubt';
  readonly reason: 'fee' | 'outflow';
  readonly details: Readonly<Record<string, string>>;
  constructor(reason: PayoutDoubt['reason'], details: Readonly<Record<string, string>>) {
    super(`A person must allow the pay-out: ${reason}.`);
    this.reason = reason;
    this.details = details;
  }
}

/** @throws PayoutDoubt where the network would take too much of the payout, and no person has allowed it */
export function requireFairFee(
  { config, rates }: Pick<AppContext, 'config' | 'rates'>,
  { chain, currency, amount, allowedAt }: PayoutRow,
  { likelyFee: fee }: Pick<SignedPayout, 'likelyFee'>,
): void {
  if (allowedAt !== null) return;
  const feeCurrency = chain === 'bitcoin' ? 'BTC' : 'ETH';
  const cost =
    feeCurrency === currency ? fee : exchangeAtMedian(rates, { currency: feeCurrency, amount: fee }, currency);
  if (cost === undefined || cost * 100n <= amount * BigInt(config.NETWORK_FEE_MOST_PERCENT)) return;
  throw new PayoutDoubt('fee', { fee: fee.toString(), feeCurrency, amount: amount.toString(), currency });
}

/** Leaves a planned payout to a person, with an alarm. */
export async function leaveToPerson(context: AppContext, orderId: string, doubt: PayoutDoubt): Promise<void> {
  const { reason, details } = doubt;
  await context.db.transaction().execute(async (trx) => {
    const left = await trx
      .updateTable('payouts')
      .set({ status: 'stuck', stuckReason: reason, updatedAt: context.clock.now() })
      .where('orderId', '=', orderId)
      .where('status', '=', 'planned')
      .executeTakeFirst();
    if (left.numUpdatedRows !== 1n) return;
    await raiseAlarm(context, trx, { kind: 'payout_failed', subject: orderId, details: { reason, ...details } });
  });
}

/**
 * Counts a payout against its wallet's daily limit, in the transaction that signs it.
 *
 * @throws PayoutDoubt where it would exceed the limit, and no person has allowed it
 */
export async function countOutflow(
  { config, rates, clock }: Pick<AppContext, 'config' | 'rates' | 'clock'>,
  trx: Executor,
  { chain, currency, amount, allowedAt }: PayoutRow,
): Promise<void> {
  const known = findCurrency(currency);
  const median = known && rates.getMedian(known.asset);
  // An asset without any price was never sold.
  if (known === undefined || median === undefined) return;
  const cents = (amount * median * 100n) / powerOfTen(known.precision + 18);
  const most = BigInt(config.OUTFLOW_DAY_EUR) * 100n;
  const isAllowed = allowedAt !== null;
  if (!isAllowed && cents > most) throw doubt(chain, cents);
  const day = clock.now().toISOString().slice(0, 10);
  const { numAffectedRows = 0n } = await sql`
    insert into wallet_outflows (chain, day, used) values (${chain}, ${day}::date, ${cents}::numeric)
    on conflict (chain, day) do update set used = wallet_outflows.used + excluded.used
    where ${isAllowed} or wallet_outflows.used + excluded.used <= ${most}::numeric
  `.execute(trx);
  if (numAffectedRows !== 1n) throw doubt(chain, cents);
}

function doubt(chain: string, cents: bigint): PayoutDoubt {
  return new PayoutDoubt('outflow', { wallet: chain, payoutEur: cents.toString() });
}
