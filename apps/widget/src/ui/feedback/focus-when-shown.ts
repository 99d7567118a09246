/** The `ref` of what takes the focus as it comes, because what had it is gone. */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus();
}
