import type { PurchaseParamsPayin } from '@causeway/contract/shapes/order';
import type { CardVault } from '../../providers/acquirer/port.ts';

/** What decides how a payment is shown. */
export interface ShownPayment {
  niceId: string;
  /** Name of the firm. */
  provider: string;
  flow: 'page' | 'form';
  pageUrl: string;
  sessionToken: string;
  clientUniqueId: string;
  /** The last try failed: whatever card the order was made with, another one is asked for. */
  isDeclined: boolean;
  /** The card that the order was made with: one of the client's list, or one that was typed for it. */
  chosenCard: 'listed' | 'typed' | undefined;
  /** Where the firm lets pages take cards. */
  page: CardVault['page'] | undefined;
}

/** The fields by which the widget knows how an order is paid; nothing while the firm has not answered. */
export function shapePayment(payment: ShownPayment): PurchaseParamsPayin {
  const { niceId, provider, flow, pageUrl, sessionToken, clientUniqueId, isDeclined, chosenCard, page } = payment;
  if (pageUrl === '') return {};
  const paymentUrl = `/onramp/o/${niceId}/pay`;
  if (chosenCard === 'listed' && !isDeclined) return { paymentUrl, provider };
  if (page !== undefined) {
    const { publicKey, url: scriptUrl } = page;
    if (chosenCard === 'typed' && !isDeclined) return { publicKey, provider };
    if (flow === 'form' && sessionToken !== '')
      return { sessionToken, clientUniqueId, scriptUrl, paymentUrl, provider };
    if (flow === 'form') return { paymentUrl, publicKey, scriptUrl, provider };
  }
  return { purchaseUrl: pageUrl, paymentUrl, provider };
}
