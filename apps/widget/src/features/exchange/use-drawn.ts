import { useEffect, useState } from 'react';
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
      prices.subscribe(({ isCalculating }) =>
        isCalculating && store.getState().change === 'typed' ? drawLater() : draw(),
      ),
    ];
    return () => {
      for (const end of ends) end();
      callOff?.();
    };
  }, [store, prices]);
  return drawn;
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
