/** Who takes the payments of a method, and how. */
export interface PaymentProvider {
  /** Code of the payment method. */
  method: string;
  /** Name of the acquirer, as stored with payments; undefined where money comes without one. */
  acquirer?: string;
  /** `page`: on the acquirer's page; `form`: card fields inside ours. */
  flow?: 'page' | 'form';
}

/** Every provider of fiat payments by its name in payment options. */
const providers: Readonly<Record<string, PaymentProvider>> = {
  card_one: { method: 'card', acquirer: 'card_one', flow: 'page' },
  card_one_form: { method: 'card', acquirer: 'card_one', flow: 'form' },
  card_two: { method: 'card', acquirer: 'card_two', flow: 'form' },
  sofort_one: { method: 'sofort', acquirer: 'sofort_one', flow: 'page' },
  wallet_one: { method: 'wallet', acquirer: 'wallet_one', flow: 'page' },
  bank: { method: 'sepa' },
};

export const paymentProviders: ReadonlyMap<string, PaymentProvider> = new Map(Object.entries(providers));

/** Wallets whose sheet the browser shows, by their names on the wire. */
export const walletNames = ['apple_pay', 'google_pay'] as const;
export type WalletName = (typeof walletNames)[number];
