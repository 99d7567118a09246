import { useEffect, useRef, type CSSProperties, type ReactElement } from 'react';
import { assertOptions, type GivenOptions } from './assert-options.ts';
import { CausewayError } from './causeway-error.ts';
import type { CausewayEvents } from './events.ts';
import { mount, type CausewayHandle } from './mount.ts';
import { QUERY_OPTIONS, type CausewayOptions } from './options.ts';

/** Options of the widget and a callback for each event. A callback may change at each render: the newest one is called. */
export interface CausewayWidgetProps extends CausewayOptions {
  onReady?: ((widget: CausewayHandle) => void) | undefined;
  onUpdateStep?: ((detail: CausewayEvents['update-step']) => void) | undefined;
  onChangeOrder?: ((detail: CausewayEvents['change-order']) => void) | undefined;
  /** Without it the page itself goes to the address. */
  onRedirect?: ((detail: CausewayEvents['redirect']) => void) | undefined;
  onChangeLang?: ((detail: CausewayEvents['change-lang']) => void) | undefined;
  onChangeHeight?: ((detail: CausewayEvents['change-height']) => void) | undefined;
  /** A wrong option or a widget that did not load. Without it errors are logged. */
  onError?: ((error: CausewayEvents['error']) => void) | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/** Every option is named, so that one that left the props is taken back too. */
function optionsOf(props: CausewayWidgetProps): GivenOptions {
  const options: Record<string, unknown> = { origin: props.origin, title: props.title };
  for (const name of QUERY_OPTIONS) options[name] = props[name];
  return options;
}

function listen(widget: CausewayHandle, latest: () => CausewayWidgetProps): void {
  widget.on('ready', () => latest().onReady?.(widget));
  widget.on('update-step', (detail) => latest().onUpdateStep?.(detail));
  widget.on('change-order', (detail) => latest().onChangeOrder?.(detail));
  widget.on('change-lang', (detail) => latest().onChangeLang?.(detail));
  widget.on('change-height', (detail) => latest().onChangeHeight?.(detail));
  widget.on('redirect', (detail) => {
    const { onRedirect } = latest();
    if (onRedirect) onRedirect(detail);
    else location.assign(detail.url);
  });
  widget.on('error', (error) => (latest().onError ?? console.error)(error));
}

/** A wrong option must not take the partner's whole tree down with it. */
function attempt(act: () => void, latest: () => CausewayWidgetProps): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof CausewayError)) throw error;
    (latest().onError ?? console.error)(error);
  }
}

/**
 * The widget as a React component. Renders an empty box on a server; the frame comes with the first effect.
 *
 * @example
 * <CausewayWidget origin="https://pay.example" partnerKey="pk_test_shop" onChangeOrder={({ orderStatus }) => log(orderStatus)} />
 */
export function CausewayWidget(props: CausewayWidgetProps): ReactElement {
  const { origin } = props;
  const box = useRef<HTMLDivElement>(null);
  const widget = useRef<CausewayHandle>(undefined);
  const newest = useRef(props);
  const options = JSON.stringify(optionsOf(props));
  const applied = useRef('');

  useEffect(() => {
    newest.current = props;
  });

  useEffect(() => {
    const latest = () => newest.current;
    const element = box.current;
    applied.current = JSON.stringify(optionsOf(latest()));
    attempt(() => {
      if (!element) return;
      const options = { ...optionsOf(latest()), origin };
      assertOptions(options);
      widget.current = mount(element, options);
      listen(widget.current, latest);
    }, latest);
    return () => {
      widget.current?.unmount();
      widget.current = undefined;
    };
  }, [origin]);

  useEffect(() => {
    if (applied.current === options) return;
    applied.current = options;
    attempt(
      () => {
        const changes = optionsOf(newest.current);
        assertOptions(changes);
        widget.current?.update(changes);
      },
      () => newest.current,
    );
  }, [options]);

  return <div ref={box} className={props.className} style={props.style} />;
}
