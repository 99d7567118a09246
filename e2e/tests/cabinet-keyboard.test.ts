import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { waitUntilStill } from '../checks/wait-until-still.ts';
import { expect, test } from '../fixtures.ts';
import { signIn } from '../steps/sign-in.ts';

/** Pages for partners, for a changed agreement, or of features that are off. */
const notForAll = new Set(['company-changes', 'partner-transactions', 'home']);
/** Every other page of the cabinet, as the table of routes has it. */
const table: unknown = await import(join(import.meta.dirname, '../../apps/widget/src/app/routes.ts'));
const cabinet = z
  .object({ routes: z.array(z.object({ name: z.string(), path: z.string(), auth: z.boolean() })) })
  .parse(table)
  .routes.filter(({ auth, name }) => auth && !name.startsWith('verification') && !notForAll.has(name));
/** So many pages share a browser. */
const together = 7;

/**
 * Numbers what can be pressed or typed into, and says what only a mouse reaches: what shows a pointer and is neither a
 * control nor a part of one.
 */
function number(): { controls: string[]; mouseOnly: string[] } {
  const native = 'a[href], button, input, select, textarea, summary';
  const isThere = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('[inert], [hidden], [aria-hidden="true"]') === null;
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} ${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}`;
  const radios = new Set<string>();
  const controls = [...document.querySelectorAll<HTMLElement>(native)].filter((element) => {
    if (!isThere(element) || element.matches(':disabled, [tabindex="-1"], input[type="hidden"]')) return false;
    // One of a group of radios takes the focus, and the arrows the others.
    if (!element.matches('input[type="radio"]')) return true;
    const group = element.getAttribute('name') ?? '';
    return !radios.has(group) && radios.add(group) !== undefined;
  });
  for (const [index, element] of controls.entries()) element.dataset['walk'] = String(index);
  const mouseOnly = [...document.querySelectorAll('main *')].filter(
    (element) =>
      isThere(element) &&
      getComputedStyle(element).cursor === 'pointer' &&
      element.closest(`${native}, label, [tabindex], [role="option"]`) === null,
  );
  return { controls: controls.map(nameOf), mouseOnly: mouseOnly.map(nameOf) };
}

/** What has the focus: its number, and whether that is drawn and in sight. */
function look(): { walk: string; isDrawn: boolean } {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return { walk: '', isDrawn: true };
  const radio = focused.matches('input[type="radio"]') ? focused.getAttribute('name') : null;
  const group = radio === null ? null : document.querySelector<HTMLElement>(`input[name="${radio}"][data-walk]`);
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement, focused.previousElementSibling];
  const hasRing = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
    (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  // The link of a row is drawn around the whole row.
  const isDrawn =
    hasRing(getComputedStyle(focused, '::after')) ||
    around.some((element) => element && hasRing(getComputedStyle(element)));
  return { walk: (group ?? focused).dataset['walk'] ?? '', isDrawn };
}

/** Presses Tab through the whole page. @returns what was never reached, and stops whose focus is not drawn */
async function walk(page: Page, controls: readonly string[]): Promise<{ missed: string[]; undrawn: string[] }> {
  const reached = new Set<number>();
  const undrawn: string[] = [];
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  for (let stop = 0; stop < controls.length * 2 + 10 && reached.size < controls.length; stop += 1) {
    await page.keyboard.press('Tab');
    const { walk: place, isDrawn } = await page.evaluate(look);
    if (place === '') continue;
    reached.add(Number(place));
    if (!isDrawn) undrawn.push(controls[Number(place)] ?? place);
  }
  return { missed: controls.filter((_, index) => !reached.has(index)), undrawn };
}

for (let start = 0; start < cabinet.length; start += together) {
  const some = cabinet.slice(start, start + together);
  test(`8-12 every control is reached by Tab, and nothing waits for a mouse: ${some.map(({ name }) => name).join(', ')}`, async ({
    page,
    context,
    api,
  }) => {
    const client = await api.register();
    await api.placeOrder(client);
    await signIn(context, client);
    for (const { name, path } of some)
      await test.step(name, async () => {
        await page.goto(path);
        await expect(page).toHaveURL(path);
        await expect(page.getByRole('main')).toBeVisible();
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
        await waitUntilStill(page);
        const { controls, mouseOnly } = await page.evaluate(number);
        expect.soft(controls.length, `${name} has controls`).toBeGreaterThan(0);
        expect.soft(mouseOnly, `${name} has something that only a mouse reaches`).toEqual([]);
        expect.soft(await walk(page, controls), name).toEqual({ missed: [], undrawn: [] });
      });
  });
}
