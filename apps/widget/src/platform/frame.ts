import { connectGuest } from '@causeway/bridge/guest/connect-guest';
import type { GuestConnection, GuestWindow } from '@causeway/bridge/guest/guest-connection';
import { reportHeight } from '@causeway/bridge/guest/report-height';
import type { HostMessage } from '@causeway/bridge/shared/protocol';
import type { OrderEventPayload } from '@causeway/bridge/shared/payloads';
import type { Log } from './log.ts';

export interface Frame {
  /** Whether the widget is inside another page. */
  isFramed: boolean;
  /** The client entered a step. */
  updateStep: (event: OrderEventPayload) => void;
  /** The order was created or its status changed. */
  changeOrder: (event: OrderEventPayload) => void;
  changeLanguage: (lang: string) => void;
  /** Asks the page around the widget to go to an absolute address. */
  redirect: (url: string) => void;
  /** Sends the page around any other event of the protocol. */
  post: GuestConnection['send'];
  /** Follows what the page around the widget asks for. */
  subscribe: (listener: (message: HostMessage) => void) => () => void;
  /** Starts to report the content's height. */
  watchHeight: (content: HTMLElement) => () => void;
}

/** The page around the widget, over the bridge. */
export function connectFrame(window: GuestWindow, allowedOrigins: readonly string[], log: Log): Frame {
  const isFramed = !Object.is(window.parent, window);
  const listeners = new Set<(message: HostMessage) => void>();
  const guest = connectGuest({
    window,
    allowedOrigins,
    onMessage: (message) => listeners.forEach((listener) => listener(message)),
  });
  return {
    isFramed,
    updateStep(event) {
      // Without a page around, the event has no recipient.
      if (event.stepName === 'auth') return isFramed ? log.warn('Event "auth" is not allowed') : undefined;
      guest.send('update-step', event);
    },
    changeOrder: (event) => guest.send('change-order', event),
    changeLanguage: (lang) => guest.send('change-lang', { lang }),
    redirect: (url) => guest.send('redirect', { url }),
    post: guest.send,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watchHeight: (content) =>
      reportHeight({
        window,
        measure: () => content.getBoundingClientRect().height,
        onHeight: (height) => guest.send('change-height', { height }),
      }),
  };
}
