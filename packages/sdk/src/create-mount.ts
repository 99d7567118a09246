import { connectHost } from '@causeway/bridge/host/connect-host';
import type { HostEvent, InPayloads } from '@causeway/bridge/shared/protocol';
import { assertOptions, type GivenOptions } from './assert-options.ts';
import { createFrame } from './create-frame.ts';
import { createEmitter } from './emitter.ts';
import type { CausewayEvent, CausewayListener, DisplayChange } from './events.ts';
import { type FetchMore, type More, type Mounted, answerWithin, loadFrame, withMore } from './mounted.ts';
import { findElement } from './find-element.ts';
import { widgetAddress } from './widget-address.ts';
import { handleMessage } from './handle-message.ts';
import type { CausewayOptions } from './options.ts';

/** A widget on the page. */
export interface CausewayHandle {
  /** The frame, for instance to give it the focus; on no page while the widget is in a window of its own. */
  readonly iframe: HTMLIFrameElement;
  /** Calls `listener` at each `event`; returns the function that takes it off again. */
  on: <E extends CausewayEvent>(event: E, listener: CausewayListener<E>) => () => void;
  off: <E extends CausewayEvent>(event: E, listener: CausewayListener<E>) => void;
  /** Sends an event into the widget, or keeps it until the widget is ready. */
  send: <E extends HostEvent>(event: E, payload: InPayloads[E]) => void;
  /**
   * Changes options. Currencies, amounts, address, coupon, language and look are applied to the running widget; any
   * other option, such as `swMode`, loads it again. `origin` and `display` cannot change.
   */
  update: (changes: Partial<CausewayOptions>) => void;
  /**
   * Opens the modal, popup or redirect, as a click on the element does. Call it in a click handler, or browsers block
   * the popup.
   */
  open: () => void;
  /** Closes the modal or the popup. A modal keeps what the client has typed. */
  close: () => void;
  /** Loads the frame again, for instance after an `error`. A `sessionToken` function is called for a new token. */
  reload: () => void;
  /** Takes the widget off the page and stops listening. */
  unmount: () => void;
}

/** Puts the widget on the page. Options are checked at run time, because callers may ignore the types. */
export type MountAny = (target: unknown, options: GivenOptions) => CausewayHandle;

/** Makes `mount` for a page that loads the optional parts in its own manner. */
export function createMount(fetchMore: FetchMore): MountAny {
  return (target, options) => {
    const element = findElement(target);
    assertOptions(options);
    const { origin, display = 'inline' } = options;
    const { on, off, emit } = createEmitter();
    const iframe = createFrame(options, element);
    const replaceFrame = (reason: DisplayChange['reason'], versions?: readonly number[]) =>
      withMore(widget, (more) => more.replace(widget, reason, versions));
    const { send, expect, close } = connectHost({
      window,
      frame: () => widget.popup ?? iframe.contentWindow,
      origin,
      onReady: () => emit('ready', (widget.isReady = {})),
      onMessage: (message) => handleMessage(widget, message),
      onFailure: (versions) => replaceFrame('no-answer', versions),
    });
    const widget: Mounted = { element, iframe, options, fetchMore, on, emit, expect, heard: {} };
    // A browser that refuses a frame loads a page of its own there.
    iframe.addEventListener('load', () =>
      setTimeout(() => widget.isReady || withMore(widget, (more) => more.askWhy(widget)), 3000),
    );
    const stageOf = (more: More) => (widget.stage ??= more.openStage(widget));
    const isInline = display === 'inline';
    const open = () => isInline || withMore(widget, (more) => stageOf(more).open());

    if (!isInline) {
      // Fetched now, so that a window can be opened in the click itself.
      withMore(widget, stageOf);
      element.addEventListener('click', open);
    } else if (window.crossOriginIsolated && !('credentialless' in iframe)) replaceFrame('isolation');
    else {
      if (!iframe.src) element.append(iframe);
      // A frame of the page's own HTML goes on with what it loads, if that is the widget with these options.
      if (iframe.src === widgetAddress({ ...options, attributes: '' })) expect(answerWithin);
      else loadFrame(widget);
    }
    if (options.debug !== undefined) withMore(widget, (more) => void more.startDoctor(widget));

    return {
      iframe,
      on,
      off,
      send,
      update(changes) {
        assertOptions({ ...widget.options, ...changes });
        withMore(widget, (more) => more.updateWidget(widget, send, changes));
      },
      open,
      close: () => widget.stage?.close(),
      reload: () => loadFrame(widget),
      unmount() {
        widget.isEnded = true;
        close();
        widget.stage?.end();
        widget.removeDoctor?.();
        element.removeEventListener('click', open);
        iframe.remove();
      },
    };
  };
}
