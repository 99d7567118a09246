import type { FrameLocator, Page } from '@playwright/test';

/** Shows an address of the product in a plain frame on a page of the partner's origin, as a partner without the SDK would. */
export async function frameWidget(page: Page, partnerUrl: string, address: string): Promise<FrameLocator> {
  const host = `${partnerUrl}/plain`;
  const frame = `<iframe title="Widget" width="400" height="760" src="${address.replaceAll('&', '&amp;')}"></iframe>`;
  await page.route(host, (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html>${frame}` }));
  await page.goto(host);
  await page.unroute(host);
  return page.frameLocator('iframe');
}
