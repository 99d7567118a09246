import { connectHost } from '@causeway/bridge/host/connect-host';
import type { HostEvent, InPayloads } from '@causeway/bridge/shared/protocol';
import { CausewayError, shown } from './causeway-error.ts';
import { assertOptions } from './assert-options.ts';
import { createFrame, dressFrame } from './create-frame.ts';
import { createEmitter } from './emitter.ts';
import type { CausewayEvent, CausewayListener } from './events.ts';
import { LIVE_OPTIONS, type CausewayOptions } from './options.ts';
import { widgetAddress } from './widget-address.ts';

/** A widget on the page. */
export interface CausewayHandle {
  /** The frame, for instance to give it the focus. */
  readonly iframe: HTMLIFrameElement;
  /** Calls `listener` at each `event`; returns the function that takes it off again. */
  on: <E extends CausewayEvent>(event: E, listener: CausewayListener<E>) => () => void;
  off: <E extends CausewayEvent>(event: E, listener: CausewayListener<E>) => void;
  /** Sends an event into the widget, or keeps it until the widget is ready. */
  send: <E extends HostEvent>(event: E, payload: InPayloads[E]) => void;
  /**
   * Changes options. Currencies, amounts, address and coupon are taken over by the running widget; any other one, such as `theme`,
   * loads the frame anew. `origin` cannot change.
   */
  update: (changes: Partial<CausewayOptions>) => void;
  /** Takes the frame off the page and stops listening. */
  unmount: () => void;
}

function findElement(target: Element | string): Element {
  if (typeof document === 'undefined') {
    throw new CausewayError(
      'Expected mount() to run in a browser, but there is no document. Call it in an effect or an event handler.',
    );
  }
  const element = typeof target === 'string' ? document.querySelector(target) : target;
  if (element instanceof Element) return element;
  throw new CausewayError(
    `Expected mount() to be given an element or the selector of one, but got ${shown(target)}${
      typeof target === 'string' ? ', which matches nothing on this page' : ''
    }. Call it after the element exists.`,
  );
}

const withoutLive = (options: CausewayOptions) =>
  widgetAddress({ ...options, ...Object.fromEntries(LIVE_OPTIONS.map((name) => [name, undefined])) });

/**
 * Puts the widget into an element and keeps its height in step with the content.
 *
 * @throws CausewayError when the element or an option cannot work
 * @example
 * const widget = mount('#pay', { origin: 'https://pay.example', partnerKey: 'pk_test_shop', payinAmount: '250' })
 * widget.on('change-order', ({ orderId, orderStatus }) => console.log(orderId, orderStatus))
 */
export function mount(target: Element | string, options: CausewayOptions): CausewayHandle {
  const element = findElement(target);
  assertOptions(options);
  let current = options;
  const { origin } = options;
  const { on, off, emit } = createEmitter();
  const iframe = createFrame(options);

  const fail = (message: string) => {
    const error = new CausewayError(message);
    if (!emit('error', error)) console.error(error);
  };

  const { send, close } = connectHost({
    window,
    iframe,
    origin,
    onReady: () => void emit('ready', {}),
    onMessage({ event, payload }) {
      if (event === 'change-height') {
        const height = `${payload.height}px`;
        if (height === iframe.style.height) return;
        iframe.style.height = height;
      }
      const heard = emit(event, payload);
      if (event === 'redirect' && !heard) location.assign(payload.url);
    },
    onTimeout: () =>
      fail(
        `Expected the widget at ${origin} to answer within 20 seconds, but nothing came. Check that the address is right and that ${location.origin} is an allowed origin of ${current.partnerKey}.`,
      ),
    onVersionMismatch: (theirs) =>
      fail(
        `Expected the widget at ${origin} to speak version 1, but it speaks ${theirs.join(', ')}. Update @causeway/sdk.`,
      ),
  });
  element.append(iframe);

  return {
    iframe,
    on,
    off,
    send,
    update(changes) {
      const next = { ...current, ...changes };
      assertOptions(next);
      if (next.origin !== origin) {
        throw new CausewayError(
          `Expected "origin" to stay ${origin}, but got ${next.origin}. Unmount and mount again to change it.`,
        );
      }
      const live = LIVE_OPTIONS.filter((name) => next[name] !== current[name]);
      const reloads = withoutLive(next) !== withoutLive(current);
      current = next;
      dressFrame(iframe, next);
      if (reloads) iframe.src = widgetAddress(next);
      else if (live.length > 0) send('open-exchange', Object.fromEntries(live.map((name) => [name, next[name]])));
    },
    unmount() {
      close();
      iframe.remove();
    },
  };
}
