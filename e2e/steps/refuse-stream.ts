import type { Page } from '@playwright/test';

/** Refuses the stream of changes (C-75), so that the page polls. @returns how often it was asked for */
export async function refuseStream(page: Page): Promise<() => number> {
  let refused = 0;
  await page.route('**/client/changes', async (route) => {
    refused += 1;
    await route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json: { success: 0, errors: [] } });
  });
  return () => refused;
}
