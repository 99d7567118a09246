import type { BrowserContext, Page } from '@playwright/test';

/** Gives pages a quarter of the machine in full campaigns: what comes late there comes in another order. */
export function slowPages(context: BrowserContext): void {
  if (process.env['CAMPAIGN'] === 'full') context.on('page', (page) => void slowDown(page));
}

async function slowDown(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  } catch (error) {
    if (!page.isClosed()) throw error;
  }
}
