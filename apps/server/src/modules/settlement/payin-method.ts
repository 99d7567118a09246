import type { createOrder } from '@causeway/contract/calls/create-order';
import type { RequestOf } from '@causeway/contract/define-call';
import type { Order } from '@causeway/contract/shapes/order';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { OrderEnding } from '../order-lifecycle/change-status.ts';
import type { OrderRow, DestinationDetails } from '../order-lifecycle/store.ts';
import type { RefundRow } from './refund.ts';

/** The requested pay-in side: its provider, and the address step as the client filled it. */
export interface SourceRequest {
  clientId: string;
  provider: string;
  /** The order is paid out to a card, which the same field of the request names. */
  isToCard: boolean;
  request: RequestOf<typeof createOrder>;
}

/** An order that was exchanged, its client, and when it was. */
export interface PaidOrder {
  orderId: string;
  clientId: string;
  since: Date;
}

/** The part of an order that a pay-in method adds. */
export type PayinView = Partial<Order>;

/** One pay-in method. Found by the provider of the pay-in option (payment_options.provider). */
export interface PayinMethod {
  /** Status of a new order, when it does not begin by waiting for money. */
  firstStatus?: 'confirmation_pending';
  /** How long an unpaid order waits, in seconds, when longer than its price holds. */
  waitSeconds?: number;
  /**
   * How many orders may wait at once of one payer and from one network, as each makes the outside do something before
   * its money; left out where it does nothing.
   */
  openMost?: { ofPayer: number; ofNetwork: number };
  /**
   * The checked fields of the address step for the pay-in side: a saved card, whether to keep it.
   *
   * @throws Refusal CARD_INVALID, CARD_RESTRICTED on `token`
   */
  checkSource?(context: AppContext, input: SourceRequest): Promise<Partial<DestinationDetails>>;
  /**
   * Whether the payment of an order can no longer be reversed by any party: the fee earned on it is final.
   *
   * @param payment its order, and since when it is paid
   */
  isFinal(context: AppContext, payment: PaidOrder, now: Date): Promise<boolean>;
  /** From when on `isFinal` can be true; left out where that hangs on more than the time. */
  finalFrom?(context: Pick<AppContext, 'config'>, payment: PaidOrder): Date;
  /**
   * Records in the caller's transaction how the order is to be paid, and queues the work.
   *
   * @param transferId money that is there already and of which the order is made: nothing more is awaited
   */
  plan(context: AppContext, trx: Executor, order: OrderRow, transferId?: string): Promise<void>;
  /**
   * Queries the provider for the payment and applies its status; creates the payment there when it is missing and
   * needed. Called within a budget when an order was just made or is opened by its owner.
   *
   * @param known the order as it was read a moment ago
   * @throws ProviderError
   */
  sync(context: AppContext, orderId: string, known: OrderRow): Promise<void>;
  /**
   * Makes sure outside that the order can no longer be paid, before it ends. A payment that was faster wins.
   *
   * @returns false when no provider knew the order, so that the caller ends it
   * @throws ProviderError while the provider cannot be reached
   */
  stop(context: AppContext, orderId: string, ending: OrderEnding): Promise<boolean>;
  /**
   * Asks the provider whether what an order has received is still there, and books what was taken back meanwhile: asked
   * before that money is exchanged later than it came, as a restored database may have forgotten that it went.
   *
   * @throws ProviderError
   */
  recheck(context: AppContext, orderId: string): Promise<void>;
  /** What the order's owner is shown of it. `isWaiting`: the order still waits for money. */
  view(context: AppContext, order: OrderRow, isWaiting: boolean): Promise<PayinView>;
  /**
   * Sends money back outside under a key fixed by the refund's id; repeating it sends nothing more.
   *
   * @returns the refund's id at the provider
   * @throws ProviderError
   * @throws RefundImpossible once it is certain that nothing was sent and that the source will never accept it
   * @throws RefundTaken where a dispute has taken it: `bookTaken` follows
   */
  refund(context: AppContext, refund: RefundRow, order: OrderRow): Promise<string>;
  /** Books in the caller's transaction, which holds the order, what a dispute has taken of money on its way back. */
  bookTaken?(context: AppContext, trx: Executor, order: OrderRow, amount: bigint): Promise<void>;
  /**
   * Books in the caller's transaction, which holds the order and has credited a refused refund to the balance, what its
   * source has of that money already: it could be spent until the source is asked again.
   */
  bookReturned?(context: AppContext, trx: Executor, refund: RefundRow, returned: bigint): Promise<void>;
}
