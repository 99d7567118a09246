import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
} from 'react';
import { FALLBACK_HEIGHT } from '@causeway/bridge/shared/protocol';
import { CausewayError } from './causeway-error.ts';
import type { CausewayEvents } from './events.ts';
import type { CausewayHandle } from './create-mount.ts';
import type { CausewayAttributes, CausewayElement } from './define-element.ts';
import { mount } from './mount.ts';
import { TEXT_OPTIONS, type CausewayOptions } from './options.ts';

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

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- React's own place for the elements of JSX
  namespace JSX {
    interface IntrinsicElements {
      'causeway-widget': CausewayElementProps;
    }
  }
}

/** Every option is named, so that an option removed from the props is reset too. */
function optionsOf(props: CausewayWidgetProps): CausewayOptions {
  const { origin, partnerKey } = props;
  return { ...Object.fromEntries(TEXT_OPTIONS.map((name) => [name, props[name]])), origin, partnerKey };
}

function listen(widget: CausewayHandle, latest: () => CausewayWidgetProps): void {
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
function attempt(act: () => void, latest: () => CausewayWidgetProps): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof CausewayError)) throw error;
    (latest().onError ?? console.error)(error);
  }
}

/**
 * The widget as a React component. Renders an empty box of the frame's first height on a server; the frame comes with
 * the first effect.
 *
 * @example
 * <CausewayWidget origin="https://pay.example" partnerKey="pk_test_shop" onChangeOrder={({ orderStatus }) =>
 * log(orderStatus)} />
 */
export function CausewayWidget(props: CausewayWidgetProps): ReactElement {
  const { origin } = props;
  const box = useRef<HTMLDivElement>(null);
  const widget = useRef<CausewayHandle>(undefined);
  const newest = useRef(props);
  const options = JSON.stringify(optionsOf(props));
  const applied = useRef('');
  const [isStarted, setIsStarted] = useState(false);

  useEffect(() => {
    newest.current = props;
  });

  useEffect(() => {
    const latest = () => newest.current;
    const element = box.current;
    let isGone = false;
    const start = () => {
      if (isGone || !element) return;
      applied.current = JSON.stringify(optionsOf(latest()));
      attempt(() => {
        widget.current = mount(element, { ...optionsOf(latest()), origin });
        listen(widget.current, latest);
      }, latest);
      setIsStarted(true);
    };
    // Strict mode takes a first effect back at once: a frame begun in it would be a load for nothing.
    queueMicrotask(start);
    return () => {
      isGone = true;
      widget.current?.unmount();
      widget.current = undefined;
    };
  }, [origin]);

  useEffect(() => {
    if (!widget.current || applied.current === options) return;
    applied.current = options;
    attempt(
      () => widget.current?.update(optionsOf(newest.current)),
      () => newest.current,
    );
  }, [options]);

  // The frame's own place, kept while there is none, so that the page does not move when it comes.
  const isFrame = props.display === undefined || props.display === 'inline';
  const kept = isFrame && !isStarted ? { minHeight: FALLBACK_HEIGHT } : {};
  return (
    <div ref={box} className={props.className} style={{ ...kept, ...props.style }}>
      {props.children}
    </div>
  );
}
