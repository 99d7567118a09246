import type { CausewayOptions } from './options.ts';
import type { CausewayHandle } from './create-mount.ts';
import type { CausewayEvents } from './events.ts';
import type { ReactNode, CSSProperties, DetailedHTMLProps, HTMLAttributes } from 'react';
import type { CausewayElement, CausewayAttributes } from './define-element.ts';
import { TEXT_OPTIONS } from './option-names.ts';
import { CausewayError } from './causeway-error.ts';

/**
 * Options of the widget and a callback for each event. A callback may change at each render: the newest one is called.
 */
export interface CausewayWidgetProps extends CausewayOptions {
  onReady?: ((widget: CausewayHandle) => void) | undefined;
  onUpdateStep?: ((detail: CausewayEvents['update-step']) => void) | undefined;
  onChangeOrder?: ((detail: CausewayEvents['change-order']) => void) | undefined;
  /** Without it the page itself goes to the URL. */
  onRedirect?: ((detail: CausewayEvents['redirect']) => void) | undefined;
  onChangeLang?: ((detail: CausewayEvents['change-lang']) => void) | undefined;
  onChangeHeight?: ((detail: CausewayEvents['change-height']) => void) | undefined;
  onChangeDisplay?: ((detail: CausewayEvents['change-display']) => void) | undefined;
  onSessionRefused?: ((detail: CausewayEvents['session-refused']) => void) | undefined;
  onOptionsIgnored?: ((detail: CausewayEvents['options-ignored']) => void) | undefined;
  /** The client closed the modal or the popup. */
  onClose?: (() => void) | undefined;
  /** A wrong option or a widget that did not load. Without it errors are logged. */
  onError?: ((error: CausewayEvents['error']) => void) | undefined;
  /** With `display` modal, popup or redirect: what is clicked to open it, such as a button. */
  children?: ReactNode;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/** What `<causeway-widget>` takes in JSX. */
export type CausewayElementProps = DetailedHTMLProps<HTMLAttributes<CausewayElement>, CausewayElement> &
  CausewayAttributes;

/** Every option is named, so that an option removed from the props is reset too. */
export function optionsOf(props: CausewayWidgetProps): CausewayOptions {
  const { origin, partnerKey } = props;
  return { ...Object.fromEntries(TEXT_OPTIONS.map((name) => [name, props[name]])), origin, partnerKey };
}

export function listen(widget: CausewayHandle, latest: () => CausewayWidgetProps): void {
  widget.on('ready', () => latest().onReady?.(widget));
  widget.on('update-step', (detail) => latest().onUpdateStep?.(detail));
  widget.on('change-order', (detail) => latest().onChangeOrder?.(detail));
  widget.on('change-lang', (detail) => latest().onChangeLang?.(detail));
  widget.on('change-height', (detail) => latest().onChangeHeight?.(detail));
  widget.on('change-display', (detail) => latest().onChangeDisplay?.(detail));
  widget.on('session-refused', (detail) => latest().onSessionRefused?.(detail));
  widget.on('options-ignored', (detail) => latest().onOptionsIgnored?.(detail));
  widget.on('close', () => latest().onClose?.());
  widget.on('redirect', (detail) => {
    const { onRedirect } = latest();
    if (onRedirect) onRedirect(detail);
    else location.assign(detail.url);
  });
  widget.on('error', (error) => (latest().onError ?? console.error)(error));
}

/** A wrong option must not unmount the partner's whole tree. */
export function attempt(act: () => void, latest: () => CausewayWidgetProps): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof CausewayError)) throw error;
    (latest().onError ?? console.error)(error);
  }
}
