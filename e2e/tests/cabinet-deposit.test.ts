import type { BrowserContext, Page } from '@playwright/test';
import { findMisfits } from '../checks/find-misfits.ts';
import { findViolations } from '../checks/find-violations.ts';
import { expect, test } from '../fixtures.ts';
import { expectThemes } from '../checks/expect-looks.ts';
import { balanceDeposit } from '../pages/balance-deposit.ts';
import { exchange } from '../pages/exchange.ts';
import { operations } from '../pages/operations.ts';
import { picker } from '../pages/picker.ts';
import { say } from '../say.ts';
import type { ProductApi } from '../steps/product-api.ts';
import { signIn } from '../steps/sign-in.ts';
import { tabTo } from '../steps/tab-to.ts';

const path = '/balance/deposit';
/** Blocks that bring bitcoin to a balance. */
const deep = 6;
/** A look of the server and one of the page, on a busy machine. */
const slow = { timeout: 90_000 };

/** The screen of a new client, for a currency. */
async function openDeposit(
  page: Page,
  context: BrowserContext,
  { api, currency }: { api: ProductApi; currency: string },
) {
  await signIn(context, await api.register());
  await page.goto(`${path}?depositCurrency=${currency}`);
  return balanceDeposit(page);
}

test('1-17, 3-59, A-109, C-41 coins sent to the address grow the balance', async ({
  page,
  context,
  api,
  sandbox,
  checkBooks,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const client = await api.register();
  await signIn(context, client);
  await page.goto('/balance');
  await page.getByRole('button', { name: say('tpl:deposit:title') }).click();
  const screen = balanceDeposit(page);
  await expect(screen.heading).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(screen.choice).toContainText('Bitcoin');
  await expect(screen.code).toBeVisible();
  await screen.copy.click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/^bcrt1q/);
  expect(await screen.address.textContent()).toBe(address);
  await expect(screen.row('tpl:deposit:least')).toContainText('0.00020000');

  await sandbox.send('bitcoin', { address, amount: '0.0004' });
  await expect(screen.incoming).toContainText('0 of 6 confirmations', slow);
  await sandbox.mine('bitcoin', deep);
  await expect(screen.incoming).toContainText(say('tpl:operations:status_finished'), slow);
  await page.goto('/balance');
  await expect(page.getByText(/0\.0004/).first()).toBeVisible();
  await page.goto('/balance/operations');
  await expect(operations(page).rows).toContainText([say('tpl:operations:type_deposit')]);
  await checkBooks();
});

test('A-109 less than the smallest deposit waits, and comes with the rest', async ({
  page,
  context,
  api,
  sandbox,
  checkBooks,
}) => {
  const screen = await openDeposit(page, context, { api, currency: 'BTC' });
  await expect(screen.copy).toBeVisible();
  const address = (await screen.address.textContent()) ?? '';
  await sandbox.send('bitcoin', { address, amount: '0.00015' });
  await sandbox.mine('bitcoin', deep);
  await expect(screen.incoming).toContainText(say('tpl:operations:below'), slow);
  await expect(screen.row('tpl:deposit:missing')).toContainText('0.00005');
  await sandbox.send('bitcoin', { address, amount: '0.00005' });
  await sandbox.mine('bitcoin', deep);
  await expect(screen.incoming).toHaveCount(2, slow);
  await expect(screen.incoming.nth(0)).toContainText(say('tpl:operations:status_finished'), slow);
  await expect(screen.incoming.nth(1)).toContainText(say('tpl:operations:status_finished'), slow);
  await expect(screen.row('tpl:deposit:missing')).toHaveCount(0);
  await checkBooks();
});

test('F10, 3-59 coins of a token that is not taken are found, and the page says what happens next', async ({
  page,
  context,
  api,
  sandbox,
  checkBooks,
}) => {
  const screen = await openDeposit(page, context, { api, currency: 'ETH' });
  await expect(screen.address).toHaveText(/^0x/);
  await expect(screen.others).toHaveCount(0);
  const address = (await screen.address.textContent()) ?? '';
  const txid = await sandbox.send('ethereum', { address, amount: '3', asset: 'STRAY' });
  await expect(async () => {
    await sandbox.mine('ethereum', 13);
    await page.reload();
    await expect(screen.others).toBeVisible({ timeout: 10_000 });
  }).toPass(slow);
  await expect(screen.row('tpl:deposit:other_link')).toContainText(txid.slice(0, 6));
  await expect(page.getByText(say('tpl:deposit:other_waiting'))).toBeVisible();
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 1000 });
    expect.soft(await findViolations(page), String(width)).toEqual([]);
    expect.soft(await findMisfits(page), String(width)).toEqual([]);
  }
  await page.goto('/notifications');
  await expect(page.getByText(say('tpl:letter:deposit-unknown:title'))).toBeVisible();
  await checkBooks();
});

