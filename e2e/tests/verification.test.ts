import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { verification } from '../pages/verification.ts';
import { say } from '../say.ts';
import { approveNewest, loadSanctions } from '../steps/operate.ts';
import { signIn } from '../steps/sign-in.ts';
import { typeAmount } from '../steps/type-amount.ts';

test.describe('2.5 the wizards', () => {
  test('2.1-08 2.1-10 the list shows the level and what is next; basic data raise it, and what was typed waits on the server', async ({
    page,
    context,
    api,
  }) => {
    await signIn(context, await api.register());
    await page.goto('/verification');
    const screen = verification(page);
    await expect(screen.level('email_phone')).toBeVisible();
    await screen.row('basic').click();
    await expect(page).toHaveURL('/verification/basic');
    const missing = page.getByText(say('tpl:error:REQUIRED'), { exact: true });
    await screen.save.click();
    await expect(missing, 'each but the second line of the address').toHaveCount(7);
    await expect(screen.firstName).toBeFocused();
    await expect(screen.ownUse).toHaveAccessibleDescription(say('tpl:address:fault_agree'));
    const kept = page.waitForResponse('**/verification/update');
    await screen.firstName.fill('ada');
    await expect(missing).toHaveCount(6);
    await screen.lastName.focus();
    expect((await kept).request().postData()).toContain('is_draft=1');
    await page.reload();
    await expect(screen.firstName).toHaveValue('Ada');
    await screen.fillBasic();
    await screen.birthday.fill('2020-01-01');
    await screen.save.click();
    await expect(page.getByText(say('tpl:error:BIRTHDAY_WRONG'))).toBeVisible();
    await expect(screen.birthday).toBeFocused();
    await screen.birthday.fill('1990-12-10');
    await screen.save.click();
    await expect(page).toHaveURL('/verification');
    await expect(screen.level('basic')).toBeVisible();
  });

  test('what was not typed is not kept: an open form leaves alone what was typed on another device', async ({
    page,
    context,
    api,
  }) => {
    await signIn(context, await api.register());
    await page.goto('/verification');
    const screen = verification(page);
    const drafts: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('is_draft=1') === true) drafts.push(request.postData() ?? '');
    });
    await screen.row('basic').click();
    await screen.firstName.focus();
    await screen.lastName.focus();
    await page.waitForTimeout(4_000);
    expect(drafts).toEqual([]);
  });

  test('a name on a list of sanctioned people waits for a person, and the client reads no more than that', async ({
    page,
    context,
    api,
    stack,
  }) => {
    await loadSanctions(stack, ['Mallory Listed']);
    await signIn(context, await api.register());
    await page.goto('/verification/basic');
    const screen = verification(page);
    await screen.fillBasic();
    await screen.firstName.fill('Mallory');
    await screen.lastName.fill('Listed');
    await screen.save.click();
    await expect(page.getByText(say('tpl:verification:review_text'))).toBeVisible();
    await expect(screen.save).toBeHidden();
    await page.goto('/verification');
    await expect(screen.level('email_phone')).toBeVisible();
    await approveNewest(stack, 'basic');
    await page.reload();
    await expect(screen.level('basic')).toBeVisible();
  });

  test('2.1-31 a wizard leads to where its address asks', async ({ page, context, api }) => {
    await signIn(context, await api.register());
    await page.goto('/verification/basic?redirect=%2Flanguage');
    await verification(page).fillBasic();
    await verification(page).save.click();
    await expect(page).toHaveURL('/language');
  });

  test('2.3-45, 2.3-46, A-002 a link to the verification asks a visitor to sign in, one to the sign-up opens its tab', async ({
    page,
    api,
  }) => {
    const words = '<a href="/verification">Verify</a> <a href="/register">Join</a>';
    await page.goto(await api.shopPage({ description: words }));
    await page.getByRole('link', { name: 'Verify' }).click();
    await expect(auth(page).heading).toBeVisible();
    await expect(auth(page).terms).toBeHidden();
    await page.goto(await api.shopPage({ description: words }));
    await page.getByRole('link', { name: 'Join' }).click();
    await expect(auth(page).terms).toBeVisible();
  });

  test('2.3-45 a link of a text that is pressed before what follows it has come opens its step here', async ({
    page,
    api,
  }) => {
    await page.addInitScript(() => {
      const waiting: IdleRequestCallback[] = [];
      const idle = requestIdleCallback;
      Object.assign(window, { requestIdleCallback: (call: IdleRequestCallback) => waiting.push(call) });
      addEventListener('rest', () => waiting.forEach((call) => idle(call)));
    });
    await page.goto(await api.shopPage({ description: '<a href="/verification">Verify</a>' }));
    await page.getByRole('link', { name: 'Verify' }).click();
    await expect(exchange(page).payin).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('rest')));
    await expect(auth(page).heading).toBeVisible();
    expect(page.context().pages()).toHaveLength(1);
  });

  test('2.5-01 the page of an address that is confirmed says so and sends nothing', async ({ page, context, api }) => {
    await signIn(context, await api.register());
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.goto('/verification/email');
    await expect(page.getByText(say('tpl:verification:verified'))).toBeVisible();
    await page.getByRole('button', { name: say('tpl:verification:continue') }).click();
    await expect(exchange(page).form).toBeVisible();
    expect(sent.filter((url) => url.includes('send_email_confirmation_link'))).toEqual([]);
  });

  test('4.3 inside an order the basic wizard is a step, and the order goes on where it stood', async ({
    page,
    context,
    api,
  }) => {
    await signIn(context, await api.register());
    await page.goto('/');
    await typeAmount(exchange(page).payin, '1500');
    await page.getByRole('button', { name: say('tpl:exchange:submit_verify') }).click();
    const screen = verification(page);
    await screen.fillBasic();
    await screen.save.click();
    await expect(address(page).heading).toBeVisible();
    await page
      .getByRole('button', { name: say('tpl:common:back') })
      .first()
      .click();
    await expect(exchange(page).payin).toHaveValue('1500');
  });
});
