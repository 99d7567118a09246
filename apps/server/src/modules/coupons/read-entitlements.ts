import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import type { Benefit, Entitlements } from './benefit.ts';

const found = z.object({
  vip: z.int().nullable(),
  vipName: z.string().nullable(),
  tier: z.int().nullable(),
  tierName: z.string().nullable(),
  isNextFree: z.boolean(),
  isNew: z.boolean(),
});

/** What a client is entitled to at a moment, in one query. */
export async function readEntitlements(executor: Executor, clientId: string, now: Date): Promise<Entitlements> {
  const { rows } = await sql`
    select vip.percent_off as vip, vip.name as vip_name, tier.percent_off as tier, tier.name as tier_name,
      exists (
        select from service_grants
        where client_id = ${clientId} and order_id is null and (expires_at is null or expires_at > ${now})
      ) as is_next_free,
      not exists (
        select from orders where client_id = ${clientId} and status not in ('canceled', 'expired', 'refunded', 'error')
      ) as is_new
    from (select) as one
      left join client_discounts vip on vip.client_id = ${clientId} and vip.source = 'vip'
      left join client_discounts tier on tier.client_id = ${clientId} and tier.source = 'tier'
  `.execute(executor);
  const { vip, vipName, tier, tierName, isNextFree, isNew } = found.parse(rows[0]);
  const discounts: Benefit[] = [];
  if (vip !== null) discounts.push({ source: 'vip', percentOff: vip, code: vipName ?? '' });
  else if (tier !== null) discounts.push({ source: 'tier', percentOff: tier, code: tierName ?? '' });
  return { discounts, isNextFree, isNew };
}
