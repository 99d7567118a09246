import { useEffect, useRef } from 'react';
import { useRuntime } from '../../platform/runtime.ts';

/** Milliseconds after the last key until what was typed is kept on the server. */
const draftDelay = 1200;

/** Keeps on the server what was typed, a moment after the last key. @returns what stops it, for the final send */
export function useDraft<Values>(
  values: Values,
  first: Values,
  keep: (values: Values) => Promise<unknown>,
): () => void {
  const { log } = useRuntime();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (values === first) return undefined;
    timer.current = setTimeout(() => {
      keep(values).catch((error: unknown) => log.warn('What was typed could not be kept', error));
    }, draftDelay);
    return () => clearTimeout(timer.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- how it is kept never changes while a screen is shown
  }, [log, values, first]);
  return () => clearTimeout(timer.current);
}
