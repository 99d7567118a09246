import { useEffect, useState, useSyncExternalStore } from 'react';
import { failureText } from '../lib/format/error-text.ts';
import { useRuntime, useTexts } from './runtime.ts';

export interface Loaded<Data> {
  data: Data | undefined;
  /** Why there is none. */
  error: string | undefined;
  again: () => void;
}

/**
 * The data of a screen, requested when it opens and on each retry; the last answer stays meanwhile. Data with texts are
 * requested in the new language when it changes.
 */
export function useLoaded<Data>(load: () => Promise<Data>, { hasTexts = false } = {}): Loaded<Data> {
  const t = useTexts();
  const [data, setData] = useState<Data>();
  const [failure, setFailure] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  const language = useLanguage();
  const version = hasTexts ? language : '';
  useEffect(() => {
    let isLeft = false;
    load().then(
      (answer) => {
        if (isLeft) return;
        setData(answer);
        setFailure(undefined);
      },
      (error: unknown) => {
        if (!isLeft) setFailure(error ?? true);
      },
    );
    return () => {
      isLeft = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what to load never changes while a screen is shown
  }, [turn, version]);
  const error = failure === undefined ? undefined : failureText(failure, t);
  return { data, error, again: () => setTurn((before) => before + 1) };
}

/** The language that the page is shown in. */
export function useLanguage(): string {
  const { texts } = useRuntime();
  return useSyncExternalStore(texts.subscribe, texts.language, texts.language);
}
