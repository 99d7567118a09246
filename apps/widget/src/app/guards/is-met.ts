import type { Client } from '@causeway/contract/shapes/client';
import type { RouteName } from '../routes.ts';

/**
 * The condition of a route (2.2-10): discounts are closed for partners, whose orders nobody else lists. Only who is signed in comes
 * this far: as long as nobody knows who that is the list stands open, and is judged again once the client is read.
 */
export function isMet(name: RouteName, client: Pick<Client, 'isAuthorized' | 'isSpecialPartner'>): boolean {
  const closed = client.isSpecialPartner === 1 ? 'discount' : client.isAuthorized === 1 && 'partner-transactions';
  return name !== closed;
}
