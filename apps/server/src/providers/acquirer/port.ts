import type { WalletName } from '@causeway/domain/payments/payment-providers';

/** Status of a payment at its provider. `declined` is not final: the payer may try another card until it expires. */
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

/** A card at an acquirer. The number stays there; `token` represents it. */
export interface AcquirerCard {
  token: string;
  /** For example `visa`. */
  brand: string;
  first6: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** `credit`, `debit`, `prepaid` or empty. */
  funding: string;
}

/** A payment as its provider has it. `amount` and `refundedAmount` are decimal text in `currency`. */
export interface AcquirerPayment {
  id: string;
  reference: string;
  amount: string;
  currency: string;
  status: AcquirerStatus;
  /** Hosted page on which the payer pays. */
  pageUrl: string;
  /** 3-D Secure page while the status is `challenge`, else empty. */
  challengeUrl: string;
  /** Values for the provider's script, both empty where it has none. */
  sessionToken: string;
  clientUniqueId: string;
  cardBrand: string;
  cardLast4: string;
  /** The card that paid, when the payer chose to keep it. */
  keptCard: AcquirerCard | undefined;
  /** Empty, or for example `insufficient_funds`. */
  declineReason: string;
  refundedAmount: string;
  /** When the payer paid, if the provider reports it. */
  approvedAt: Date | undefined;
}

/**
 * Money sent to a card. `pending` becomes `paid` or `failed` by itself; what was paid becomes `returned`, or `failed`,
 * where the acquirer has it back.
 */
export interface AcquirerPayout {
  id: string;
  reference: string;
  /** Decimal text in `currency`. */
  amount: string;
  currency: string;
  status: 'pending' | 'paid' | 'failed' | 'returned';
  /** Empty, or for example `restricted_card`. */
  failureReason: string;
  /** A token for later payments, when the card was to be kept; else empty. */
  keptToken: string;
}

/**
 * A verified webhook of a provider: signature, key and time are right. Its content is only a hint; query the payment.
 */
export interface AcquirerEvent {
  id: string;
  type: string;
  paymentId: string;
}

export interface NewAcquirerPayment {
  /** The same key gives the same payment. */
  key: string;
  reference: string;
  amount: string;
  currency: string;
  description: string;
  returnUrl: string;
  expiresAt: Date;
  /** Paid on the provider's own page, or with card fields inside ours. */
  flow: 'page' | 'form';
  /** The payer chose to keep the card. */
  isCardKept: boolean;
}

/** A wallet's sheet for one payment, as browsers take it: URL of the payment method, and JSON text of its data. */
export interface WalletSheet {
  name: WalletName;
  method: string;
  data: string;
}

/** What an acquirer does with cards by their tokens. Every method throws ProviderError. */
export interface CardVault {
  /** How a page lets payers type a card in the acquirer's own frame: URL of the frame or script. */
  page: { url: string; publicKey: string; merchantId: string };
  /**
   * Charges a card for a payment; the same key charges once. Refused with `not_chargeable` when it takes no card now.
   */
  charge(input: {
    key: string;
    id: string;
    cardToken: string;
    holderName: string;
    isCardKept: boolean;
    /** The card's bank is to ask its owner (3-D Secure), even where it would not. */
    isOwnerAsked: boolean;
  }): Promise<AcquirerPayment>;
  /** Wallets that the operator offers at this acquirer. */
  wallets: readonly WalletName[];
  /** Sheets that can pay a payment. */
  openSheets(id: string): Promise<WalletSheet[]>;
  /** Has the acquirer prove to Apple that a page under this domain takes its payments. @returns JSON text */
  proveShop(input: { id: string; validationUrl: string; domain: string }): Promise<string>;
  /**
   * The card of a wallet's sheet, under a token for one charge; the same key takes it once. Refused with
   * `card_unknown` or `card_token_used` for what no sheet gave for this payment, or `card_type_not_accepted`.
   */
  takeWallet(input: { key: string; id: string; wallet: WalletName; walletToken: string }): Promise<AcquirerCard>;
  /** Refused with `card_unknown` for an unknown token. */
  describe(token: string): Promise<AcquirerCard>;
  /**
   * Keeps a card that its owner typed in the acquirer's frame, under a token for later payments; the same key keeps it
   * once. Nothing is charged. Refused with `card_unknown` or `card_token_used`, or `card_type_not_accepted`.
   */
  keep(input: { key: string; cardToken: string }): Promise<AcquirerCard>;
  /** Refused with `card_unknown` for an unknown token. */
  remove(token: string): Promise<void>;
  /** Sends money to a card; the same key sends once. */
  payOut(input: {
    key: string;
    reference: string;
    amount: string;
    currency: string;
    cardToken: string;
    isCardKept: boolean;
  }): Promise<AcquirerPayout>;
  /** Every payout of a reference, newest first: how an unknown result of `payOut` is looked up. */
  findPayouts(reference: string): Promise<AcquirerPayout[]>;
  /** Payouts made since a moment, oldest first, behind the one given; an empty page means that there are no more. */
  listPayouts(since: Date, after: string): Promise<AcquirerPayout[]>;
}

/** A provider that takes payments: a card acquirer, a bank page, a wallet. Every method throws ProviderError. */
export interface Acquirer {
  /** Name stored with payments and in the ledger, for example `card_one`. */
  readonly name: string;
  /** Last part of the path of its webhooks. */
  readonly webhookPath: string;
  /** Creates a payment; repeated calls with the same key return the same payment. */
  createPayment(input: NewAcquirerPayment): Promise<AcquirerPayment>;
  getPayment(id: string): Promise<AcquirerPayment>;
  /** Every payment made for a reference, newest first: how an unknown result of `createPayment` is looked up. */
  findPayments(reference: string): Promise<AcquirerPayment[]>;
  /** Payments made since a moment, oldest first, behind the one given; an empty page means that there are no more. */
  listPayments(since: Date, after: string): Promise<AcquirerPayment[]>;
  /** Stops a payment that was not approved. Refused with `not_cancelable` once it was. */
  cancelPayment(id: string): Promise<AcquirerPayment>;
  /** Refunds the money; the same key refunds once. */
  refundPayment(input: { key: string; id: string; amount: string; currency: string }): Promise<{ id: string }>;
  /** Only card acquirers have one. */
  readonly vault: CardVault | undefined;
  /**
   * Checks signature and time (300 s either way, by the clock given) of a webhook over its raw body.
   *
   * @returns the event, or the reason it is refused
   */
  readEvent(body: string, signature: string, now: Date): AcquirerEvent | { refused: string };
}

/** Every provider that takes payments. */
export interface Acquirers {
  all: readonly Acquirer[];
  /** @throws Error for a name that no configuration knows */
  find(name: string): Acquirer;
}
