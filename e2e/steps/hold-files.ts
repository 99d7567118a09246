import type { Page } from '@playwright/test';

/** Holds files of the product back, as a slow network does. @returns what releases them */
export async function holdFiles(page: Page, pattern: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  return () => release(undefined);
}
