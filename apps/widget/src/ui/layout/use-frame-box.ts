import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

/** Every hundredth of the box that comes into view, or leaves it, is reported. */
const threshold = Array.from({ length: 101 }, (_unused, step) => step / 100);
/** A dialog is this high at least, also where less of the box is in view. */
const leastHeight = 320;

/**
 * Lays a modal dialog over the application's box instead of the whole viewport: the top layer ignores its parents. The
 * box is the nearest ancestor with data-popup-frame, as far as it is in view. A page around a frame may show a part of
 * the frame only, which is as high as its content: what of it is in view the observer alone can say.
 */
export function useFrameBox(ref: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    const dialog = ref.current;
    const frame = dialog?.closest('[data-popup-frame]');
    if (!open || !dialog || !frame) return undefined;
    let seen = { top: 0, bottom: Infinity };
    function place(): void {
      if (!frame || !dialog) return;
      const box = frame.getBoundingClientRect();
      const end = Math.min(box.bottom, innerHeight);
      const top = Math.max(box.top, 0, Math.min(seen.top, end - leastHeight));
      const bottom = Math.min(end, Math.max(seen.bottom, top + leastHeight));
      dialog.style.top = `${top}px`;
      dialog.style.left = `${box.left}px`;
      dialog.style.width = `${box.width}px`;
      dialog.style.height = `${bottom - top}px`;
      dialog.style.borderRadius = getComputedStyle(frame).borderRadius;
    }
    place();
    const watcher = new ResizeObserver(place);
    watcher.observe(frame);
    const view = new IntersectionObserver(
      (entries) => {
        const shown = entries.at(-1);
        if (!shown?.isIntersecting) return;
        seen = shown.intersectionRect;
        place();
      },
      { threshold },
    );
    // Without a frame around it the viewport says it, as it scrolls.
    if (parent !== window) view.observe(frame);
    addEventListener('resize', place);
    addEventListener('scroll', place, { passive: true });
    return () => {
      watcher.disconnect();
      view.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', place);
    };
  }, [ref, open]);
}
