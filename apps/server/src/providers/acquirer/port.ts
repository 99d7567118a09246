/** Where a payment stands at the acquirer. `declined` is not final: the payer may try another card until it expires. */
export const acquirerStatuses = [
  'created',
  'challenge',
  'declined',
  'approved',
  'expired',
  'canceled',
  'refunded',
  'charged_back',
] as const;

export type AcquirerStatus = (typeof acquirerStatuses)[number];

/** A payment as the acquirer has it. `amount` is decimal text in `currency`. */
export interface AcquirerPayment {
  id: string;
  reference: string;
  amount: string;
  currency: string;
  status: AcquirerStatus;
  /** Hosted page on which the payer enters the card. */
  pageUrl: string;
  cardBrand: string;
  cardLast4: string;
  /** Empty, or for example `insufficient_funds`. */
  declineReason: string;
}

/** A notice of the acquirer, verified: signature, key and time are right. Its content is only a hint; ask for the payment. */
export interface AcquirerEvent {
  id: string;
  type: string;
  paymentId: string;
}

/** A firm that takes card payments on a page of its own. Every method throws ProviderError. */
export interface Acquirer {
  /** Name kept with payments, for example `card_one`. */
  readonly name: string;
  /** Creates a payment; the same key gives the same payment, however often it is asked for. */
  createPayment(input: {
    key: string;
    reference: string;
    amount: string;
    currency: string;
    description: string;
    returnUrl: string;
    expiresAt: Date;
  }): Promise<AcquirerPayment>;
  getPayment(id: string): Promise<AcquirerPayment>;
  /** Every payment made for a reference, newest first: how an unknown result of `createPayment` is looked up. */
  findPayments(reference: string): Promise<AcquirerPayment[]>;
  /** Stops a payment that was not approved. Refused with `not_cancelable` once it was. */
  cancelPayment(id: string): Promise<AcquirerPayment>;
  /** Gives the money back; the same key refunds once. */
  refundPayment(input: { key: string; id: string; amount: string; currency: string }): Promise<{ id: string }>;
  /**
   * Checks signature and time (300 s either way, by the clock given) of a notice over its raw body.
   *
   * @returns the event, or the reason it is refused
   */
  readEvent(body: string, signature: string, now: Date): AcquirerEvent | { refused: string };
}
