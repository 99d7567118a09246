import { readFile } from 'node:fs/promises';
import { eventsOf, expect, test } from '../embed/host-fixtures.ts';

test('every example of the manual in HTML runs as it is written', async ({ page, hosts, stack }) => {
  const manual = await readFile(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const examples = [...manual.matchAll(/^```html\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  expect(examples.length).toBeGreaterThanOrEqual(4);
  const notes = `<script>window.heard=[];for(const name of ['ready','error'])document.addEventListener(name,({detail})=>heard.push(['pay',name,detail?.message]),true)</script>`;
  for (const [index, example] of examples.entries()) {
    const code = example
      .replaceAll('https://your-causeway.example', stack.productUrl)
      .replaceAll('pk_your_key', hosts.partnerKey);
    hosts.serve(`/example-${index}`, { html: `<!doctype html><html lang="en">${notes}<body>${code}</body></html>` });
    await page.goto(`${hosts.partner}/example-${index}`);
    if (code.includes('display=')) await page.waitForFunction('window.Causeway?.parts.more');
    else await expect.poll(() => eventsOf(page), { message: example, timeout: 20_000 }).toEqual(['ready']);
    expect(await page.locator('causeway-widget').count()).toBe(1);
  }
});
