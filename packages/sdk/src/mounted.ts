import type { HostConnection } from '@causeway/bridge/host/connect-host';
import type { GuestMessage } from '@causeway/bridge/shared/protocol';
import type { Capabilities } from '@causeway/bridge/shared/payloads';
import { CausewayError } from './causeway-error.ts';
import type { Emitter } from './emitter.ts';
import type { DisplayChange } from './events.ts';
import type { CausewayOptions } from './options.ts';
import { widgetAddress } from './widget-address.ts';

/** One widget on a page, as the parts of the SDK share it. */
export interface Mounted extends Pick<Emitter, 'emit' | 'on'>, Pick<HostConnection, 'expect'> {
  element: Element;
  iframe: HTMLIFrameElement;
  /** The newest ones. */
  options: CausewayOptions;
  fetchMore: FetchMore;
  /** The separate window that the widget is in. */
  popup?: Window | undefined;
  /** The last message of each event, for a doctor that starts later. */
  heard: Partial<Record<GuestMessage['event'], GuestMessage>>;
  /** Set once a page of the widget has shaken hands. */
  isReady?: Record<string, never> | undefined;
  /** Capabilities that the widget has reported. */
  can?: Capabilities | undefined;
  /** Every display but a plain frame, once it exists. */
  stage?: Stage | undefined;
  /** Takes the doctor's overlay away. */
  removeDoctor?: (() => void) | undefined;
  /** It was taken off the page. */
  isEnded?: boolean | undefined;
}

/** An error that concerns the partner: emitted to a listener, or logged. */
export function fail({ emit }: Pick<Mounted, 'emit'>, message: string): void {
  const error = new CausewayError(message);
  if (!emit('error', error)) console.error(error);
}

/** Emits where the widget is shown. */
export function emitDisplay(widget: Mounted, display: DisplayChange['display'], reason: DisplayChange['reason']): void {
  widget.emit('change-display', { display, reason, capabilities: widget.can ?? null });
}

/** Milliseconds that a page of the widget has to answer, from the beginning of its load. */
export const answerWithin = 20_000;

/** Loads the frame, for the first time or again. */
export function loadFrame(widget: Mounted): void {
  const { options } = widget;
  const go = (url: string) => {
    widget.expect(answerWithin);
    widget.iframe.src = url;
  };
  if (typeof options.sessionToken === 'function') withMore(widget, (more) => more.mintAddress(widget, go));
  else go(widgetAddress(options));
}

/** Calls `act` with the optional parts; a failed fetch is reported, and tried again the next time. */
export function withMore(widget: Mounted, act: (more: More) => void): void {
  widget.fetchMore().then(
    (more) => widget.isEnded || act(more),
    (error: unknown) => fail(widget, String(error)),
  );
}

/** A modal, a popup, a redirect or the card that replaces a frame. */
export interface Stage {
  open: () => void;
  close: () => void;
  /** Takes everything off the page. */
  end: () => void;
}

/** A text as a QR code: rows of dark (true) and light. */
export type EncodeQr = (text: string) => boolean[][];

export type FetchQr = () => Promise<EncodeQr>;

/** A widget, and the source of the QR encoder, which is rarely needed. */
export interface Staged {
  widget: Mounted;
  fetchQr: FetchQr;
}

/** Parts that few pages need: they are fetched on demand, so that the first script stays small. */
export interface More {
  /** Modal, popup or redirect. */
  openStage: (widget: Mounted) => Stage;
  /**
   * Reports why a frame cannot work, and offers the other displays if the partner allows them; `versions` are those it
   * speaks.
   */
  replace: (widget: Mounted, reason: DisplayChange['reason'], versions?: readonly number[]) => void;
  /** Asks the server at once whether it refuses the page, when a loaded frame stays silent. */
  askWhy: (widget: Mounted) => void;
  /** Passes the frame's URL to `go`, with a token that the partner's function just made. */
  mintAddress: (widget: Mounted, go: (url: string) => void) => void;
  /** Gives a running widget new options. */
  updateWidget: (widget: Mounted, send: HostConnection['send'], changes: Partial<CausewayOptions>) => void;
  /** Shows what is wrong with the page around the widget. */
  startDoctor: (widget: Mounted) => Promise<void>;
}

export type FetchMore = () => Promise<More>;
