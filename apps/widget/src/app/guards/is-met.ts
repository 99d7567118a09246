import type { Client } from '@causeway/contract/shapes/client';
import type { RouteName } from '../routes.ts';

/** The condition of a route (2.2-10): discounts are closed for one partner type. */
export function isMet(name: RouteName, client: Pick<Client, 'isSpecialPartner'>): boolean {
  return name !== 'discount' || client.isSpecialPartner === 0;
}
