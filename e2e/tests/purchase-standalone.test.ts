import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { exchange } from '../pages/exchange.ts';
import { order } from '../pages/order.ts';
import { payment } from '../pages/payment.ts';
import { say } from '../say.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { openFees } from '../steps/open-fees.ts';
import { payWithQuestion } from '../steps/pay-by-card.ts';
import { pick } from '../steps/pick.ts';
import { register } from '../steps/register.ts';

test('1-06, 1-07, 1-09, A-064 a visitor sees the price, registers, pays 250 EUR by card and gets exactly the coins that were quoted', async ({
  page,
  sandbox,
  checkBooks,
}) => {
  const first = exchange(page);
  await page.goto('/');
  await expect(first.payin).toHaveValue('250');
  await expect(first.payout).toHaveValue(/^0\.\d{8}$/);
  const priced = page.waitForResponse('**/onramp/calc?*is_floating_rate=0*');
  await first.chooseFixed();
  const receipt = pick(await (await priced).json(), 'calc', 'details');
  await expect(first.rate).toContainText(/Locked for \d:\d\d/);
  await expect(first.submit).toBeEnabled();
  await openFees(first);
  const quote = {
    payout: await first.payout.inputValue(),
    rate: (await first.rate.locator('.num').allTextContents()).join(' '),
    total: await first.fees.locator('.num').textContent(),
    lines: await first.feeLines.allTextContents(),
  };
  await first.logIn.click();
  await expect(page.getByRole('img', { name: say('tpl:common:step_of', { step: '2', count: '4' }) })).toBeVisible();
  await register(page, sandbox);

  const destination = await sandbox.outsideAddress('bitcoin');
  const where = address(page);
  await where.field.fill(destination);
  await expect(where.looksRight).toBeVisible();
  await expect(where.rate).toBeHidden();
  await where.submit.click();
  await expect(payment(page).leaving).toBeVisible();

  await payWithQuestion(page);
  await expect(page).toHaveURL(/\/order-status\//);
  const shown = order(page);
  await expect(shown.inProgress).toBeVisible();
  await expect(shown.timeline.getByRole('listitem', { name: '' }).filter({ hasText: '250 EUR' })).toBeVisible();
  const niceId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await mineUntil(sandbox, shown.finished);
  await expect(shown.again).toBeVisible();

  await expect(page.getByText(`${quote.payout} BTC`)).toBeVisible();
  await expect(shown.rate).toHaveText(quote.rate);
  await expect(shown.fees).toHaveText(quote.total ?? '');
  expect(quote.lines).toHaveLength(5);
  const kept = await page.request.post(`/onramp/o/${niceId}`, {
    form: { ghost_mode: '1' },
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  });
  expect(receipt).toMatchObject({ payin_currency: 'EUR', total_fee: (quote.total ?? '').split('\u00A0')[0] });
  expect(pick(await kept.json(), 'order', 'details')).toEqual(receipt);

  const journal = await sandbox.journal();
  expect(journal.card_payments.filter(({ reference }) => reference === niceId)).toMatchObject([
    { amount: '250.00', currency: 'EUR' },
  ]);
  expect(journal.chain_out.filter((row) => row.address === destination)).toMatchObject([
    { amount: quote.payout, currency: 'BTC' },
  ]);
  expect(await sandbox.balance('bitcoin', destination)).toMatchObject({ confirmed: quote.payout });
  await checkBooks();
});
