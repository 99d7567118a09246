import type { Page } from '@playwright/test';
import { eventsOf, expect, readHeard, send, slow, test } from '../embed/host-fixtures.ts';
import { exchange } from '../pages/exchange.ts';

/** What another site would like the widget to do, and what it would like the partner's page to believe. */
const intoWidget = [
  { event: 'reset', payload: {} },
  { event: 'logout', payload: {} },
  { event: 'register', payload: {} },
  { event: 'login', payload: { access: 'a.b.c', refresh: 'd.e.f' } },
  { event: 'open-exchange', payload: { payinAmount: '9999', dstAddress: 'bc1qthief' } },
  { event: 'open-order-status', payload: { orderId: 'CWSTOLEN' } },
  { event: 'update-options', payload: { theme: 'dark', lang: 'uk' } },
  { causeway: 1, event: 'init', payload: { version: 1, session: 'guessed' }, session: 'guessed' },
];
const intoPage = [
  { causeway: 1, event: 'change-height', payload: { height: 19_999 } },
  { causeway: 1, event: 'redirect', payload: { url: 'https://stranger.test/phish' } },
  { causeway: 1, event: 'ready', payload: { versions: [1], session: 'guessed' }, session: 'guessed' },
  {
    causeway: 1,
    event: 'change-order',
    payload: { orderStatus: 'finished', orderId: 'CW1', partnerOrderId: '1', stepName: 'status' },
  },
];
const messages = JSON.stringify([...intoWidget, ...intoPage]);
/** A frame that posts every message to the page around it and to each of that page's frames. */
const attack = `<script>for(const message of ${messages})for(const to of [parent,...Array.from({length:parent.length},(_,index)=>parent[index])])to.postMessage(message,'*');document.title='said'</script>`;

const framed = (page: Page) => page.frameLocator('#pay iframe');

test.describe('A-120 strangers around the widget', () => {
  test('sixty messages of the wrong origin, of no origin, of a look-alike and of the wrong window have no effect', async ({
    page,
    hosts,
    openPartner,
  }) => {
    hosts.serve('/attack', { html: attack });
    await openPartner(
      `<causeway-widget id="pay" partner-key="${hosts.partnerKey}" payin-amount="250"></causeway-widget>`,
    );
    await expect(exchange(framed(page)).payin).toHaveValue('250');
    await expect.poll(() => eventsOf(page), slow).toContain('change-display');
    const before = await eventsOf(page);
    const frames = [
      `src="${hosts.stranger}/attack"`,
      `src="${hosts.lookAlike}/attack"`,
      // The partner's own origin, in a window that is not the page around the widget.
      `src="${hosts.partner}/attack"`,
      // No origin at all.
      `sandbox="allow-scripts" src="${hosts.partner}/attack"`,
      `sandbox="allow-scripts" src="data:text/html,${encodeURIComponent(attack)}"`,
    ];
    expect(frames.length * (intoWidget.length + intoPage.length)).toBeGreaterThanOrEqual(60);
    await page.evaluate((tags) => {
      for (const tag of tags) document.body.insertAdjacentHTML('beforeend', `<iframe ${tag}></iframe>`);
      return new Promise((resolve) => setTimeout(resolve, 1500));
    }, frames);
    expect(await eventsOf(page)).toEqual(before);
    const heights = (await readHeard(page)).filter(([, event]) => event === 'change-height');
    expect(JSON.stringify(heights)).not.toContain('19999');
    await expect(exchange(framed(page)).payin).toHaveValue('250');
    expect(await framed(page).locator(':root').getAttribute('lang')).toBe('en');
    expect(page.url()).toBe(`${hosts.partner}/shop`);
    expect(await page.locator('#pay iframe').evaluate((frame) => frame.clientHeight)).toBeLessThan(2000);
    // The page around it is still accepted.
    await send(page, '#pay', 'open-exchange', { payinAmount: '77' });
    await expect(exchange(framed(page)).payin).toHaveValue('77');
  });

  test('even where a browser would frame it, a stranger learns nothing but the height', async ({
    page,
    hosts,
    stack,
  }) => {
    await page.route(`${stack.productUrl}/widget*`, async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': policy = '', ...headers } = response.headers();
      const loosened = policy.replace(/frame-ancestors[^;]*/, 'frame-ancestors *');
      await route.fulfill({ response, headers: { ...headers, 'content-security-policy': loosened } });
    });
    const address = `${stack.productUrl}/widget?partner_key=${hosts.partnerKey}`;
    const say = `const frame=document.querySelector('iframe').contentWindow;addEventListener('message',({data})=>{learnt.push(data);frame.postMessage({causeway:1,event:'init',payload:{version:1,session:data.session},session:data.session},'*');frame.postMessage({event:'register',payload:{}},'*')})`;
    hosts.serve('/trap', {
      html: `<!doctype html><iframe src="${address}" width="400" height="700"></iframe><script>window.learnt=[];${say}</script>`,
    });
    await page.goto(`${hosts.stranger}/trap`);
    await expect.poll(() => page.evaluate('window.learnt.length')).toBeGreaterThan(0);
    await page.waitForTimeout(2500);
    const learnt: { event: string; payload: object }[] = await page.evaluate('window.learnt');
    expect([...new Set(learnt.map(({ event }) => event))]).toEqual(['change-height']);
    expect(learnt.every((message) => Object.keys(message).toSorted().join() === 'causeway,event,payload')).toBe(true);
    await expect(exchange(page.frameLocator('iframe')).payin).toBeVisible();
  });
});

