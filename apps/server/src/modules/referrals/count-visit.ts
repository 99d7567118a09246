import { sql } from 'kysely';
import { addressFamily } from '../../budgets/address-family.ts';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { findReferrer } from './referral-code.ts';

/** Visits of one link that count, a day: of one network, and of all together. */
const visitsMax = { address: 5, everybody: 10_000 };
const daySeconds = 86_400;

/**
 * Counts that a link was opened today, UTC. Of the visitor nothing is kept but a keyed hash, for a day, so that
 * opening the link again and again counts little.
 */
export async function countVisit(
  { db, clock, budgets }: Pick<AppContext, 'db' | 'clock' | 'budgets'>,
  { code, ip }: { code: string; ip: string },
): Promise<void> {
  const clientId = await findReferrer(db, code);
  if (clientId === undefined) return;
  const spent = { call: 'referral', seconds: daySeconds, isShared: true };
  try {
    await budgets.spend({ ...spent, by: 'address', value: `${code} ${addressFamily(ip)}`, max: visitsMax.address });
    await budgets.spend({ ...spent, by: 'everybody', value: code, max: visitsMax.everybody });
  } catch (error) {
    if (error instanceof Refusal) return;
    throw error;
  }
  await sql`
    insert into referral_visits as counted (client_id, day, visits)
    values (${clientId}::uuid, (${clock.now()}::timestamptz at time zone 'UTC')::date, 1)
    on conflict (client_id, day) do update set visits = counted.visits + 1
  `.execute(db);
}
