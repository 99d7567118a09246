import type { Order } from '@causeway/contract/shapes/order';
import type { ReactNode } from 'react';

/** What every payment screen gets. */
export interface PaymentParts {
  order: Order;
  /** '250 EUR': what is still to be paid. */
  amount: string;
  /** The same as exact decimal text. */
  amountLeft: string;
  /** Decimals of the pay-in currency on its chain. */
  precision: number;
  show: (amount: string, code: string) => string;
  /** Names of what is paid in. */
  currencyName: string;
  networkName: string;
  summary: ReactNode;
  /** Milliseconds since 1970 until which the rate is held. */
  heldUntil: number;
  onCancel?: (() => void) | undefined;
  /** Opens the list with this order, which waits there for its money; undefined where the caller has none. */
  onList?: (() => void) | undefined;
  /** Reads the order now. */
  again: () => void;
  /** Follows a redirect value that leads inside the widget. */
  onRedirect: (value: string) => void;
}