test.describe('2.1-32 who may frame which route', () => {
  const routes = [
    '/',
    '/widget',
    '/buysell',
    '/es/widget',
    '/login',
    '/order-status/CW1',
    '/company-changes',
    '/verification',
    '/verification/email',
    '/affiliate',
    '/balance',
    '/balance/deposit',
    '/transactions',
    '/partner-transactions',
    '/discount',
    '/language',
    '/faq',
    '/about-causeway',
    '/settings',
    '/settings/2fa',
    '/home',
    '/notifications',
    '/no-such-page',
  ];
  const errors = [
    '/assets/none.js',
    '/cross_site_redirect',
    '/docs',
    '/docs/json',
    '/embed-doctor',
    '/playground',
    '/onramp/config?payin_amount=x',
    '/healthz',
    '/%00',
    '/widget?partner_key[]=a&partner_key=b',
    '/webhooks/acquirer',
  ];

  test('every page, call and error names who may frame it: the partner, and our own playground', async ({
    hosts,
    stack,
  }) => {
    const ancestorsOf = async (path: string) => {
      const response = await fetch(stack.productUrl + path, { redirect: 'manual' });
      const policy = response.headers.get('content-security-policy') ?? '';
      return /frame-ancestors ([^;]*)/.exec(policy)?.[1] ?? `nothing said by ${path}`;
    };
    const partnerAndWe = `${hosts.partner} ${new URL(stack.productUrl).origin}`;
    for (const path of routes) {
      expect.soft(await ancestorsOf(path), path).toBe("'none'");
      expect.soft(await ancestorsOf(`${path}?partner_key=${hosts.partnerKey}`), path).toBe(partnerAndWe);
      expect.soft(await ancestorsOf(`${path}?partner_key=pk_nobody`), path).toBe("'none'");
    }
    for (const path of errors) expect.soft(await ancestorsOf(path), path).toBe("'none'");
  });

  test('a stranger’s frame stays empty, and a partner’s page framed by a stranger gets none either', async ({
    page,
    hosts,
    stack,
  }) => {
    const paths = [`/widget?partner_key=${hosts.partnerKey}`, '/', '/login', '/cross_site_redirect', '/assets/none.js'];
    const frames = paths.map((path) => `<iframe src="${stack.productUrl}${path}"></iframe>`).join('');
    hosts.serve('/frames', { html: `<!doctype html>${frames}` });
    hosts.serve('/around', { html: `<!doctype html><iframe src="${hosts.partner}/frames"></iframe>` });
    for (const address of [`${hosts.stranger}/frames`, `${hosts.lookAlike}/frames`, `${hosts.stranger}/around`]) {
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      const shown = page.frames().map((frame) => frame.url());
      expect(shown.filter((url) => url.startsWith(stack.productUrl))).toEqual([]);
    }
  });
});
