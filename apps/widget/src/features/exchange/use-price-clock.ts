import { useEffect, useState } from 'react';
import { quietRefresh } from './rules/price-turn.ts';

const period = quietRefresh / 1000;

/**
 * Seconds until the next price, from the moment of the last one. The first drawing is the same on the server and in the
 * browser: a full ring.
 */
export function usePriceClock(updatedAt: number, isRunning: boolean): { left: number; period: number } {
  const [left, setLeft] = useState(period);
  useEffect(() => {
    if (!isRunning) return undefined;
    const tick = () =>
      setLeft(Math.min(period, Math.max(0, Math.ceil((updatedAt + quietRefresh - Date.now()) / 1000))));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [updatedAt, isRunning]);
  return { left, period };
}
