import { expect, test } from '../fixtures.ts';
import { expectLooks } from '../checks/expect-looks.ts';
import { address } from '../pages/address.ts';
import { confirmation } from '../pages/confirmation.ts';
import { order } from '../pages/order.ts';
import { withdrawal } from '../pages/withdrawal.ts';
import { say } from '../say.ts';
import { listCodes, readCode } from '../steps/read-code.ts';
import { keepCard } from '../steps/keep-card.ts';
import { signInWithBalance } from '../steps/top-up.ts';

test('A-110, C-44 a withdrawal to a card: without one refused, typed at the acquirer, approved by its code and sent once', async ({
  page,
  context,
  api,
  sandbox,
  stack,
  other,
  checkBooks,
}) => {
  const client = await signInWithBalance({ context, api, sandbox }, '150');
  const codes = (await listCodes(sandbox, client.email)).length;
  await keepCard(stack.databaseUrl, client.email, { acquirerToken: await sandbox.cardToken('4242424242424242') });
  await page.goto(`${other.url}/balance/withdrawal`);
  const form = withdrawal(page);
  const card = address(page);
  await form.goToEuros('Card', 'Get it on your card');
  await form.amount.fill('60');
  await expect(form.submit).toHaveText(/5\d(\.\d\d)?\sEUR$/);
  await expect(card.addCard).toBeVisible();
  // A payment had it kept, and anybody in the session can have one kept so.
  await expect(card.cards.getByRole('radio', { name: /4242/ })).toBeDisabled();
  await expect(card.cards.getByText(say('tpl:card:unproven'))).toBeVisible();
  await form.submit.click();
  await expect(page.getByText(say('tpl:address:fault_card'))).toBeVisible();

  await expectLooks(page);

  await card.addCard.focus();
  await page.keyboard.press('Enter');
  await card.cardFrame.getByLabel('Card number').fill('5555555555554444');
  await card.cardFrame.getByLabel('Expiry date').fill('1229');
  await card.cardFrame.getByLabel('Security code').fill('123');
  await card.useCard.click();
  await expect(card.cards.getByRole('radio', { name: /4444/ })).toBeChecked();
  await form.submit.click();
  const step = confirmation(page);
  await expect(step.code).toBeVisible();
  await step.code.fill(await readCode(sandbox, client.email, codes + 1));
  const status = order(page);
  await expect(page).toHaveURL(/\/order-status\//);
  await expect(status.inProgress.or(status.finished)).toBeVisible();
  const niceId = /CW\w{16}/.exec(page.url())?.[0] ?? '';
  await expect.poll(async () => sandbox.cardPayouts(niceId)).toMatchObject([{ status: 'paid', currency: 'EUR' }]);
  await expect(status.finished).toBeVisible();
  await checkBooks();
});
