import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { keepTrying } from '../lib/timing/keep-trying.ts';
import { realTimers } from '../lib/timing/timers.ts';
import { useRuntime } from './runtime.ts';

/**
 * A part in a chunk of its own, drawn when the chunk and all texts are there; both are asked for at once. Suspense
 * would draw it 300 ms later: so long React keeps what stands in for a part.
 */
export function latePart<Props extends { onClose: () => void }>(
  fetchPart: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  return function Late(props: Props) {
    const { texts, toasts, log } = useRuntime();
    const [isThere, setThere] = useState(Part && texts.version() > 0);
    useEffect(() => {
      if (isThere) return undefined;
      // The focus stays on what was pressed until it has come (D12).
      const hold = (event: KeyboardEvent) => event.key === 'Tab' && event.preventDefault();
      document.addEventListener('keydown', hold);
      Promise.all([fetchPart(), texts.complete()]).then(
        ([late]) => {
          Part = late.default;
          setThere(true);
        },
        (error: unknown) => {
          log.warn('What was pressed did not load', error);
          toasts.show({ kind: 'error', text: texts.t('tpl:common:network') });
          props.onClose();
        },
      );
      return () => document.removeEventListener('keydown', hold);
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each press
    }, [isThere]);
    return Part && isThere ? <Part {...props} /> : null;
  };
}

/** A part that the page can do without: it comes when its code does, and no deploy takes the page with it. */
export function optionalPart<Props extends object>(
  fetchPart: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => keepTrying(realTimers, fetchPart));
}

/** Whether the texts beyond the first screen are there; asks for them when not. */
export function useAllTexts(): boolean {
  const { texts, log } = useRuntime();
  const isThere = useSyncExternalStore(texts.subscribe, texts.version, texts.version) > 0;
  useEffect(() => {
    if (!isThere) texts.complete().catch((error: unknown) => log.warn('Texts are missing', error));
  }, [isThere, texts, log]);
  return isThere;
}
