import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { CardEntry } from './card-entry.ts';
import { readCardFrameMessage, type CardFrameMessage } from './rules/card-frame-message.ts';

/** Milliseconds until a frame that says nothing counts as lost. */
const readyWithin = 9000;
const answerWithin = 30_000;
const firstHeight = 220;

export interface CardFrame extends CardEntry {
  frame: RefObject<HTMLIFrameElement | null>;
  height: number;
  /** Counts the starts: the key of the frame. */
  attempt: number;
}

/** The acquirer's frame for a new card: it answers "submit" with a token. Only messages of this very frame count. */
export function useCardFrame(scriptUrl: string): CardFrame {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [isLost, setLost] = useState(false);
  const [height, setHeight] = useState(firstHeight);
  const [attempt, setAttempt] = useState(0);
  const answer = useRef<((token: string | undefined) => void) | undefined>(undefined);
  const origin = new URL(scriptUrl).origin;

  const settle = (token: string | undefined) => {
    answer.current?.(token);
    answer.current = undefined;
  };
  const hear = useEffectEvent((message: CardFrameMessage) => {
    if (message.type === 'ready') setReady(true);
    if ((message.type === 'ready' || message.type === 'height') && message.height > 0) setHeight(message.height);
    if (message.type === 'token') settle(message.token);
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
    if (isReady) return undefined;
    const timer = setTimeout(() => setLost(true), readyWithin);
    return () => clearTimeout(timer);
  }, [isReady, attempt]);

  return {
    frame,
    height,
    attempt,
    isReady,
    isLost: isLost && !isReady,
    async takeCard() {
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      settle(undefined);
      answer.current = resolve;
      const timer = setTimeout(() => settle(undefined), answerWithin);
      frame.current?.contentWindow?.postMessage({ source: 'card-fields', type: 'submit' }, origin);
      const token = await promise;
      clearTimeout(timer);
      return token === undefined ? undefined : { kind: 'token', token };
    },
    retry() {
      setReady(false);
      setLost(false);
      setAttempt((count) => count + 1);
    },
  };
}
