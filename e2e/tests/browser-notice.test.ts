import { z } from 'zod';
import { expect, test } from '../fixtures.ts';
import { order } from '../pages/order.ts';
import { say } from '../say.ts';
import { findPayment } from '../steps/find-payment.ts';
import { signIn } from '../steps/sign-in.ts';

const shown = z.array(z.string());

test('5-E17 a client who asks gets a browser notification of the finished order; the tab’s icon shows the state', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  await page.addInitScript(() => {
    const titles: string[] = [];
    class Shown extends EventTarget {
      static permission = 'default';
      static async requestPermission(): Promise<string> {
        return 'granted';
      }
      constructor(title: string) {
        super();
        titles.push(title);
      }
    }
    Object.assign(window, { Notification: Shown, shownNotices: titles });
  });
  const client = await api.register();
  const niceId = await api.placeOrder(client, { payin_amount: '31' });
  await sandbox.settlePayment(await findPayment(sandbox, niceId), 'approved');
  await api.waitForOrder(niceId, client, { status: 'processing' });
  await signIn(context, client);
  await page.goto(`/order-status/${niceId}`);
  await expect(order(page).inProgress).toBeVisible();
  const icon = page.locator('link[rel=icon]');
  await expect(icon).toHaveAttribute('href', /d27908/);
  await page.getByRole('button', { name: say('tpl:order:notice_ask') }).click();
  await expect(page.getByText(say('tpl:order:notice_asked'))).toBeVisible();
  const titles = async () => shown.parse(await page.evaluate(() => Reflect.get(window, 'shownNotices')));
  expect(await titles()).toEqual([]);
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
  await expect(async () => {
    await sandbox.mine('bitcoin', 1);
    expect(await api.readText(niceId, client, 'status')).toBe('finished');
  }).toPass({ timeout: 45_000, intervals: [500] });
  await expect
    .poll(titles)
    .toEqual([say('tpl:order:notice_done', { number: await api.readText(niceId, client, 'number') })]);
  await expect(icon).toHaveAttribute('href', /41b87b/);
});

test('5-E17 where the browser refuses notifications nothing is offered', async ({ page, context, api }) => {
  await page.addInitScript(() => Object.assign(window, { Notification: { permission: 'denied' } }));
  const client = await api.register();
  const niceId = await api.placeOrder(client, { payin_amount: '31' });
  await signIn(context, client);
  await page.goto(`/order-status/${niceId}`);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByRole('button', { name: say('tpl:order:notice_ask') })).toBeHidden();
});
