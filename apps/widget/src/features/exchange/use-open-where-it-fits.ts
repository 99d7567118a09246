import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * A panel that opens and stays open where the whole page fits its window. Only the page knows whether it is open, so
 * that nothing is drawn twice for it. `pre-hydration.js` checked the page as it came, before the first paint.
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
