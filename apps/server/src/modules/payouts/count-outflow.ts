import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { PayoutDoubt } from './doubt-payout.ts';
import type { PayoutRow } from './store.ts';

/**
 * Counts a pay-out against what may leave its wallet in a day, in the transaction that signs it.
 *
 * @throws PayoutDoubt where it would be too much, and nobody has allowed it
 */
export async function countOutflow(
  { config, rates, clock }: Pick<AppContext, 'config' | 'rates' | 'clock'>,
  trx: Executor,
  { chain, currency, amount, allowedAt }: PayoutRow,
): Promise<void> {
  const known = findCurrency(currency);
  const median = known && rates.getMedian(known.asset);
  // What was never priced was never sold.
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
