import type { AppContext, Clock } from '../../context.ts';
import { type Partner, partner } from './partner.ts';
import { selectPartner } from './store.ts';
import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';

const maxAgeMs = 5_000;
const maxEntries = 1_000;

interface Remembered {
  partner: Partner | undefined;
  until: number;
}

/**
 * Each page and call of a framed widget looks up its partner, which rarely changes. Keyed by the clock, which a
 * transaction shares with all other work.
 */
const memories = new WeakMap<Clock, Map<string, Remembered>>();

/** The partner with this key, as it was at most five seconds ago; `undefined` for an unknown key. */
export async function findPartner(
  context: Pick<AppContext, 'db' | 'clock'>,
  partnerKey: string,
): Promise<Partner | undefined> {
  const known = recall(context, partnerKey);
  if (known !== undefined) return known.partner;
  const row = await selectPartner(context.db, partnerKey);
  const found = row && partner.parse(row);
  const memory = memories.get(context.clock) ?? new Map<string, Remembered>();
  memories.set(context.clock, memory);
  // Unknown keys are cached too; the limit keeps made-up ones from filling the memory.
  if (memory.size >= maxEntries) memory.clear();
  memory.set(partnerKey, { partner: found, until: context.clock.now().getTime() + maxAgeMs });
  return found;
}

/** The same without waiting, if it is cached. */
export function recall(
  { clock }: Pick<AppContext, 'clock'>,
  partnerKey: string,
): { partner: Partner | undefined } | undefined {
  const now = clock.now().getTime();
  const known = memories.get(clock)?.get(partnerKey);
  return known !== undefined && Math.abs(known.until - now) <= maxAgeMs && now < known.until ? known : undefined;
}

/** Removes a partner from this process's cache, so that the caller that changed it sees the change at once. */
export function forgetPartner({ clock }: Pick<AppContext, 'clock'>, partnerKey: string): void {
  memories.get(clock)?.delete(partnerKey);
}

/** Whether a page is on one of the partner's own origins. */
export function isOwnAddress({ allowedOrigins }: Pick<Partner, 'allowedOrigins'>, address: string): boolean {
  return URL.canParse(address) && allowedOrigins.includes(new URL(address).origin);
}

/** Not where an order pays the address that its page fixes, and a restore may have forgotten that another was named. */
export async function isAddressConfirmed(
  executor: Executor,
  { partnerKey, destinationAddress }: { partnerKey: string | null; destinationAddress: string },
): Promise<boolean> {
  if (partnerKey === null) return true;
  const row = await executor
    .selectFrom('partners')
    .select('partnerKey')
    .where('partnerKey', '=', partnerKey)
    .where('payeeHold', '<>', '')
    .where(sql<boolean>`lower(defaults ->> 'dstAddress') = lower(${destinationAddress})`)
    .executeTakeFirst();
  return row === undefined;
}

/** Whether some partner's pages are at this origin. */
export async function isPartnerOrigin(executor: Executor, origin: string): Promise<boolean> {
  const row = await executor
    .selectFrom('partners')
    .select('partnerKey')
    .where(sql<boolean>`${origin} = any(allowed_origins)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Origins whose pages may frame the partner's widget: its own, and ours, where the playground is. */
export function listFramingOrigins(
  { config }: Pick<AppContext, 'config'>,
  { allowedOrigins }: Pick<Partner, 'allowedOrigins'>,
): string[] {
  return [...new Set([...allowedOrigins, new URL(config.PUBLIC_URL).origin])];
}
