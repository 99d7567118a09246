import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { frameAddress } from './frame-address.ts';
import { readCardFrameMessage, type CardFrameMessage, type FrameCard } from './card-frame-message.ts';
import { useTheme } from './use-theme.ts';

/** Milliseconds until a frame that says nothing counts as lost. */
const readyWithin = 9000;
const answerWithin = 30_000;
const firstHeight = 220;

export interface CardFrame {
  isReady: boolean;
  /** It did not come, or stopped answering. */
  isLost: boolean;
  /** Requests the card; undefined when it is incomplete or wrong, which the frame marks itself. */
  takeCard: () => Promise<FrameCard | undefined>;
  /** Starts the entry again. */
  retry: () => void;
  frame: RefObject<HTMLIFrameElement | null>;
  src: string;
  height: number;
  /** Counts the starts: the key of the frame. */
  attempt: number;
}

/**
 * The acquirer's frame for a new card: it answers "submit" with a token, and follows the theme. Only messages of this
 * frame count.
 */
export function useCardFrame(scriptUrl: string, query: Readonly<Record<string, string>>): CardFrame {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [isLost, setLost] = useState(false);
  const [height, setHeight] = useState(firstHeight);
  const [attempt, setAttempt] = useState(0);
  const answer = useRef<((card: FrameCard | undefined) => void) | undefined>(undefined);
  const theme = useTheme();
  // A frame reloaded for another theme would lose what is typed: the theme is sent to it instead.
  const [firstTheme] = useState(theme);
  const origin = new URL(scriptUrl).origin;

  const settle = (card: FrameCard | undefined) => {
    answer.current?.(card);
    answer.current = undefined;
  };
  const hear = useEffectEvent((message: CardFrameMessage) => {
    if (message.type === 'ready') setReady(true);
    if ((message.type === 'ready' || message.type === 'height') && message.height > 0) setHeight(message.height);
    if (message.type === 'token') settle(message.card);
    if (message.type === 'error') {
      settle(undefined);
      if (message.code === 'unavailable') setLost(true);
    }
  });

  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const message = readCardFrameMessage(event.data);
      if (message) hear(message);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [origin]);
  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage({ source: 'card-fields', type: 'theme', theme }, origin);
  }, [isReady, theme, origin]);
  useEffect(() => {
    if (isReady) return undefined;
    const timer = setTimeout(() => setLost(true), readyWithin);
    return () => clearTimeout(timer);
  }, [isReady, attempt]);

  return {
    frame,
    src: frameAddress(scriptUrl, { ...query, origin: location.origin, theme: firstTheme }),
    height,
    attempt,
    isReady,
    isLost: isLost && !isReady,
    async takeCard() {
      const { promise, resolve } = Promise.withResolvers<FrameCard | undefined>();
      settle(undefined);
      answer.current = resolve;
      const timer = setTimeout(() => settle(undefined), answerWithin);
      frame.current?.contentWindow?.postMessage({ source: 'card-fields', type: 'submit' }, origin);
      const card = await promise;
      clearTimeout(timer);
      return card;
    },
    retry() {
      setReady(false);
      setLost(false);
      setAttempt((count) => count + 1);
    },
  };
}
