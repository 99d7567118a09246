import type { Browser } from '@playwright/test';
import { ProductClient } from '@causeway/testing/product-client';
import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import type { Row } from '../print-rows.ts';
import { waitUntilIdle } from '../wait-until-idle.ts';
import { median, openSlowPage } from './slow-phone.ts';

const rounds = 3;
const most = 1800;

/** How late the largest part of a page opened by its address is painted: the sign-in, and an order of a client. */
export async function benchLargestPaints(browser: Browser, productUrl: string, sandboxUrl: string): Promise<Row[]> {
  const driver = new SandboxDriver(sandboxUrl);
  const client = new ProductClient(productUrl, driver);
  await client.register();
  const order = await client.createOrder(await driver.outsideAddress('bitcoin'));
  const session = JSON.stringify({ access: client.access, refresh: 'unused' });
  const pages = { 'the sign-in': `${productUrl}/login`, 'an order': `${productUrl}/order-status/${order}` };
  const rows: Row[] = [];
  for (const [name, url] of Object.entries(pages)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      times.push(await timePaint(browser, url, name === 'an order' ? session : undefined));
    rows.push({
      name: `largest paint of ${name}`,
      value: median(times).toFixed(0),
      unit: 'ms',
      goal: `at most ${most} ms`,
      isMet: median(times) <= most,
    });
  }
  return rows;
}

async function timePaint(browser: Browser, url: string, session: string | undefined): Promise<number> {
  const slow = await openSlowPage(browser);
  try {
    await waitUntilIdle(1500);
    if (session !== undefined)
      await slow.page.addInitScript(`localStorage.setItem('causeway.session', ${JSON.stringify(session)})`);
    await slow.page.goto(url);
    await slow.untilIdle();
    return (await slow.felt()).largest;
  } finally {
    await slow.close();
  }
}
