import type { Order } from '@causeway/contract/shapes/order';
import { modeRow, type Mode } from '../modes.ts';
import type { RouteName } from '../routes.ts';

export interface ReaderFacts {
  mode: Mode;
  /** The reader is signed in. */
  isSignedIn: boolean;
  /** Nobody signs in for a merchant's order. */
  isMerchant: boolean;
  order: Pick<Order, 'isPartnerRole'>;
}

/** The list that an order's page leads to: the partner's for who reads as the partner; none for visitors and payers of merchants. */
export function listOfOrder({ mode, isSignedIn, isMerchant, order }: ReaderFacts): RouteName | undefined {
  if (!isSignedIn || isMerchant || modeRow(mode).hideOrderButtons) return undefined;
  return order.isPartnerRole === 1 ? 'partner-transactions' : 'transactions';
}
