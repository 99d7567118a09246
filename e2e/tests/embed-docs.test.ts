import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import type { Page } from '@playwright/test';
import { eventsOf, expect, test } from '../embed/host-fixtures.ts';
import type { Hosts } from '../embed/open-hosts.ts';
import { exchange } from '../pages/exchange.ts';
import type { Stack } from '../stack.ts';

const root = new URL('../../', import.meta.url);

/** The examples of the manual in one language, in its order. */
async function readExamples(language: string): Promise<string[]> {
  const manual = await readFile(new URL('docs/embedding.md', root), 'utf8');
  return [...manual.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );
}

test('every example of the manual in HTML runs as it is written', async ({ page, hosts, stack }) => {
  const examples = await readExamples('html');
  expect(examples.length).toBeGreaterThanOrEqual(4);
  const recording = `<script>window.heard=[];for(const name of ['ready','error'])document.addEventListener(name,({detail})=>heard.push(['pay',name,detail?.message]),true)</script>`;
  for (const [index, example] of examples.entries()) {
    const code = example
      .replaceAll('https://your-causeway.example', stack.productUrl)
      .replaceAll('pk_your_key', hosts.partnerKey);
    hosts.serve(`/example-${index}`, {
      html: `<!doctype html><html lang="en">${recording}<body>${code}</body></html>`,
    });
    await page.goto(`${hosts.partner}/example-${index}`);
    if (code.includes('display=')) await page.waitForFunction('window.Causeway?.parts.more');
    else await expect.poll(() => eventsOf(page), { message: example, timeout: 20_000 }).toEqual(['ready']);
    expect(await page.locator('causeway-widget').count()).toBe(1);
  }
});

test('every example of the manual in TypeScript runs as it is written, from the package and on a partner’s server', async ({
  page,
  hosts,
  stack,
}) => {
  const examples = await readExamples('ts');
  const find = (text: string) => {
    const found = examples.filter((code) => code.includes(text));
    expect(found, `the example with ${text}`).toHaveLength(1);
    return found[0] ?? '';
  };
  const [mounting, loading, needs, minting, token, notices, link] = [
    find('widget.unmount()'),
    find("import { load } from '@causeway/sdk'"),
    find("needs: ['storage', 'popups']"),
    find('export async function mintToken'),
    find('sessionToken: async'),
    find('verifyWebhook({'),
    find('orderLink({'),
  ];
  expect(examples, 'examples that this test runs').toHaveLength(7);

  await servePackage(hosts);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const open = (code: string) => runInPage(page, hosts, stack, code);
  const { payin } = exchange(page.frameLocator('iframe'));

  // The example ends by removing the widget; one line earlier it is present.
  await open(mounting.replace('widget.unmount()', "window.ended = document.querySelector('iframe') !== null; $&"));
  await expect.poll(() => page.evaluate('window.ended')).toBe(true);
  await expect(page.locator('iframe')).toHaveCount(0);
  await open(mounting.replace('widget.unmount();', '').replace(/widget\.send\(.*\n/, ''));
  await expect(payin).toHaveValue('300');
  await open(loading);
  await expect(payin).toBeVisible();
  await open(needs);
  await expect.poll(() => logged.join('\n'), { timeout: 20_000 }).toContain('popup storage');

  const mint = await importCode(minting, stack, {
    sk_your_secret: 'sk_test_shop_sandbox_secret_key',
  });
  hosts.serve('/my-server/token', { html: String(await call(mint['mintToken'], '7')) });
  await open(token.replaceAll('pk_your_key', 'pk_test_shop'));
  await expect.poll(() => page.locator('iframe').getAttribute('src')).toContain('session_token=cwst_');
  const wrong = await importCode(minting, stack, {});
  await expect(call(wrong['mintToken'], '7')).rejects.toThrow('PARTNER_KEY_WRONG');

  const { receive } = await importCode(notices, stack, {});
  expect(await answerTo(receive, 'whsec_your_secret')).toBe(204);
  expect(await answerTo(receive, 'whsec_another')).toBe(400);
  await open(link);
  const address = `${stack.productUrl}/buysell?partner_key=${hosts.partnerKey}`;
  await expect.poll(() => logged.find((text) => text.startsWith(address))).toContain('partner_order_id=7');
  expect(errors).toEqual([]);
});

/** Serves the built package on the partner's site, as a page without a bundler has it. */
async function servePackage(hosts: Hosts): Promise<void> {
  const folder = new URL('packages/sdk/dist/', root);
  const headers = { 'content-type': 'text/javascript' };
  for (const name of await readdir(folder))
    if (name.endsWith('.js'))
      hosts.serve(`/sdk/${name}`, { html: await readFile(new URL(name, folder), 'utf8'), headers });
}

/** Opens a page of the partner that runs an example. */
async function runInPage(page: Page, hosts: Hosts, { productUrl }: Stack, example: string): Promise<void> {
  const code = stripTypeScriptTypes(example)
    .replaceAll('https://your-causeway.example', productUrl)
    .replaceAll('pk_your_key', hosts.partnerKey);
  const imports = JSON.stringify({ imports: { '@causeway/sdk': '/sdk/index.js' } });
  hosts.serve('/example', {
    html: `<!doctype html><html lang="en"><link rel="icon" href="data:,"><script type="importmap">${imports}</script><body><div id="pay"></div><script type="module">${code}</script></body></html>`,
  });
  await page.goto(`${hosts.partner}/example`);
}

/** What an example for a partner's server exports. */
async function importCode(
  example: string,
  { productUrl }: Stack,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  let code = stripTypeScriptTypes(example)
    .replaceAll('https://your-causeway.example', productUrl)
    .replaceAll('@causeway/sdk/server', new URL('packages/sdk/dist/server.js', root).href);
  for (const [name, value] of Object.entries(given)) code = code.replaceAll(name, value);
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

async function call(found: unknown, ...values: unknown[]): Promise<unknown> {
  if (typeof found !== 'function') throw new Error('The example exports no such function.');
  return Reflect.apply(found, undefined, values);
}

/** The status that the example's receiver returns for a webhook signed with a secret. */
async function answerTo(receive: unknown, secret: string): Promise<number> {
  const order = { order_id: 'CW1', status: 'finished' };
  const body = JSON.stringify({ delivery_id: 'd1', type: 'order.changed', version: 1, order });
  const seconds = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const headers = { 'causeway-signature': `t=${seconds},kid=wk_your_key_id,v1=${digest}` };
  const request = new Request('https://shop.example/webhooks', { method: 'POST', body, headers });
  const answer = await call(receive, request);
  if (!(answer instanceof Response)) throw new Error('The receiver gave no answer.');
  return answer.status;
}
