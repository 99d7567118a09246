import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/db.ts';
import { partner, type Partner } from './partner.ts';
import { selectPartner } from './store.ts';

const maxAgeMs = 5_000;
const maxEntries = 1_000;

interface Remembered {
  partner: Partner | undefined;
  until: number;
}

/** Each page and call of a framed widget asks for its partner, who hardly ever changes. */
const memories = new WeakMap<Db, Map<string, Remembered>>();

/** The partner with this key, as it was at most five seconds ago; `undefined` for an unknown key. */
export async function findPartner(
  context: Pick<AppContext, 'db' | 'clock'>,
  partnerKey: string,
): Promise<Partner | undefined> {
  const memory = memories.get(context.db) ?? new Map<string, Remembered>();
  memories.set(context.db, memory);
  const now = context.clock.now().getTime();
  const known = memory.get(partnerKey);
  if (known !== undefined && Math.abs(known.until - now) <= maxAgeMs && now < known.until) return known.partner;
  const row = await selectPartner(context.db, partnerKey);
  const found = row && partner.parse(row);
  // Unknown keys are remembered too; the bound keeps a stranger from filling the memory with them.
  if (memory.size >= maxEntries) memory.clear();
  memory.set(partnerKey, { partner: found, until: now + maxAgeMs });
  return found;
}
