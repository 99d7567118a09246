import { runSql } from '@causeway/testing/run-sql';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { fileWizard } from '../pages/file-wizard.ts';
import { menu } from '../pages/menu.ts';
import { verification } from '../pages/verification.ts';
import { say } from '../say.ts';
import { frameWidget } from '../steps/frame-widget.ts';
import { keepCard } from '../steps/keep-card.ts';
import { password } from '../steps/new-email.ts';
import { openLogIn } from '../steps/open-log-in.ts';
import { pick } from '../steps/pick.ts';
import { countRequests } from '../steps/count-requests.ts';
import { addFile } from '../steps/add-file.ts';
import { reachBasicLevel } from '../steps/reach-basic-level.ts';
import { approveNewest, declineNewest } from '../steps/operate.ts';
import type { ProductApi } from '../steps/product-api.ts';
import { refuseStream } from '../steps/refuse-stream.ts';
import { signIn } from '../steps/sign-in.ts';
import { simulateApp } from '../steps/simulate-app.ts';
import { simulateCamera } from '../steps/simulate-camera.ts';
import { tabTo } from '../steps/tab-to.ts';
import { typeAmount } from '../steps/type-amount.ts';

/** More than the basic level allows in one order. */
const aboveBasic = '4000';
const upload = '**/verification/document/upload';

async function openIdentity(page: Page, api: ProductApi) {
  const client = await api.register();
  await api.giveBasic(client);
  await signIn(page.context(), client);
  await page.goto('/verification/identity');
  const wizard = fileWizard(page);
  await expect(wizard.heading('identity')).toBeVisible();
  await wizard.paper('id_card').check({ force: true });
  return wizard;
}

test.describe('2.5-02 the wizards that take files', () => {
  test('2.1-09 4.9 a new client comes to the highest level, with a person who looks at the documents', async ({
    page,
    context,
    api,
    sandbox,
    stack,
  }) => {
    const list = await reachBasicLevel(page, context, { api, sandbox });

    const wizard = fileWizard(page);
    await list.row('identity').click();
    await wizard.paper('driver_license').check({ force: true });
    await wizard.issued.fill('2020-02-03');
    for (const side of ['file_front', 'file_back', 'file_selfie']) await addFile(page, side);
    await wizard.send.click();
    await expect(page).toHaveURL('/verification');
    await expect(page.getByText(say('tpl:verification:in_review'))).toBeVisible();
    await approveNewest(stack, 'identity');

    await page.goto('/verification');
    await expect(list.level('identity')).toBeVisible();
    await list.row('address').click();
    await wizard.proof.selectOption('tax_return');
    await addFile(page, 'proof_tax_return');
    await expect(wizard.proof).toHaveCount(0);
    await wizard.send.click();
    await expect(page).toHaveURL('/verification');
    await approveNewest(stack, 'address');

    await page.goto('/verification/bank-statement');
    await addFile(page, 'proof_tax_statement');
    await wizard.send.click();
    await approveNewest(stack, 'bank_statement');
    await page.goto('/verification');
    await expect(list.level('bank_statement')).toBeVisible();
  });

  test('A-076 A-084 a declined document says why, and another one takes its place', async ({ page, api, stack }) => {
    const wizard = await openIdentity(page, api);
    for (const side of ['file_front', 'file_back', 'file_selfie']) await addFile(page, side);
    await wizard.send.click();
    await expect(page).toHaveURL('/verification');
    await declineNewest(stack, 'identity', 'selfie', 'Too dark to see your face');
    await page.goto('/verification');
    await expect(verification(page).row('identity')).toContainText('Too dark to see your face');
    await verification(page).row('identity').click();
    const selfie = wizard.place('file_selfie');
    await expect(selfie.root).toContainText('Too dark to see your face');
    await expect(wizard.place('file_front').choose).toHaveCount(0);
    await expect(wizard.send).toHaveAttribute('aria-disabled', 'true');
    await wizard.send.press('Enter');
    await expect(selfie.root.locator(':focus')).toHaveCount(1);
    await addFile(page, 'file_selfie');
    await wizard.send.click();
    await expect(page).toHaveURL('/verification');
    await expect(verification(page).row('identity')).toContainText(say('tpl:verification:in_review'));
  });

  test('A-046 A-075 the card that pays is shown by both its sides and a selfie', async ({
    page,
    context,
    api,
    stack,
  }) => {
    const client = await api.register();
    await api.giveBasic(client);
    await keepCard(stack.databaseUrl, client.email);
    await signIn(context, client);
    await page.goto('/verification');
    await page.getByRole('link', { name: '4242' }).click();
    await expect(page).toHaveURL('/verification/wallet');
    const wizard = fileWizard(page);
    for (const side of ['file_front', 'file_back', 'file_selfie']) await addFile(page, side);
    await page.reload();
    await expect(wizard.place('file_back').state('new')).toBeVisible();
    await wizard.send.click();
    await expect(page).toHaveURL('/verification');
    await expect(page.getByRole('link', { name: '4242' })).toContainText(say('tpl:verification:in_review'));
    await approveNewest(stack, 'wallet');
    await page.goto('/verification/wallet');
    await expect(page.getByText('4242')).toBeVisible();
    await expect(page.getByText(say('tpl:verification:verified'))).toBeVisible();
  });

  test('9-04 a decision shows by itself', async ({ page, api, stack }) => {
    const wizard = await openIdentity(page, api);
    await wizard.paper('international_passport').check({ force: true });
    for (const side of ['file_front', 'file_selfie']) await addFile(page, side);
    await wizard.send.click();
    await expect(page).toHaveURL('/verification');
    await verification(page).row('identity').click();
    await expect(page.getByText(say('tpl:verification:review_text'))).toBeVisible();
    await approveNewest(stack, 'identity');
    await expect(page.getByRole('button', { name: say('tpl:verification:continue') })).toBeVisible({ timeout: 40_000 });
  });
});

