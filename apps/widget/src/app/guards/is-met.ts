import type { Client } from '@causeway/contract/shapes/client';
import type { RouteName } from '../routes.ts';

/** The condition of a route (2.2-10): discounts are closed for partners, whose orders nobody else lists. */
export function isMet(name: RouteName, client: Pick<Client, 'isSpecialPartner'>): boolean {
  const isPartner = client.isSpecialPartner === 1;
  return name === 'partner-transactions' ? isPartner : name !== 'discount' || !isPartner;
}
