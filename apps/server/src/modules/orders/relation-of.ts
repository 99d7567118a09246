import type { Reader } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { isPartnersClient } from '../merchants/is-partners-client.ts';

/** What a reader is to an order: its owner, its partner, who holds the link of a merchant's order, or anybody else. */
export type Relation = 'owner' | 'partner' | 'holder' | 'stranger';

type Known = Pick<OrderRow, 'clientId' | 'partnerKey' | 'isMerchant'>;

/** Only an order through a partner costs a query, and only when a client who is not its owner asks. */
export async function relationOf(executor: Executor, order: Known, reader: Reader): Promise<Relation> {
  const { clientId, partnerKey, isMerchant } = order;
  if (reader.kind === 'client' && reader.clientId === clientId) return 'owner';
  const isPartner =
    reader.kind === 'client' && partnerKey !== null && (await isPartnersClient(executor, partnerKey, reader.clientId));
  if (isPartner) return 'partner';
  return isMerchant ? 'holder' : 'stranger';
}

/** Whether an order does not belong on a page of this partner: there only its owner finds it. */
export function isOfOtherPage(order: Known, relation: Relation, partnerKey: string | undefined): boolean {
  return partnerKey !== undefined && relation !== 'owner' && order.partnerKey !== partnerKey;
}
