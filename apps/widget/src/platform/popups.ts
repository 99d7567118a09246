/** The blank page a popup opens at before its address is known (2.1-34). */
export const blankPath = '/cross_site_redirect';
/** Name of the payment window; the order page closes itself when it finds itself in it. */
export const paymentWindow = 'causeway-payment';

export interface PaymentPopup {
  go: (url: string) => void;
  close: () => void;
  isClosed: () => boolean;
}

export interface Popups {
  /** Opens a window; call it in the click itself. Undefined when the browser blocked it. */
  open: () => PaymentPopup | undefined;
  /** Opens one for a payment whose URL is not known yet; call it in the click that places the order. */
  reserve: () => void;
  /** The reserved window, once; undefined when there is none or the browser blocked it. */
  take: () => PaymentPopup | undefined;
}

export function createPopups(window: Pick<Window, 'open'>): Popups {
  let reserved: PaymentPopup | undefined;
  function open(): PaymentPopup | undefined {
    const opened = window.open(blankPath, paymentWindow);
    if (!opened) return undefined;
    return {
      go: (url) => opened.location.replace(url),
      close: () => opened.close(),
      isClosed: () => opened.closed,
    };
  }
  return {
    open,
    reserve() {
      reserved = open();
    },
    take() {
      const popup = reserved;
      reserved = undefined;
      return popup;
    },
  };
}
