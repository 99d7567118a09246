import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import type { CardPaymentRow } from './store.ts';

/** An order and its payment, both held until the transaction ends, and what the acquirer says. */
export interface PaymentNews {
  order: OrderRow;
  payment: CardPaymentRow;
  outside: AcquirerPayment;
}
