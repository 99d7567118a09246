import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { say } from '../say.ts';
import { holdFiles } from '../steps/hold-files.ts';

test('a visitor who opens a protected page never sees it and asks nothing of it, on a slow network too', async ({
  page,
}) => {
  const titles = [say('tpl:verification:code_title'), say('tpl:verification:phone_number')];
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/send_email_confirmation_link|\/client\/phone/.test(request.url())) asked.push(request.url());
  });
  // Notes every text that was in the page, if only for a frame.
  await page.addInitScript((shown) => {
    const look = () => {
      if (shown.some((title) => document.body?.innerText.includes(title)))
        sessionStorage.setItem('seen', location.href);
      requestAnimationFrame(look);
    };
    look();
  }, titles);
  for (const path of ['/verification/email', '/verification/phone', '/verification/email']) {
    // The second visit has the screen's code in the cache, while that of the log-in is late.
    const release = await holdFiles(page, '**/assets/auth-view-*.js');
    await page.goto(path);
    await expect(page).toHaveURL(/\/login\?redirect=%2Fverification%2F/);
    release();
    await expect(auth(page).heading).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBeNull();
  }
  expect(asked).toEqual([]);
});
