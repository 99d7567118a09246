import { useEffect, useState } from 'react';
import { failureText } from '../lib/format/error-text.ts';
import { useTexts } from './runtime.ts';

export interface Loaded<Data> {
  data: Data | undefined;
  /** Why there is none. */
  error: string | undefined;
  again: () => void;
}

/** The data of a screen, requested when it opens and on each retry; the last answer stays meanwhile. */
export function useLoaded<Data>(load: () => Promise<Data>): Loaded<Data> {
  const t = useTexts();
  const [data, setData] = useState<Data>();
  const [failure, setFailure] = useState<unknown>();
  const [turn, setTurn] = useState(0);
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
  }, [turn]);
  const error = failure === undefined ? undefined : failureText(failure, t);
  return { data, error, again: () => setTurn((before) => before + 1) };
}
