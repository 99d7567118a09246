import type { Order } from '@causeway/contract/shapes/order';
import type { RequestOf } from '@causeway/contract/define-call';
import type { createOrder } from '@causeway/contract/calls/create-order';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { Destination, OrderRow } from './store.ts';

/** What is asked for: a currency, a group, and the address step as the client filled it. */
export interface DestinationRequest {
  clientId: string;
  currency: string;
  group: string;
  request: RequestOf<typeof createOrder>;
}

/** The part of an order that a pay-out method knows. */
export type PayoutView = Partial<Order>;

/** One way to pay out. Found by the provider of the pay-out option (payment_options.provider). */
export interface PayoutMethod {
  /**
   * The destination in its usual form.
   *
   * @throws Refusal REQUIRED, ADDRESS_INVALID, TAG_INVALID, MEMO_INVALID, BANK_ACCOUNT_INVALID, CARD_INVALID on the wire's field
   */
  checkDestination(context: AppContext, input: DestinationRequest): Promise<Destination>;
  /**
   * Notes in the caller's transaction that the order is to be paid out and queues the work; one pay-out per order, for
   * ever. A pay-out that is nothing but a posting may finish the order at once.
   */
  plan(context: AppContext, trx: Executor, order: OrderRow, amount: bigint): Promise<void>;
  /** Stops a pay-out of which nothing has left yet. @returns whether it was stopped */
  stop(context: AppContext, trx: Executor, orderId: string): Promise<boolean>;
  /** What the order's owner is told of it. */
  tell(context: AppContext, order: OrderRow): Promise<PayoutView>;
}
