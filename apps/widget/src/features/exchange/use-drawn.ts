import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { type Pair, isSamePreorder, pairOf } from './rules/preorder.ts';
import { type ExchangeState, type ExchangeStore } from './exchange-store.ts';
import type { PriceSource, PriceState } from './price-source.ts';

export interface Drawn {
  exchange: ExchangeState;
  calculation: PriceState;
  /** The same object as long as only amounts change. */
  pair: Pair;
}

/**
 * The preorder and its price as the step draws them, both in one update. A key has written its digit by itself: what
 * follows from it is drawn after the digit's own frame.
 */
export function useDrawn(store: ExchangeStore, prices: PriceSource['store']): Drawn {
  const [drawn, setDrawn] = useState(() => readDrawn(store, prices));
  useEffect(() => {
    let callOff: (() => void) | undefined;
    const draw = () => {
      callOff?.();
      callOff = undefined;
      setDrawn((last) => {
        const next = readDrawn(store, prices);
        if (last.exchange === next.exchange && last.calculation === next.calculation) return last;
        return isSamePreorder(last.pair, next.pair) ? { ...next, pair: last.pair } : next;
      });
    };
    const drawLater = () => {
      callOff ??= afterPaint(draw);
    };
    draw();
    const ends = [
      store.subscribe(({ change }) => (change === 'typed' ? drawLater() : draw())),
      // The digits of an answer have a frame of their own too.
      prices.subscribe(({ isCalculating }) =>
        isCalculating && store.getState().change !== 'typed' ? draw() : drawLater(),
      ),
    ];
    return () => {
      for (const end of ends) end();
      callOff?.();
    };
  }, [store, prices]);
  return drawn;
}

/**
 * What is read of the newest answer, at once: what else follows from it is drawn after its own frame. What is wrong
 * with the amounts comes with all the rest.
 */
export function useNewest<Value extends string | boolean>(
  prices: PriceSource['store'],
  drawn: PriceState,
  read: (state: PriceState) => Value,
): Value {
  const onAnswer = useCallback(
    (notify: () => void) => prices.subscribe(({ isCalculating }) => isCalculating || notify()),
    [prices],
  );
  const pick = () => {
    const newest = prices.getState();
    return read(newest.price.answer.errors.length > 0 ? drawn : newest);
  };
  return useSyncExternalStore(onAnswer, pick, pick);
}

function readDrawn(store: ExchangeStore, prices: PriceSource['store']): Drawn {
  const exchange = store.getState();
  return { exchange, calculation: prices.getState(), pair: pairOf(exchange.preorder) };
}

/**
 * Runs a task in a task of its own, once the frame of what just happened is drawn.
 *
 * @returns calls it off
 */
function afterPaint(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(task);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
