import { useEffect, useRef, useState, type RefObject } from 'react';
import { useRuntime } from '../../platform/runtime.ts';
import type { CardEntry } from './card-entry.ts';
import { useTheme } from '../../parts/card-frame/use-theme.ts';
import { loadAcquirerScript, type AcquirerFields } from './load-acquirer-script.ts';
import type { CardShape } from './rules/payment-view.ts';

export interface AcquirerEntry extends CardEntry {
  host: RefObject<HTMLDivElement | null>;
}

/**
 * The card fields of acquirer two, drawn by its script for one session. The script charges by itself; the server
 * queries the acquirer for the result, so the script's answer decides only whether the fields were right.
 */
export function useAcquirerFields(shape: Extract<CardShape, { kind: 'fields' }>): AcquirerEntry {
  const { texts, log } = useRuntime();
  const host = useRef<HTMLDivElement>(null);
  const fields = useRef<AcquirerFields | undefined>(undefined);
  const [isReady, setReady] = useState(false);
  const [isLost, setLost] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { scriptUrl, sessionToken, clientUniqueId } = shape;
  const lang = texts.language();
  const theme = useTheme();
  // Fields mounted again for another theme would lose what is typed: the theme is sent to them instead.
  const [firstTheme] = useState(theme);

  useEffect(() => {
    let isOver = false;
    loadAcquirerScript(scriptUrl)
      .then((script) => {
        if (isOver || !host.current) return;
        const onReady = () => setReady(true);
        fields.current = script.mount(host.current, { sessionToken, clientUniqueId, theme: firstTheme, lang, onReady });
      })
      .catch((error: unknown) => {
        log.warn('The card fields could not be loaded', error);
        if (!isOver) setLost(true);
      });
    return () => {
      isOver = true;
      fields.current?.unmount();
      fields.current = undefined;
      setReady(false);
    };
  }, [scriptUrl, sessionToken, clientUniqueId, firstTheme, lang, attempt, log]);
  useEffect(() => {
    if (isReady) fields.current?.update({ theme });
  }, [isReady, theme]);

  return {
    host,
    isReady,
    isLost,
    async takeCard(card) {
      const result = await fields.current?.pay(card);
      if (!result || result.status === 'error') return undefined;
      return { kind: 'session', sessionToken, clientUniqueId };
    },
    retry() {
      setLost(false);
      setAttempt((count) => count + 1);
    },
  };
}
