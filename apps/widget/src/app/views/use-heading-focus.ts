import { useEffect } from 'react';

/** A keyboard or a screen reader that lost its place starts at the heading of the new sight. */
export function useHeadingFocus(sight: unknown): void {
  useEffect(() => {
    // Before anybody has touched the page its start is the right place already.
    if (!navigator.userActivation.hasBeenActive || document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>('[data-popup-frame] h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [sight]);
}
