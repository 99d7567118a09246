import type { FrameLocator, Page } from '@playwright/test';

/**
 * Opens a URL of the product in a plain frame on a page of the partner's origin, as a partner without the SDK would.
 */
export async function frameWidget(page: Page, partnerUrl: string, address: string): Promise<FrameLocator> {
  await page.goto(`${partnerUrl}/healthz`);
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    Object.assign(frame, { src, title: 'Widget', width: '400', height: '760' });
    document.body.replaceChildren(frame);
  }, address);
  return page.frameLocator('iframe');
}
