import { paymentWindow } from '../platform/popups.ts';

/** The acquirer sends the payer back here in the payment window: the widget that opened it goes on, so the window is done. */
export function closePaymentWindow(window: Window): boolean {
  if (window.name !== paymentWindow || window.opener === null) return false;
  window.close();
  return window.closed;
}
