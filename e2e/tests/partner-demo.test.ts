import { startProcess } from '@causeway/testing/start-process';
import { expect, test } from '../fixtures.ts';
import { deposit } from '../pages/deposit.ts';
import { merchant } from '../pages/merchant.ts';
import { mineUntil } from '../steps/mine-until.ts';

test.use({ viewport: { width: 1280, height: 900 } });

test('4.13-03, 5-11 an order that a shop’s server has fixed is shown, paid, reported by signed webhooks, and reported again', async ({
  page,
  context,
  sandbox,
  stack,
}) => {
  await page.goto(`${stack.partnerUrl}/session`);
  const widget = page.frameLocator('iframe');
  const screen = merchant(widget, 'Fenwick Paper');
  await expect(screen.submit).toHaveText(/^Pay 0\.\d+\sBTC$/);
  await expect(screen.products).toHaveCount(3);
  const amount = await screen.payin.inputValue();
  // Neither a message of the page around nor the payer changes what is fixed.
  await page.getByRole('button', { name: 'open-exchange', exact: true }).click();
  await expect(screen.payin).toHaveValue(amount);
  await expect(screen.total).toContainText('109 EUR');
  await expect(screen.email).toHaveValue('elin@example.com');
  await expect(screen.email).not.toBeEditable();
  await screen.submit.click();
  await expect(deposit(widget).heading(`${amount} BTC`)).toBeVisible({ timeout: 20_000 });
  const reported = page.locator('#log li', { hasText: /"orderId":"\w+"/ }).first();
  const niceId = /"orderId":"(\w+)"/.exec((await reported.textContent()) ?? '')?.[1] ?? '';
  const address = (await deposit(widget).address.textContent()) ?? '';
  await sandbox.send('bitcoin', { address, amount });
  const log = await context.newPage();
  await log.goto(`${stack.partnerUrl}/webhooks`);
  const notices = log.locator('.notices li');
  // The shop receives webhooks of the orders of other tests too.
  const finished = notices.filter({ hasText: niceId }).filter({ hasText: 'finished' }).first();
  await mineUntil(sandbox, finished);
  await expect(page.locator('#log li', { hasText: '"orderStatus":"finished"' }).first()).toBeVisible();
  await expect(log.locator('.notices .mark.refused')).toHaveCount(0);
  await finished.locator('summary').click();
  const id = (await finished.locator('summary').textContent()) ?? '';
  const notice: unknown = JSON.parse((await finished.locator('pre').textContent()) ?? '');
  expect(notice).toMatchObject({
    delivery_id: id,
    type: 'order.changed',
    partner_key: 'pk_test_merchant',
    order: {
      order_id: niceId,
      partner_order_id: '20417',
      purchase_amount: '109',
      client_email: 'elin@example.com',
      is_merchant: true,
    },
  });

  const partners = async (...parameters: string[]) => {
    const env = { DATABASE_URL: stack.databaseUrl };
    const cli = await startProcess({ name: 'partners', entry: 'apps/server/dist/cli/partners.js', parameters, env });
    await cli.ended;
    return cli.logs();
  };
  const [deliveries] = await Promise.all([
    partners('deliveries', 'pk_test_merchant'),
    partners('replay', id, '--by', 'e2e'),
  ]);
  expect(deliveries).toContain(id);
  await expect(notices.filter({ hasText: id }).filter({ hasText: 'Seen before' })).toHaveCount(1, { timeout: 20_000 });
});
