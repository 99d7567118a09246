import type { Request } from '@playwright/test';
import { expect, test } from '../embed/host-fixtures.ts';
import { settings } from '../pages/settings.ts';
import { password } from '../steps/new-email.ts';
import { signIn } from '../steps/sign-in.ts';

/** Harmful writes, with the fields they need. */
const writes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/logout': {},
  '/client/sessions/end': { is_others: '1' },
  '/client/subscription/update': { is_news: '1', is_offers: '1', is_order_letters: '0' },
  '/client/change_password': {
    old_password: password,
    new_password: 'another horse battery',
    new_password_repeat: 'another horse battery',
  },
  '/client/delete_account': { password, is_agree: '1' },
  '/signin': { email: 'somebody@example.com', password },
};
const reads = ['/onramp/client', '/onramp/config', '/client/sessions'];

test('a page of another site changes nothing and reads nothing of a client who is signed in: by form, image, script or fetch', async ({
  page,
  context,
  api,
  hosts,
  stack,
}) => {
  const client = await api.register();
  await signIn(context, client);
  await page.goto('/settings/subscription');
  await expect(page.getByRole('switch')).toHaveCount(10);
  const before = await page.getByRole('switch').evaluateAll((all) => all.map((one) => one.matches(':checked')));
  const kept = await page.evaluate(() => localStorage.getItem('causeway.session'));

  const met: string[] = [];
  const record = (request: Request) => {
    const { origin, pathname } = new URL(request.url());
    // What the browser withholds from the page is an answer: the request was made.
    const isAnswered = request.failure()?.errorText.includes('BLOCKED_BY_RESPONSE') ?? true;
    if (origin === stack.productUrl && isAnswered) met.push(`${request.method()} ${pathname}`);
  };
  context.on('requestfinished', record);
  context.on('requestfailed', record);
  const forms = Object.entries(writes).map(
    ([path, fields], index) =>
      `<iframe name="sink${index}"></iframe><form method="post" target="sink${index}" action="${stack.productUrl}${path}">${Object.entries(
        fields,
      )
        .map(([name, value]) => `<input name="${name}" value="${value}">`)
        .join('')}</form>`,
  );
  const stranger = await context.newPage();
  hosts.serve('/prize', {
    html: `<!doctype html><title>A prize</title><link rel="icon" href="data:,">${forms.join('')}`,
  });
  await stranger.goto(`${hosts.stranger}/prize`);
  const read = await stranger.evaluate(attack, { product: stack.productUrl, writes, reads });
  expect(read).toEqual([]);
  // All of it reached the server: no rule of the browser kept it away.
  await expect
    .poll(() => Object.keys(writes).filter((path) => met.filter((one) => one === `POST ${path}`).length < 2))
    .toEqual([]);
  expect(met).toEqual(expect.arrayContaining(reads.map((path) => `GET ${path}`)));

  await page.reload();
  await expect(page.getByRole('switch')).toHaveCount(10);
  expect(await page.getByRole('switch').evaluateAll((all) => all.map((one) => one.matches(':checked')))).toEqual(
    before,
  );
  expect(await page.evaluate(() => localStorage.getItem('causeway.session'))).toBe(kept);
  await page.goto('/settings/change-password');
  await settings(page).oldPassword.fill(password);
  await settings(page).newPassword.fill('yet another horse battery');
  await settings(page).repeatPassword.fill('yet another horse battery');
  await settings(page).savePassword.click();
  await expect(settings(page).saved).toBeVisible();
});

interface Attack {
  product: string;
  writes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  reads: readonly string[];
}

/** Runs in the other site's page. @returns everything that it could read */
async function attack({ product, writes, reads }: Attack): Promise<string[]> {
  const got: string[] = [];
  for (const form of document.forms) form.submit();
  const load = (tag: 'img' | 'script', path: string) =>
    new Promise<void>((resolve) => {
      const element = Object.assign(document.createElement(tag), { src: product + path });
      element.addEventListener('load', () => {
        got.push(`<${tag}> ${path}`);
        resolve();
      });
      element.addEventListener('error', () => resolve());
      document.body.append(element);
    });
  const ask = async (path: string, init: RequestInit) => {
    try {
      const text = await (await fetch(product + path, { credentials: 'include', ...init })).text();
      if (text !== '') got.push(`${init.mode} ${path}: ${text}`);
    } catch {
      // The browser gives the answer to no other site.
    }
  };
  for (const path of reads) {
    await Promise.all([
      load('img', path),
      load('script', path),
      ask(path, { mode: 'cors' }),
      ask(path, { mode: 'no-cors' }),
    ]);
  }
  for (const [path, fields] of Object.entries(writes)) {
    const headers = { 'x-authorization': 'Bearer a.b.c', 'x-requested-with': 'XMLHttpRequest' };
    await ask(path, { mode: 'no-cors', method: 'POST', body: new URLSearchParams(fields) });
    await ask(path, { mode: 'cors', method: 'POST', body: new URLSearchParams(fields), headers });
  }
  return got;
}