test('2.1-28, 4.4-03 the currency is in the page’s address, and is chosen by keyboard; money comes by an order', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.register());
  const screen = balanceDeposit(page);
  // 4.4-03
  await page.goto('/?payinCurrency=BTC&payinGroup=bitcoin&payoutCurrency=BTC&payoutGroup=balance');
  await exchange(page).submit.click();
  await expect(page).toHaveURL(/\/balance\/deposit\?depositCurrency=BTC$/);
  await expect(screen.copy).toBeVisible();
  await page.goto(`${path}?depositCurrency=USDT`);
  await expect(screen.choice).toContainText('Ethereum');
  await expect(screen.address).toHaveText(/^0x/);
  await expect(screen.over).toHaveCount(0);
  await screen.choice.focus();
  await page.keyboard.press('Enter');
  const sheet = picker(page);
  await expect(sheet.search).toBeFocused();
  await sheet.search.fill('Ethereum');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/depositCurrency=ETH$/);
  await expect(screen.choice).toContainText('Ethereum network');
  await page.goto(`${path}?depositCurrency=EUR`);
  await screen.order.click();
  await expect(exchange(page).payinCurrency).toHaveAccessibleName(/^EUR/);
  await expect(exchange(page).payoutCurrency).toHaveAccessibleName(/^EUR.*balance/i);
});

test('A-109 at zero another address is offered; a failure is tried again; another one is asked for', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.register());
  const screen = balanceDeposit(page);
  await page.route('**/balance/deposit_address', (route) => route.abort());
  await page.goto(path);
  await expect(screen.tryAgain).toBeVisible();
  await page.unroute('**/balance/deposit_address');
  await screen.tryAgain.click();
  await expect(screen.copy).toBeVisible();
  await shorten(page);
  await page.reload();
  await expect(screen.getNew).toBeVisible();
  await expect(screen.copy).toHaveCount(0);
  await expect(screen.over).toBeVisible();
  await page.unroute('**/balance/deposit_address');
  await screen.getNew.click();
  await expect(screen.copy).toBeVisible();
  await screen.another.click();
  await expect(screen.copy).toBeVisible();
});

test('A-109 the address goes to another app where the device can; a sheet that is closed is no failure', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.register());
  const screen = balanceDeposit(page);
  await page.goto(path);
  await expect(screen.copy).toBeVisible();
  await expect(screen.share, 'this browser has no sheet').toHaveCount(0);
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    const answers = [undefined, new DOMException('', 'AbortError'), new DOMException('', 'NotAllowedError')];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      share: (data: unknown) => {
        const answer = answers[shared.push(data) - 1];
        return answer === undefined ? Promise.resolve() : Promise.reject(answer);
      },
    });
  });
  await page.setViewportSize({ width: 320, height: 900 });
  await page.reload();
  await tabTo(page, screen.share);
  const said = page.getByRole('alert');
  await page.keyboard.press('Enter');
  const address = await screen.address.textContent();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([{ text: address }]);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'shared'))).toHaveLength(2);
  await expect(said).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(said).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  expect(await findMisfits(page)).toEqual([]);
});

/** The address that is answered is shown for a second. */
async function shorten(page: Page): Promise<void> {
  await page.route('**/balance/deposit_address', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(/"seconds_to_release":\d+/, '"seconds_to_release":1');
    await route.fulfill({ response, body: text });
  });
}

test('8-12 the page of a deposit in both themes, at 320 and 1440 px, in two languages', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  await signIn(context, await api.register());
  const screen = balanceDeposit(page);
  await page.goto(path);
  await expect(screen.copy).toBeVisible();
  const address = (await screen.address.textContent()) ?? '';
  await sandbox.send('bitcoin', { address, amount: '0.00015' });
  for (const language of ['', '/uk'])
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.goto(`${language}${path}`);
      await expect(screen.address).toHaveText(address);
      await expect(page.getByRole('img')).toBeVisible();
      await expect(screen.incoming).toBeVisible(slow);
      await expectThemes(page, `${language} ${width}`);
      expect.soft(await findMisfits(page), `${language} ${width}`).toEqual([]);
    }
});

test('C-93 a transfer with the client’s own reference fills the balance, by the keyboard alone', async ({
  page,
  context,
  api,
  sandbox,
  checkBooks,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const client = await api.register();
  await signIn(context, client);
  await page.goto(`${path}?depositCurrency=EUR&depositGroup=sepa`);
  const screen = balanceDeposit(page);
  await expect(screen.showAccount).toBeDisabled();
  await tabTo(page, screen.agreeTransfer);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await tabTo(page, screen.copyOf('tpl:deposit:transfer_reference'));
  await page.keyboard.press('Enter');
  const reference = await page.evaluate(() => navigator.clipboard.readText());
  expect(reference).toMatch(/^CW-\d{4} \d{4}$/);
  await screen.copyOf('tpl:payment:iban').click();
  const iban = await page.evaluate(() => navigator.clipboard.readText());
  await expect(screen.row('tpl:deposit:transfer_least')).toContainText('EUR');
  expect(await findViolations(page)).toEqual([]);
  expect(await findMisfits(page)).toEqual([]);

  const sender = { sender_name: 'Ada Lovelace', sender_iban: 'DE89370400440532013000', currency: 'EUR' };
  await sandbox.bankTransfer({ ...sender, iban, reference: reference.toLowerCase(), amount: '120', notify: 1 });
  await page.goto('/balance/operations');
  await expect(async () => {
    await page.reload();
    await expect(operations(page).rows).toHaveCount(1, { timeout: 5_000 });
  }).toPass(slow);
  await page.goto(`${path}?depositCurrency=EUR&depositGroup=sepa`);
  await expect(screen.row('tpl:deposit:transfer_reference')).toContainText(reference);
  await checkBooks();
});
