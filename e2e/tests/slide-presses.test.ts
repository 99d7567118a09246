import { expect, test } from '../fixtures.ts';
import { exchange } from '../pages/exchange.ts';
import { say } from '../say.ts';

/** Milliseconds after a step came; it slides in for 320. */
const moments = [0, 40, 120, 240];

test('5-E14 a press on a step that still slides in is a press on what is seen there', async ({ page }) => {
  for (const moment of moments) {
    await page.goto('/');
    // Looked at by the page itself: a driver waits until a step is still.
    await page.evaluate(
      ({ after, name }) => {
        const look = () => {
          const button = [...document.querySelectorAll('main button')].find((found) => found.textContent === name);
          if (!button) return requestAnimationFrame(look);
          return setTimeout(() => {
            const { left, top, width, height } = button.getBoundingClientRect();
            const hit = document.elementFromPoint(left + width / 2, top + height / 2);
            Reflect.set(window, 'hit', button.contains(hit) ? name : hit?.outerHTML.slice(0, 100));
          }, after);
        };
        look();
      },
      { after: moment, name: say('tpl:auth:with_password') },
    );
    await exchange(page).logIn.click();
    await expect.poll(() => page.evaluate('window.hit')).toBe(say('tpl:auth:with_password'));
  }
});
