import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

export interface OpenPanel {
  panel: RefObject<HTMLDetailsElement | null>;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** A panel that is open from the start where the whole page still fits its window; `pre-hydration.js` does the same before the first paint. */
export function useOpenWhereItFits(): OpenPanel {
  const panel = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const { current } = panel;
    if (!current) return;
    current.open = true;
    current.open = document.documentElement.scrollHeight <= window.innerHeight;
    setOpen(current.open);
  }, []);
  return { panel, isOpen, setOpen };
}