test('C-25, 7-59 a file that was just sent is shown, and an hour later its place says that it stays sealed', async ({
  page,
  api,
}) => {
  const wizard = await openIdentity(page, api);
  await addFile(page, 'file_front');
  const front = wizard.place('file_front');
  const served = page.waitForResponse(/\/verification\/document\/[0-9a-f-]{36}$/);
  await front.root
    .getByRole('button', { name: say('tpl:verification:see_label', { name: say('tpl:verification:file_front') }) })
    .click();
  expect((await served).headers()['cache-control']).toBe('no-store');
  const shown = page.getByRole('dialog').getByRole('img', { name: say('tpl:verification:file_front') });
  await expect(shown).toBeVisible();
  await expect
    .poll(() => shown.evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.width : 0)))
    .toBeGreaterThan(300);
  await page.keyboard.press('Escape');
  await page.clock.install({ time: Date.now() + 3_700_000 });
  await page.reload();
  await expect(front.root).toContainText(say('tpl:verification:see_late'));
});

test.describe('4.3 inside an order', () => {
  test('the identity is a step: sent, looked at, and the order goes on where it stood', async ({
    page,
    context,
    api,
    stack,
  }) => {
    const client = await api.register();
    await api.giveBasic(client);
    await signIn(context, client);
    await page.goto('/');
    await typeAmount(exchange(page).payin, aboveBasic);
    await page.getByRole('button', { name: say('tpl:exchange:submit_verify') }).click();
    const wizard = fileWizard(page);
    await expect(wizard.heading('identity')).toBeVisible();
    for (const side of ['file_front', 'file_selfie']) await addFile(page, side);
    await wizard.send.click();
    await expect(page.getByText(say('tpl:verification:limit_review'))).toBeVisible();
    await page.getByRole('button', { name: say('tpl:verification:limit_change') }).click();
    await expect(exchange(page).payin).toHaveValue(aboveBasic);
    await page.getByRole('button', { name: say('tpl:exchange:submit_verify') }).click();
    await expect(page.getByText(say('tpl:verification:limit_review'))).toBeVisible();
    await approveNewest(stack, 'identity');
    await page.getByRole('button', { name: say('tpl:verification:continue') }).click({ timeout: 40_000 });
    await expect(address(page).heading).toBeVisible();
  });
});

