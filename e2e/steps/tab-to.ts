import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the control has the focus; at each stop the focus must be in view and drawn. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor({ state: 'attached' });
  for (let stop = 0; stop < 40; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    expect(await page.evaluate(describeFocus)).toEqual({ isInSight: true, isDrawn: true });
  }
  throw new Error(`Tab never came to ${String(control)}.`);
}

/** Comes to a control by Tab and presses a key there. */
export async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Comes to a field by Tab and types in place of what is there; of a list it chooses the entry that begins so. */
export async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/**
 * A ring may be drawn by the control itself, by its container, such as the label of a hidden radio, or by the boxes of
 * a code before it.
 */
function describeFocus() {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return { isInSight: true, isDrawn: true };
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement, focused.previousElementSibling];
  const hasRing = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
    (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  // The link of a row is drawn around the whole row.
  const isDrawn =
    hasRing(getComputedStyle(focused, '::after')) ||
    around.some((element) => element && hasRing(getComputedStyle(element)));
  const box = (focused.closest('label') ?? focused).getBoundingClientRect();
  const isInSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return { isInSight, isDrawn };
}
