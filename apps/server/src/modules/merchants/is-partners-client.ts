import type { Executor } from '../../database/db.ts';

/** Whether the partner of an order is paid and represented by this client, who has the partner role. */
export async function isPartnersClient(executor: Executor, partnerKey: string, clientId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('partners')
    .innerJoin('clients', 'clients.clientId', 'partners.clientId')
    .select('partners.partnerKey')
    .where('partners.partnerKey', '=', partnerKey)
    .where('clients.clientId', '=', clientId)
    .where('clients.isPartner', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}
