import encodeQr from 'qr';
import type { Page } from '@playwright/test';
import { waitUntilStill } from '../checks/wait-until-still.ts';
import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { bankTransfer } from '../pages/bank-transfer.ts';
import { cardForm } from '../pages/card-form.ts';
import { menu } from '../pages/menu.ts';
import { exchange } from '../pages/exchange.ts';
import { order } from '../pages/order.ts';
import { picker } from '../pages/picker.ts';
import { say } from '../say.ts';
import { holdFiles } from '../steps/hold-files.ts';
import { coinsToBank } from '../steps/open-paid-outside.ts';
import { fillAddress } from '../steps/fill-address.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { cards, onTheCard, payByCard } from '../steps/pay-by-card.ts';
import { register } from '../steps/register.ts';
import { findPayment } from '../steps/find-payment.ts';
import { openOrder } from '../steps/open-order.ts';
import { signIn } from '../steps/sign-in.ts';
import { typeAmount } from '../steps/type-amount.ts';

test.describe('5-E the client’s journey, the small ones that add up', () => {
  test('D12 the focus stays on what was pressed while the picker is loading', async ({ page }) => {
    const release = await holdFiles(page, '**/currency-picker-*.js');
    await page.goto('/');
    const { payoutCurrency, submit } = exchange(page);
    await expect(submit).toBeEnabled();
    await payoutCurrency.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(payoutCurrency).toBeFocused();
    release();
    await expect(picker(page).search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(payoutCurrency).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(payoutCurrency, 'and no longer').not.toBeFocused();
  });

  test('5-E coins have what they are worth in money beside them, on either side', async ({ page }) => {
    await page.goto('/');
    const worth = page.getByText(/^≈ 2[34]\d\.\d\d\sEUR$/);
    await expect(worth).toBeVisible();
    await exchange(page).swap.click();
    await expect(page.getByText(/^≈ 2[56]\d\.\d\d\sEUR$/)).toBeVisible();
    await page.goto('/?payin_currency=EUR&payin_group=card&payout_currency=USD&payout_group=balance');
    await expect(exchange(page).payin).toHaveValue('250');
    await expect(page.getByText('≈')).toHaveCount(0);
  });

  test('5-E the picker of methods says what the client’s level still takes', async ({ page, context, api }) => {
    await signIn(context, await api.register());
    await page.goto('/');
    await expect(exchange(page).buy).toBeVisible();
    await exchange(page).payinCurrency.click();
    await picker(page).option(/Euro/).click();
    const takes = /Your level takes 1\s000\sEUR per order, and 5\s000\sEUR more this month\.$/;
    await expect(picker(page).sheet.getByText(takes)).toBeVisible();
  });

  test('5-E the figures of a price that did not change stay where they are', async ({ page, sandbox }) => {
    await page.goto('/');
    const { payout, submit } = exchange(page);
    await expect(submit).toBeEnabled();
    // The typeface comes after the first keys, and is another one: loaded first, and then shown.
    await page.locator('html[data-face]').waitFor({ state: 'attached' });
    await waitUntilStill(page);
    const amount = page.locator('form button[aria-describedby=more] .num').last();
    const before = await places(amount.first());
    const old = await payout.inputValue();
    await sandbox.setPrice({ asset: 'BTC', eur: '58391.17', hold: true });
    await expect(payout).not.toHaveValue(old, { timeout: 30_000 });
    await expect(amount).not.toHaveText(before.map(([sign]) => sign).join(''));
    const after = await places(amount.first());
    expect(after).toHaveLength(before.length);
    for (const [at, [sign, left]] of after.entries())
      if (before[at]?.[0] === sign) expect([at, sign, left]).toEqual([at, ...(before[at] ?? [])]);
  });

  test('5-E7 what was chosen last is there after the tab was closed', async ({ page, context }) => {
    await page.goto('/');
    await expect(exchange(page).submit).toBeEnabled();
    await exchange(page).payinCurrency.click();
    await picker(page).search.fill('pound');
    await picker(page)
      .option(/Pound sterling|British pound/)
      .click();
    await typeAmount(exchange(page).payin, '111');
    await expect.poll(async () => (await context.cookies()).some(({ value }) => /GBP.*111/.test(value))).toBe(true);
    await page.close();
    const next = await context.newPage();
    const served = await next.goto('/');
    expect(await served?.text(), 'in the page as it is served').toMatch(/value="111"/);
    await expect(exchange(next).payin).toHaveValue('111');
    await expect(exchange(next).payinCurrency).toContainText('GBP');
    await next.goto('/?payin_amount=70');
    await expect(exchange(next).payinCurrency, 'an address says all itself').toContainText('EUR');
  });

  test('5-E19 a transfer that was sent says so, and a reload keeps it', async ({ page, context, api }) => {
    await openOrder({ page, context, api, preorder: { payin_group: 'sepa' } });
    await expect(bankTransfer(page).waiting).toBeVisible();
    await page.getByRole('button', { name: say('tpl:payment:bank_sent') }).click();
    const sent = page.getByRole('status').filter({ hasText: say('tpl:payment:bank_on_its_way') });
    await expect(sent).toBeVisible();
    await page.reload();
    await expect(sent).toBeVisible();
    await expect(page.getByRole('button', { name: say('tpl:payment:bank_sent') })).toBeHidden();
  });

  test('5-E10 a receipt is printed alone; D14 what was copied is not said on the next screen', async ({
    page,
    context,
    api,
    sandbox,
  }) => {
    await page.addInitScript(() => {
      Reflect.set(window, 'print', () => Reflect.set(window, 'printed', true));
      Reflect.set(navigator, 'share', undefined);
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const client = await api.register();
    const niceId = await api.placeOrder(client, { payin_amount: '31' });
    await sandbox.settlePayment(await findPayment(sandbox, niceId), 'approved');
    await signIn(context, client);
    await page.goto(`/order-status/${niceId}`);
    await mineUntil(sandbox, order(page).finished);
    await page.getByRole('button', { name: say('tpl:order:share'), exact: true }).click();
    await expect(page.getByText(say('tpl:order:link_copied'))).toBeVisible();
    await page.getByRole('button', { name: say('tpl:order:list') }).click();
    await expect(page).toHaveURL(/\/transactions$/);
    await expect(page.getByText(say('tpl:order:link_copied'))).toBeHidden({ timeout: 3000 });

    await page.goto(`/order-status/${niceId}`);
    await order(page).receipt.click();
    const print = page.getByRole('button', { name: say('tpl:statement:print') });
    await print.click();
    expect(await page.evaluate('window.printed')).toBe(true);
    await page.emulateMedia({ media: 'print' });
    await expect(order(page).receiptLine('You paid')).toBeVisible();
    await expect(order(page).heading).toBeHidden();
    await expect(print).toBeHidden();
    const sheet = page.getByRole('dialog');
    // It begins the paper and goes on over its pages: a fixed one is cut off, and printed on each of them again.
    await expect(sheet).toHaveCSS('position', 'absolute');
    expect(await sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: page.viewportSize()?.width });
    for (const fact of [say('tpl:statement:ordered'), say('tpl:statement:finished'), 'Made from the books'])
      await expect(sheet.getByText(fact)).toBeVisible();
    await expect(sheet.getByText(client.email, { exact: true })).toBeVisible();
  });

  test('D8 after the bank was answered the page says so, and its heading has the focus', async ({
    page,
    context,
    api,
  }) => {
    await openOrder({ page, context, api, preorder: { payin_currency: 'GBP' } });
    const form = cardForm(page);
    await form.number.fill(cards.asks, { timeout: 20_000 });
    await form.expiry.fill(onTheCard.expiry);
    await form.code.fill(onTheCard.code);
    await form.name.fill(onTheCard.name);
    await form.pay('250 GBP').click();
    await expect(form.approve).toBeVisible({ timeout: 20_000 });
    const release = await holdFiles(page, '**/onramp/o/*');
    await form.approve.click();
    const heading = page.getByRole('heading', { name: say('tpl:payment:answered_title') });
    await expect(heading).toBeFocused();
    release();
    await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
  });

  test('D16 the menu shows the whole address of who is signed in', async ({ page, context, api }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const client = await api.register();
    await signIn(context, client);
    await page.goto('/');
    await expect(exchange(page).buy).toBeVisible();
    await menu(page).open.click();
    const email = menu(page).sheet.getByText(client.email);
    await expect(email).toBeVisible();
    expect(await email.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  });

  test('5-E17 nothing jumps while an order ends, and little moves by itself in a whole purchase', async ({
    page,
    sandbox,
    stack,
  }) => {
    const moved = await watchShifts(page, stack.productUrl);
    await page.goto('/');
    await exchange(page).logIn.click();
    await register(page, sandbox);
    await fillAddress(page, sandbox);
    await payByCard(page, cards.pays);
    await expect(order(page).inProgress).toBeVisible();
    await waitUntilStill(page);
    const before = moved.length;
    await mineUntil(sandbox, order(page).finished);
    // Frames after the end are counted too.
    await expect(order(page).receipt).toBeVisible();
    const said = moved.map(({ what }) => what).join('\n');
    expect(Math.max(0, ...moved.slice(before).map(({ value }) => value)), said).toBeLessThanOrEqual(0.01);
    // On a busy machine parts of the order's page come late; browsers call up to 0.1 good.
    expect(worstWindow(moved), said).toBeLessThanOrEqual(0.1);
  });

  test('5-E15 ether is sent by a wallet’s link that names the chain', async ({ page, context, api }) => {
    const ether = { ...coinsToBank, payin_currency: 'ETH', payin_group: 'ethereum', payin_amount: '0.1' };
    await openOrder({ page, context, api, preorder: ether });
    const link = page.locator('a[href^="ethereum:"]');
    await expect(link).toHaveAttribute('href', /^ethereum:0x[\dA-Fa-f]{40}@\d+\?value=100000000000000000$/, {
      timeout: 20_000,
    });
  });

  test('5-E15 an address is taken from a QR code that the camera sees', async ({ page, context, api, sandbox }) => {
    const destination = await sandbox.outsideAddress('bitcoin');
    await showCode(page, encodeQr(`bitcoin:${destination}?amount=1`, 'raw'));
    await signIn(context, await api.register());
    await page.goto('/');
    await exchange(page).buy.click();
    const screen = address(page);
    await page.getByRole('button', { name: say('tpl:address:scan'), exact: true }).click();
    await expect(screen.field).toHaveValue(destination, { timeout: 20_000 });
    await expect(screen.looksRight).toBeVisible();
  });
});

/** Each sign of a text with the pixels that it stands at. */
async function places(text: ReturnType<Page['locator']>): Promise<[sign: string, left: number][]> {
  return text.evaluate((element) => {
    const node = element.firstChild;
    if (!(node instanceof Text)) throw new Error('There is no text.');
    return [...node.data].map((sign, at): [string, number] => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return [sign, Math.round(range.getBoundingClientRect().left)];
    });
  });
}

/** A camera that looks at a QR code. */
async function showCode(page: Page, code: boolean[][]): Promise<void> {
  await page.addInitScript((rows) => {
    const devices = navigator.mediaDevices;
    const camera = { kind: 'videoinput', deviceId: 'x', groupId: 'x', label: '', toJSON: () => ({}) } as const;
    devices.enumerateDevices = () => Promise.resolve([camera]);
    devices.getUserMedia = () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 640 });
      const context = canvas.getContext('2d');
      const size = Math.floor(560 / rows.length);
      const draw = () => {
        if (!context) return;
        context.fillStyle = '#fff';
        context.fillRect(0, 0, 640, 640);
        context.fillStyle = '#000';
        for (const [y, row] of rows.entries())
          for (const [x, isDark] of row.entries())
            if (isDark) context.fillRect(40 + x * size, 40 + y * size, size, size);
        requestAnimationFrame(draw);
      };
      draw();
      return Promise.resolve(canvas.captureStream(10));
    };
  }, code);
}

