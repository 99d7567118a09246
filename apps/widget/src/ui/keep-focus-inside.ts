const focusable =
  'a[href],button:not([disabled],[tabindex="-1"]),input:not([disabled],[tabindex="-1"]),select,textarea,summary,[tabindex="0"]';

/** Tab wraps at the ends of a dialog, so that the focus does not leave for the browser's own controls or the partner's page. */
export function keepFocusInside(
  dialog: HTMLElement,
  event: { key: string; shiftKey: boolean; preventDefault: () => void },
): void {
  if (event.key !== 'Tab') return;
  const stops = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter((stop) => stop.checkVisibility());
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  const other = event.shiftKey ? stops.at(-1) : stops[0];
  if (!other || (document.activeElement !== edge && document.activeElement !== dialog)) return;
  event.preventDefault();
  other.focus();
}
