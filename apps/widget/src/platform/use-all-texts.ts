import { useEffect, useSyncExternalStore } from 'react';
import { useRuntime } from './runtime.ts';

/** Whether the texts beyond the first screen are there; asks for them when not. */
export function useAllTexts(): boolean {
  const { texts, log } = useRuntime();
  const isThere = useSyncExternalStore(texts.subscribe, texts.version, texts.version) > 0;
  useEffect(() => {
    if (!isThere) texts.complete().catch((error: unknown) => log.warn('Texts are missing', error));
  }, [isThere, texts, log]);
  return isThere;
}
