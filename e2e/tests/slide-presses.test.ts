import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { order } from '../pages/order.ts';
import { say } from '../say.ts';
import { openOrder } from '../steps/open-order.ts';
import { signIn } from '../steps/sign-in.ts';

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

test('a double click opens the next step and presses nothing there', async ({ page, context, api }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  // The next step is drawn at once where its code is there.
  await exchange(page).logIn.click();
  await expect(auth(page).email).toBeVisible();
  await page.goBack();
  await exchange(page).logIn.dblclick();
  await expect(auth(page).email).toBeVisible();
  await page.waitForTimeout(600);
  await expect(auth(page).sendCode, 'the code by e-mail, and not the password').toBeVisible();

  await signIn(context, await api.register());
  await page.goto('/');
  await exchange(page).buy.click();
  await expect(address(page).heading).toBeVisible();
  await page.goBack();
  await exchange(page).buy.dblclick();
  await expect(address(page).heading).toBeVisible();
  await page.waitForTimeout(600);
  await expect(address(page).field).not.toHaveAttribute('aria-invalid', 'true');
});

test('a double click opens a sheet and leaves it open; a press beside it closes it', async ({ page, context, api }) => {
  await openOrder({ page, context, api });
  await order(page).cancel.dblclick();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await page.waitForTimeout(600);
  await expect(order(page).cancelYes).toBeVisible();
  await page.mouse.click(200, 20);
  await expect(sheet).toBeHidden();
});
