import type { PurchaseParamsPayin } from '@causeway/contract/shapes/payin-parameters';

export type BankAccount = NonNullable<PurchaseParamsPayin['sepaAccount']>;

/** What a payment response requires, recognised by its fields. */
export type PaymentShape =
  /** Requisites of a bank transfer. */
  | { kind: 'bank'; account: BankAccount }
  /** Fields of the acquirer's script, for one session. */
  | {
      kind: 'fields';
      sessionToken: string;
      clientUniqueId: string;
      scriptUrl: string;
      paymentUrl: string;
      provider: string;
    }
  /**
   * A new card: the acquirer's frame gives a token for it. Without `paymentUrl` it goes to the order's own payment
   * call.
   */
  | { kind: 'form'; publicKey: string; scriptUrl: string; paymentUrl: string; provider: string }
  /** A page of the provider. */
  | { kind: 'page'; url: string }
  /** A card that is kept already. */
  | { kind: 'saved'; paymentUrl: string; provider: string }
  /** Nothing is paid here. */
  | { kind: 'none' }
  | { kind: 'unknown' };

const ownPath = /^\/(?![/\\])[\w/-]+$/;

/** Recognises a payment response (3-35 to 3-40), in the order of A-088. Any other answer is a system error. */
export function paymentShape(params: PurchaseParamsPayin): PaymentShape {
  const { sepaAccount, sessionToken, clientUniqueId, publicKey, purchaseUrl } = params;
  const { scriptUrl = '', provider = '', paymentUrl = '' } = params;
  if (sepaAccount) return { kind: 'bank', account: sepaAccount };
  if (!isUsable(params)) return { kind: 'unknown' };
  const common = { scriptUrl, paymentUrl, provider };
  if (sessionToken && clientUniqueId) return { kind: 'fields', sessionToken, clientUniqueId, ...common };
  if (publicKey) return { kind: 'form', publicKey, ...common };
  if (purchaseUrl) return { kind: 'page', url: purchaseUrl };
  if (paymentUrl) return { kind: 'saved', paymentUrl, provider };
  return Object.entries(params).some(([name, value]) => name !== 'evm' && Boolean(value))
    ? { kind: 'unknown' }
    : { kind: 'none' };
}

/** Card parameters are posted to the product alone, and a page or script is an http(s) URL. */
function isUsable({ paymentUrl = '', purchaseUrl = '', scriptUrl = '' }: PurchaseParamsPayin): boolean {
  const isPath = paymentUrl === '' || ownPath.test(paymentUrl);
  return isPath && [purchaseUrl, scriptUrl].every((url) => url === '' || isWebAddress(url));
}

/** Whether a text is an absolute http(s) URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text);
}
