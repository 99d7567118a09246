import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Lays a modal dialog over the application's box instead of the whole viewport: the top layer ignores its parents. The
 * box is the nearest ancestor with data-popup-frame, as far as it is in view.
 */
export function useFrameBox(ref: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    const dialog = ref.current;
    const frame = dialog?.closest('[data-popup-frame]');
    if (!open || !dialog || !frame) return undefined;
    function place(): void {
      if (!frame || !dialog) return;
      const box = frame.getBoundingClientRect();
      const top = Math.max(box.top, 0);
      dialog.style.top = `${top}px`;
      dialog.style.left = `${box.left}px`;
      dialog.style.width = `${box.width}px`;
      dialog.style.height = `${Math.min(box.bottom, innerHeight) - top}px`;
      dialog.style.borderRadius = getComputedStyle(frame).borderRadius;
    }
    place();
    const watcher = new ResizeObserver(place);
    watcher.observe(frame);
    addEventListener('resize', place);
    addEventListener('scroll', place, { passive: true });
    return () => {
      watcher.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', place);
    };
  }, [ref, open]);
}
