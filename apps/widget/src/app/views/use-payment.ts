import type { Order } from '@causeway/contract/shapes/order';
import { paymentRules } from '@causeway/domain/payments/payment-methods';
import { useEffect, useState } from 'react';
import { paymentView, type PaymentView } from '../../features/payment/rules/payment-view.ts';
import type { PaymentPopup } from '../../platform/popups.ts';
import { leaveTab } from '../../platform/open-outside.ts';
import { useRuntime } from '../../platform/runtime.ts';

/** Milliseconds between two checks whether the payment window was closed. */
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

/**
 * The payment of an order. Its page opens in a separate window when framed or where the method needs one, in this tab
 * otherwise. A fresh order takes the window that its click opened. A closed window makes the order be read
 * again.
 */
export function usePayment(order: Order, isFresh: boolean, again: () => void): Payment {
  const { frame, popups, tab } = useRuntime();
  const [popup, setPopup] = useState<PaymentPopup>();
  const [isBlocked, setBlocked] = useState(false);
  const isOpened = popup !== undefined;
  const view = paymentView({ order, isFramed: frame.isFramed, isFresh, isOpened });
  const url = view?.kind === 'page' ? view.url : undefined;
  const { opensWindow } = paymentRules(order.payinGroup);
  const isPopup = frame.isFramed || opensWindow;
  const [heldUntil, setHeldUntil] = useState(0);
  useEffect(() => {
    setHeldUntil(Date.now() + (order.expiresAt - order.now) * 1000);
  }, [order.expiresAt, order.now]);

  const isAwaited = isFresh && opensWindow;
  useEffect(() => {
    if (!isAwaited || url === undefined) return;
    const reserved = popups.take();
    setBlocked(!reserved || reserved.isClosed());
    if (!reserved || reserved.isClosed()) return;
    reserved.go(url);
    setPopup(reserved);
  }, [isAwaited, url, popups]);
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
    if (!isPopup) return leaveTab({ tab }, url);
    const opened = popups.open();
    setBlocked(!opened);
    opened?.go(url);
    setPopup(opened);
  }

  return { view, heldUntil, isBlocked, isOpened, open };
}
