import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * A panel that comes open and stays so where the whole page fits its window. Whether it is open is known to the page alone, so that
 * nothing is drawn twice for it. The page as it came was looked at by `pre-hydration.js`, before the first paint.
 */
export function useOpenWhereItFits(): RefObject<HTMLDetailsElement | null> {
  const panel = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    const { current } = panel;
    const page = document.documentElement;
    if (!current || page.dataset['hydrated'] !== 'true') return;
    current.open = page.scrollHeight <= window.innerHeight;
  }, []);
  return panel;
}
