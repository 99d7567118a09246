import type { Order } from '@causeway/contract/shapes/order';
import { useEffect, useState } from 'react';
import { paymentView, type PaymentView } from '../../features/payment/rules/payment-view.ts';
import type { PaymentPopup } from '../../shell/popups.ts';
import { useRuntime } from '../../shell/runtime.ts';

/** Milliseconds between two looks whether the payment window was closed. */
const closedCheck = 500;

export interface Payment {
  view: PaymentView | undefined;
  /** Milliseconds since 1970 until which the rate is held. */
  heldUntil: number;
  /** The browser did not let the window open. */
  isBlocked: boolean;
  /** The payment page is open in a window of its own. */
  isOpened: boolean;
  /** Opens the payment page; call it in the click itself. */
  open: () => void;
}

/** The payment page of an order: in a window of its own when framed, in this tab otherwise. A closed window makes the order be looked at anew. */
export function usePayment(order: Order, isFresh: boolean, again: () => void): Payment {
  const { frame, popups } = useRuntime();
  const [popup, setPopup] = useState<PaymentPopup>();
  const [isBlocked, setBlocked] = useState(false);
  const url = order.purchaseParamsPayin.purchaseUrl;
  const [heldUntil, setHeldUntil] = useState(0);
  useEffect(() => {
    setHeldUntil(Date.now() + (order.expiresAt - order.now) * 1000);
  }, [order.expiresAt, order.now]);

  useEffect(() => {
    if (!popup) return undefined;
    const timer = setInterval(() => {
      if (!popup.isClosed()) return;
      setPopup(undefined);
      again();
    }, closedCheck);
    return () => clearInterval(timer);
  }, [popup, again]);
  useEffect(() => {
    if (order.status !== 'payin_pending') popup?.close();
  }, [order.status, popup]);

  function open(): void {
    if (url === undefined) return undefined;
    if (!frame.isFramed) return location.assign(url);
    const opened = popups.open();
    setBlocked(!opened);
    opened?.go(url);
    setPopup(opened);
  }

  const isOpened = popup !== undefined;
  const view = paymentView({ order, isFramed: frame.isFramed, isFresh, isOpened });
  return { view, heldUntil, isBlocked, isOpened, open };
}