test('A-072 where identity and address are one level, an order leads to both, and each leads back to it', async ({
  page,
  context,
  api,
  stack,
}) => {
  const client = await api.register();
  await api.giveBasic(client);
  await runSql(stack.databaseUrl, 'update clients set is_zerohash_flow = true where email = $1', [client.email]);
  await signIn(context, client);
  await page.goto('/');
  await typeAmount(exchange(page).payin, aboveBasic);
  await page.getByRole('button', { name: say('tpl:exchange:submit_verify') }).click();
  for (const side of ['file_front', 'file_selfie']) await addFile(page, side);
  await fileWizard(page).send.click();
  await page.getByRole('button', { name: say('tpl:verification:address_row'), exact: true }).click();
  await expect(fileWizard(page).heading('address')).toBeVisible();
  await addFile(page, 'proof_utility');
  await fileWizard(page).send.click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(say('tpl:verification:limit_review'))).toBeVisible();
  await page.getByRole('button', { name: say('tpl:verification:limit_change') }).click();
  await expect(exchange(page).payin).toHaveValue(aboveBasic);
});

test.describe('2.5-02 4.13 where the widget is a part of something else', () => {
  test('in a frame of a partner’s page: chosen, taken, and sent', async ({ page, api, stack }) => {
    const client = await api.register();
    await api.giveBasic(client);
    const widget = await frameWidget(page, stack.partnerUrl, `${stack.productUrl}/widget?partner_key=pk_test_shop`);
    await openLogIn(widget);
    await auth(widget).usePassword.click();
    await auth(widget).email.fill(client.email);
    await auth(widget).password.fill(password);
    await auth(widget).logIn.click();
    await menu(widget).open.click();
    await menu(widget).entry('verification').click();
    await verification(widget).row('identity').click();
    const wizard = fileWizard(widget);
    await wizard.paper('internal_passport').check({ force: true });
    // The choice of the browser itself, as a press opens it in the frame.
    const chooser = page.waitForEvent('filechooser');
    await wizard.place('file_front').choose.click();
    await (await chooser).setFiles(wizard.file('front.jpg', await wizard.picture()));
    await expect(wizard.place('file_front').state('new')).toBeVisible();
    await addFile(widget, 'file_selfie');
    await wizard.send.click();
    await expect(verification(widget).row('identity')).toContainText(say('tpl:verification:in_review'));
  });

  test('in the view of an app, from the list of wizards to the level', async ({ page, context, api, stack }) => {
    const app = await simulateApp(context, stack.partnerUrl);
    const client = await api.register();
    await api.giveBasic(client);
    await signIn(context, client);
    await page.goto('/verification');
    await verification(page).row('identity').click();
    const wizard = fileWizard(page);
    await wizard.paper('internal_passport').check({ force: true });
    for (const side of ['file_front', 'file_selfie']) await addFile(page, side);
    await wizard.send.click();
    await expect(verification(page).row('identity')).toContainText(say('tpl:verification:in_review'));
    expect((await app.calls(page)).length).toBeGreaterThan(0);
    await approveNewest(stack, 'identity');
    await page.reload();
    await expect(verification(page).level('identity')).toBeVisible();
  });
});

