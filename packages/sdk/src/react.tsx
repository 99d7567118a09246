import { useEffect, useRef, useState, type ReactElement } from 'react';
import { FALLBACK_HEIGHT } from '@causeway/bridge/shared/protocol';
import type { CausewayHandle } from './create-mount.ts';
import { mount } from './mount.ts';
import { type CausewayWidgetProps, type CausewayElementProps, optionsOf, listen, attempt } from './react-props.ts';

export type { CausewayElementProps, CausewayWidgetProps } from './react-props.ts';

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- React's own place for the elements of JSX
  namespace JSX {
    interface IntrinsicElements {
      'causeway-widget': CausewayElementProps;
    }
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
