import { type RefObject, useEffect, useRef, useState } from 'react';
import { loadScript } from '../../lib/load-script.ts';
import { useRuntime } from '../../platform/runtime.ts';
import { useTheme } from '../../parts/card-frame/use-theme.ts';
import type { CardShape } from './rules/payment-view.ts';
import type { CardSource } from './rules/card-parameters.ts';

interface AcquirerEntry extends CardEntry {
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
    mark: () => void fields.current?.tokenize(),
    retry() {
      setLost(false);
      setAttempt((count) => count + 1);
    },
  };
}

/** What the script of acquirer two offers, as far as the widget uses it. */
interface AcquirerScript {
  mount: (
    element: HTMLElement,
    options: {
      sessionToken: string;
      clientUniqueId: string;
      theme: string;
      lang: string;
      onReady: () => void;
    },
  ) => AcquirerFields;
}

interface AcquirerFields {
  pay: (card: { cardHolderName: string; saveCard: boolean }) => Promise<{ status: string }>;
  /** Has the card judged, and kept, without a charge. */
  tokenize: () => Promise<{ status: string }>;
  /** Changes the look of fields that are there already. */
  update: (look: { theme: string }) => void;
  unmount: () => void;
}

declare global {
  interface Window {
    AcquirerTwo?: AcquirerScript;
  }
}

/** Adds the acquirer's script to the page, once; a failed load can be tried again. */
function loadAcquirerScript(url: string): Promise<AcquirerScript> {
  if (window.AcquirerTwo) return Promise.resolve(window.AcquirerTwo);
  const failure = () => new Error('The script of the acquirer could not be loaded.');
  return loadScript(url, () => window.AcquirerTwo, failure);
}

/** Where a card is entered: the acquirer's own frame or fields inside this page. */
export interface CardEntry {
  isReady: boolean;
  /** It did not come, or stopped answering. */
  isLost: boolean;
  /** Requests the card from the acquirer; undefined when it is incomplete or wrong, which the acquirer marks itself. */
  takeCard: (card: { cardHolderName: string; saveCard: boolean }) => Promise<CardSource | undefined>;
  /** Has the acquirer mark what is wrong in its fields, without paying. */
  mark: () => void;
  /** Starts the entry again. */
  retry: () => void;
}
