import { useEffect, useRef } from 'react';
import { useRuntime } from '../../platform/runtime.ts';

/** Milliseconds after the last key until what was typed is kept on the server. */
const draftDelay = 1200;

/**
 * Keeps on the server what was typed, a moment after the last key, and nothing else: what was typed on another device
 * meanwhile stays. @returns what stops it, for the final send
 */
export function useDraft<Values>(
  values: Values,
  first: Values,
  keep: (values: Values) => Promise<unknown>,
): () => void {
  const { log } = useRuntime();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Leaving a field, and another drawing of the page, make new objects of the same values.
  const text = JSON.stringify(values);
  const kept = useRef(JSON.stringify(first));
  useEffect(() => {
    if (text === kept.current) return undefined;
    timer.current = setTimeout(() => {
      keep(values).then(
        () => (kept.current = text),
        (error: unknown) => log.warn('What was typed could not be kept', error),
      );
    }, draftDelay);
    return () => clearTimeout(timer.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text stands for the values; `keep` never changes
  }, [log, text]);
  return () => clearTimeout(timer.current);
}
