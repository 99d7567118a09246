import { useEffect, useState } from 'react';

/**
 * Follows a value with a delay counted from its last change. An empty value is followed at once, so that a cured error
 * leaves without delay.
 */
export function useSettled<T>(value: T, delay: number): T | undefined {
  const [settled, setSettled] = useState<T>();
  useEffect(() => {
    if (!value) {
      setSettled(undefined);
      return undefined;
    }
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return value ? settled : undefined;
}
