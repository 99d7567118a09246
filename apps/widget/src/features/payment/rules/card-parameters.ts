import type { WalletName } from '@causeway/domain/payments/payment-providers';
import type { FormValues } from '@causeway/contract/wire/encode-form';
import { payOrderEndpoint } from '@causeway/contract/endpoints/pay-order.generated';
import { holderName } from './holder-name.ts';

/** What is posted to the payment URL. Card numbers never are: they go to the acquirer only. */
export interface CardParameters extends FormValues {
  provider?: string;
  /** Of the acquirer's frame, valid once. */
  cardToken?: string;
  sessionToken?: string;
  clientUniqueId?: string;
  cardHolderName?: string;
  saveCard?: boolean;
  wallet?: WalletName;
  /** Sealed by the wallet for the acquirer, valid once. */
  walletToken?: string;
}

/** How the card is known to the acquirer. */
export type CardSource =
  | { kind: 'token'; token: string }
  | { kind: 'session'; sessionToken: string; clientUniqueId: string }
  | { kind: 'wallet'; wallet: WalletName; token: string }
  /** The order keeps it already. */
  | { kind: 'kept' };

export interface CardChoice {
  source: CardSource;
  provider: string;
  holder: string;
  saveCard: boolean;
  /** Payout to a card whose token the order lacks. */
  isPayoutCardMissing: boolean;
}

/** The parameters of a payment, or undefined when they are not valid for one (4.7-07): then no request is sent. */
export function cardParameters(paying: CardChoice): CardParameters | undefined {
  const { source, provider, saveCard, isPayoutCardMissing } = paying;
  if (isPayoutCardMissing) return undefined;
  if (source.kind === 'kept') return { provider };
  if (source.kind === 'wallet') return { provider, wallet: source.wallet, walletToken: source.token };
  const cardHolderName = holderName(paying.holder);
  if (cardHolderName === '') return undefined;
  const common = { provider, cardHolderName, saveCard };
  if (source.kind === 'token') return source.token === '' ? undefined : { ...common, cardToken: source.token };
  const { sessionToken, clientUniqueId } = source;
  return sessionToken === '' || clientUniqueId === '' ? undefined : { ...common, sessionToken, clientUniqueId };
}

/** The order's payment URL (4.7-06, 7-18); without one the order's own payment call. */
export function payOrderAt(paymentUrl: string): typeof payOrderEndpoint {
  return paymentUrl === '' ? payOrderEndpoint : { ...payOrderEndpoint, path: paymentUrl };
}
