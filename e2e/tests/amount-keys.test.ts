import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { exchange } from '../pages/exchange.ts';

/**
 * Counts from now on how often React draws the part that an element belongs to: it gives each element of a drawn part
 * new properties.
 *
 * @returns what was counted since the last call
 */
async function countDraws(element: Locator): Promise<() => Promise<number>> {
  await element.evaluate((node) => {
    const key = Object.keys(node).find((name) => name.startsWith('__reactProps$')) ?? '';
    let properties: unknown = Reflect.get(node, key);
    let count = 0;
    Object.defineProperty(node, key, {
      configurable: true,
      enumerable: true,
      get: () => properties,
      set: (next: unknown) => {
        properties = next;
        count += 1;
      },
    });
    Object.assign(node, { takeDraws: () => [count, (count = 0)][0] });
  });
  return () => element.evaluate((node) => Number('takeDraws' in node && (node.takeDraws as () => number)()));
}

test.describe('5-04 a key in an amount', () => {
  test('draws its own side alone once a price is awaited, and with the first key each part once', async ({ page }) => {
    await page.goto('/');
    const { payin, payout, chooseFixed, submit, fees, payoutCurrency, form } = exchange(page);
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
    await chooseFixed();
    await expect(submit).toBeEnabled();
    await payin.focus();
    // Without the row of the rate, which counts seconds by itself.
    const parts = { form, payout, payoutCurrency, fees, submit };
    const own = await countDraws(payin);
    const others = await Promise.all(
      Object.entries(parts).map(async ([name, part]) => [name, await countDraws(part)] as const),
    );
    const draws = async () =>
      Object.fromEntries(await Promise.all(others.map(async ([name, take]) => [name, await take()] as const)));
    const drawn = page.waitForFunction(() => document.querySelector('button[type=submit]')?.ariaBusy === 'true');
    // The answer must not come between the keys.
    await page.route('**/onramp/calc?*', () => undefined);
    await payin.press('End');
    await own();
    await draws();
    await payin.press('5');
    await drawn;
    expect(await own()).toBe(1);
    for (const [name, count] of Object.entries(await draws())) expect.soft(count, name).toBeLessThanOrEqual(1);
    await payin.press('.');
    await payin.press('5');
    await expect.poll(own).toBeGreaterThanOrEqual(1);
    await expect(payin).toHaveValue(/5\.5$/);
    const { form: screen, ...quiet } = await draws();
    expect(screen).toBeLessThanOrEqual(2);
    expect(Object.values(quiet)).toEqual(Object.values(quiet).map(() => 0));
  });

  test('animates nothing through React while its price is awaited', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { heard: 0 });
      const count = () => Object.assign(window, { heard: Number('heard' in window && window.heard) + 1 });
      addEventListener('DOMContentLoaded', () => {
        for (const name of ['animationstart', 'animationiteration', 'transitionrun', 'transitionend'])
          document.querySelector('#root')?.addEventListener(name, count, true);
      });
    });
    await page.goto('/');
    const { payin, submit } = exchange(page);
    await expect(submit).toBeEnabled();
    await page.route('**/onramp/calc?*', () => undefined);
    await payin.fill('500');
    await expect(submit).toHaveAttribute('aria-busy', 'true');
    const seen = await page.evaluate(() =>
      document.getAnimations().flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : [])),
    );
    const moved = new Set(seen.flatMap((frame) => Object.keys(frame)));
    for (const property of ['offset', 'computedOffset', 'easing', 'composite']) moved.delete(property);
    expect([...moved].filter((property) => !['opacity', 'transform', 'rotate'].includes(property))).toEqual([]);
    expect(await page.evaluate(() => 'heard' in window && window.heard)).toBe(0);
  });
});
