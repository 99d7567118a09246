import { useEffect } from 'react';

/** After a change of screen the focus starts at its heading, for keyboards and screen readers. */
export function useHeadingFocus(sight: unknown): void {
  useEffect(() => {
    // Before the first user action the start of the page is the right place already.
    if (!navigator.userActivation.hasBeenActive || document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>('[data-popup-frame] h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [sight]);
}
