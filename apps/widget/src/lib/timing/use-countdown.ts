import { useEffect, useState } from 'react';

/** Milliseconds of one tick (9-06). */
const tick = 1000;

/** Whole seconds until a moment (milliseconds since 1970), once per second; 0 when it is over. */
export function useCountdown(until: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(until));
  useEffect(() => {
    setSeconds(secondsUntil(until));
    if (until <= Date.now()) return undefined;
    const timer = setInterval(() => {
      setSeconds(secondsUntil(until));
      if (until <= Date.now()) clearInterval(timer);
    }, tick);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