test.describe('5-19 5-20 8-14 an upload', () => {
  test('A-077 is judged when it is chosen: nothing of what is not taken is sent', async ({ page, api }) => {
    const wizard = await openIdentity(page, api);
    const sent = countRequests(page, '/verification/document/upload');
    const [front, selfie] = [wizard.place('file_front'), wizard.place('file_selfie')];
    await front.input.setInputFiles(wizard.file('empty.jpg', Buffer.alloc(0)));
    await expect(front.alert).toHaveText(say('tpl:error:size_small'));
    await front.input.setInputFiles(wizard.file('large.jpg', Buffer.alloc(15 * 1024 * 1024 + 1, 255)));
    await expect(front.alert).toHaveText(say('tpl:error:size_big'));
    await front.input.setInputFiles(wizard.file('page.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')));
    await expect(front.alert).toHaveText(say('tpl:error:wrong_type'));
    await selfie.input.setInputFiles(wizard.file('me.jpg', Buffer.from('%PDF-1.7')));
    await expect(selfie.alert).toHaveText(say('tpl:error:wrong_type'));
    expect(sent()).toBe(0);
  });

  test('breaks off in the middle: it is kept, what was typed too, and it goes on with the connection', async ({
    page,
    context,
    api,
  }) => {
    const wizard = await openIdentity(page, api);
    await wizard.issued.fill('2019-05-06');
    let broken = 0;
    await page.route(upload, async (route) => {
      await route.abort('connectionreset');
      broken += 1;
    });
    const front = wizard.place('file_front');
    await front.input.setInputFiles(wizard.file('front.jpg', await wizard.picture()));
    await expect(front.root).toHaveAttribute('data-state', 'denied');
    await front.again.click();
    // The text of the first break may still be there; a connection that comes back while it is sent changes nothing.
    await expect.poll(() => broken).toBe(2);
    await expect(front.root).toHaveAttribute('data-state', 'denied');
    await expect(front.alert).toHaveText(say('tpl:common:network'));
    await page.unroute(upload);
    await context.setOffline(true);
    await page.waitForFunction('!navigator.onLine');
    await context.setOffline(false);
    await expect(front.state('new')).toBeVisible();
    await expect(wizard.issued).toHaveValue('2019-05-06');
  });

  test('of a large file over a slow network breaks off in the middle, and goes on where it stopped', async ({
    page,
    context,
    api,
  }) => {
    const wizard = await openIdentity(page, api);
    const received: number[] = [];
    page.on('response', async (response) => {
      if (!response.url().endsWith('/verification/document/part')) return;
      const body: unknown = await response.json().catch(() => undefined);
      received.push(Number(pick(body, 'received')));
    });
    const network = await context.newCDPSession(page);
    const slow = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 512 * 1024 };
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', slow);
    const front = wizard.place('file_front');
    const large = Buffer.concat([await wizard.picture(), Buffer.alloc(4 * 1024 * 1024)]);
    await front.input.setInputFiles(wizard.file('front.jpg', large));
    await expect(front.progress).toBeVisible();
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(2);
    await network.send('Network.emulateNetworkConditions', { ...slow, offline: true });
    await expect(front.alert).toHaveText(say('tpl:common:network'));
    const before = received.length;
    // It goes on by itself as soon as there is a connection.
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await expect(front.state('new')).toBeVisible();
    // No part was sent twice: what had arrived before the break counted on.
    expect(received.length).toBeGreaterThan(before);
    expect(received).toEqual([...new Set(received)].toSorted((one, other) => one - other));
    expect(received.length).toBeLessThanOrEqual(9);
  });

  test('of a large file is cancelled between two parts, and another one starts again', async ({ page, api }) => {
    const wizard = await openIdentity(page, api);
    const part = '**/verification/document/part';
    let parts = 0;
    await page.route(part, (route) => ((parts += 1) < 3 ? route.continue() : undefined));
    const front = wizard.place('file_front');
    const large = Buffer.concat([await wizard.picture(), Buffer.alloc(3 * 1024 * 1024)]);
    await front.input.setInputFiles(wizard.file('front.jpg', large));
    await expect.poll(() => parts).toBe(3);
    await front.cancel.click();
    await expect(front.choose).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await front.input.setInputFiles(wizard.file('front.jpg', large));
    await expect(front.state('new')).toBeVisible();
  });

  test('that the server cannot judge now is kept here and sent again', async ({ page, api }) => {
    const wizard = await openIdentity(page, api);
    const body = { success: 0, errors: [{ code: 'TRY_LATER', field: 'file', type: 'error', text: 'Not now.' }] };
    await page.route(upload, (route) => route.fulfill({ status: 503, json: body }));
    const front = wizard.place('file_front');
    await front.input.setInputFiles(wizard.file('front.jpg', await wizard.picture()));
    await expect(front.root).toHaveAttribute('data-state', 'denied');
    await page.unroute(upload);
    await front.again.click();
    await expect(front.state('new')).toBeVisible();
  });

  test('that arrived although its answer was lost is not sent twice', async ({ page, api }) => {
    // The stream would show the file before it is sent again.
    await refuseStream(page);
    const wizard = await openIdentity(page, api);
    const sent = countRequests(page, '/verification/document/upload');
    await page.route(upload, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    const front = wizard.place('file_front');
    await front.input.setInputFiles(wizard.file('front.jpg', await wizard.picture()));
    await expect(front.root).toHaveAttribute('data-state', 'denied');
    await front.again.click();
    await expect(front.state('new')).toBeVisible();
    expect(sent()).toBe(1);
  });

  test('is cancelled, and what was added is removed and survives a reload', async ({ page, api }) => {
    const wizard = await openIdentity(page, api);
    const front = wizard.place('file_front');
    await page.route(upload, () => undefined);
    await front.input.setInputFiles(wizard.file('front.jpg', await wizard.picture()));
    await expect(front.progress).toBeVisible();
    await front.cancel.click();
    await expect(front.choose).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await addFile(page, 'file_front');
    // The page also asks by this call how far it is.
    const kept = page.waitForResponse(
      (response) => response.request().postData()?.includes('expiry_date=2090-01-01') === true,
    );
    await wizard.expires.fill('2090-01-01');
    await kept;
    await page.reload();
    await expect(front.state('new')).toBeVisible();
    await expect(wizard.expires).toHaveValue('2090-01-01');
    await expect(wizard.paper('id_card')).toBeChecked();
    await front.remove.click();
    await expect(front.choose).toBeVisible();
    await expect(front.root).toBeFocused();
  });

  test('comes by dropping and by pasting, at the place under the pointer or the first that is empty', async ({
    page,
    api,
  }) => {
    const wizard = await openIdentity(page, api);
    const picture = (await wizard.picture()).toString('base64');
    const back = wizard.place('file_back');
    const give = (kind: 'drop' | 'paste') =>
      back.root.evaluate(
        (element, { bytes, kind }) => {
          const data = new DataTransfer();
          const picture = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
          data.items.add(new File([picture], 'x.jpg', { type: 'image/jpeg' }));
          const event =
            kind === 'drop'
              ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
              : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
          (kind === 'drop' ? element : document.body).dispatchEvent(event);
        },
        { bytes: picture, kind },
      );
    await give('drop');
    await expect(back.state('new')).toBeVisible();
    await give('paste');
    await expect(wizard.place('file_front').state('new')).toBeVisible();
  });

  test('6-11 A-085 comes from the camera, which says what would be better; one that is kept back says how to allow it', async ({
    page,
    api,
    context,
  }) => {
    await simulateCamera(page, 200);
    const wizard = await openIdentity(page, api);
    const front = wizard.place('file_front');
    await front.photo.click();
    await expect(wizard.camera.hint('good')).toBeVisible();
    await wizard.camera.shoot.click();
    await wizard.camera.again.click();
    await wizard.camera.shoot.click();
    await wizard.camera.use.click();
    await expect(front.state('new')).toBeVisible();

    const dark = await context.newPage();
    await simulateCamera(dark, 40);
    await dark.goto('/verification/identity');
    await fileWizard(dark).place('file_selfie').photo.click();
    await expect(fileWizard(dark).camera.hint('dark')).toBeVisible();
    const refused = await context.newPage();
    await simulateCamera(refused, 'refused');
    await refused.goto('/verification/identity');
    await fileWizard(refused).place('file_selfie').photo.click();
    await expect(refused.getByText(say('tpl:verification:permissions_required'))).toBeVisible();
  });

  test('4.11-01 is sent again with a new access token when the old one has ended', async ({ page, api }) => {
    const wizard = await openIdentity(page, api);
    const sent = countRequests(page, '/verification/document/upload');
    await page.route(upload, (route) => route.fulfill({ status: 403, json: {} }), { times: 1 });
    await addFile(page, 'file_front');
    expect(sent()).toBe(2);
    await expect(wizard.place('file_front').state('new')).toBeVisible();
  });

  test('goes by the keyboard alone, from the kind of paper to the sending', async ({ page, api }) => {
    const wizard = await openIdentity(page, api);
    const picture = wizard.file('x.jpg', await wizard.picture());
    page.on('filechooser', (chooser) => void chooser.setFiles(picture));
    await tabTo(page, wizard.paper('id_card'));
    await page.keyboard.press('ArrowLeft');
    await expect(wizard.paper('internal_passport')).toBeChecked();
    for (const side of ['file_front', 'file_selfie']) {
      const place = wizard.place(side);
      await tabTo(page, place.choose);
      await page.keyboard.press('Enter');
      await expect(place.state('new')).toBeVisible();
      await expect(place.root).toBeFocused();
    }
    await tabTo(page, wizard.send);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/verification');
  });
});
