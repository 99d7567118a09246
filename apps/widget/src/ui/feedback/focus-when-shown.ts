/** The `ref` of an element that takes the focus when it appears, because the focused one has disappeared. */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus();
}
