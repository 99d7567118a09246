import { useEffect, useState } from 'react';

/** Follows a value once its key has rested for the delay; at once with a delay of 0. */
export function useDebounced<T>(value: T, key: string, delay: number): { value: T; key: string } {
  const [settled, setSettled] = useState({ value, key });
  const isCurrent = settled.key === key;
  useEffect(() => {
    if (isCurrent) return undefined;
    const timer = setTimeout(() => setSettled({ value, key }), delay);
    return () => clearTimeout(timer);
    // The key stands for the value, which is a new object on every render.
  }, [key, delay, isCurrent]);
  return delay === 0 ? { value, key } : settled;
}
