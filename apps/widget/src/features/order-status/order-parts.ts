import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import type { PaymentKind } from '@causeway/domain/payments/payment-methods';
import type { Order } from '@causeway/contract/shapes/order';
import type { ReactNode } from 'react';
import type { ActionPlace } from './rules/required-action.ts';
import type { OrderDirection, Receiver } from './rules/order-kind.ts';

/** What the parts of an order's page get. */
export interface OrderParts {
  order: Order;
  /** The pay-out currency. */
  payoutEntry: CurrencyConfigEntry | undefined;
  payinKind: PaymentKind;
  payoutKind: PaymentKind;
  receiver: Receiver;
  direction: OrderDirection;
  show: (amount: string, code: string) => string;
  hideButtons: boolean;
  /** The reader may act on the order. */
  isOwner: boolean;
  /** The order is of the account that the reader is signed in to. */
  isAccounts: boolean;
  /** The last poll of the order failed, or none can be made; an older state is shown. */
  isBehind: boolean;
  /** Reads the order now. */
  onRefresh: () => void;
  /** Places the same order again. */
  onAgain: () => void;
  onNew: () => void;
  /** Opens the list with this order; undefined where the caller has none. */
  onList?: (() => void) | undefined;
  /** Begins the purchase again; undefined where this page does not sell it. */
  onRetry?: (() => void) | undefined;
  onChange?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
  onLogin?: (() => void) | undefined;
  /** Enters the code that an order paid from the balance waits for. */
  onConfirm?: (() => void) | undefined;
  /** Opens the wizard of an action. */
  onAct: (place: ActionPlace) => void;
  /** Leaves for the shop; undefined when the order leads nowhere. */
  onReturn?: (() => void) | undefined;
  /** How the rest is paid, while a part of it has arrived. */
  rest?: ReactNode;
}