interface Shift {
  at: number;
  value: number;
  what: string;
}

/** What moved by itself on the pages of a site, in the browser's own measure. */
async function watchShifts(page: Page, site: string): Promise<readonly Shift[]> {
  const moved: Shift[] = [];
  await page.exposeFunction('causewayMoved', (shift: Shift) => shift.what.includes(site) && moved.push(shift));
  await page.addInitScript(() => {
    const report: unknown = Reflect.get(window, 'causewayMoved');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === true || typeof report !== 'function') continue;
        const value = Number(Reflect.get(entry, 'value'));
        const sources: { node?: Node }[] = Reflect.get(entry, 'sources') ?? [];
        const names = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : ''));
        const what = `${value.toFixed(4)} ${location.href} ${names.join(' | ')}`;
        report({ at: performance.timeOrigin + entry.startTime, value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return moved;
}

/** Cumulative layout shift: the worst window of shifts less than a second apart, five seconds long at most. */
function worstWindow(shifts: readonly Shift[]): number {
  let [worst, sum, first, last] = [0, 0, 0, 0];
  for (const { at, value } of shifts) {
    if (at - last > 1000 || at - first > 5000) [sum, first] = [0, at];
    [sum, last] = [sum + value, at];
    worst = Math.max(worst, sum);
  }
  return worst;
}
