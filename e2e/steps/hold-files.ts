import type { Page } from '@playwright/test';

/** Keeps files of the product back, as a slow network does. @returns what lets them come */
export async function holdFiles(page: Page, pattern: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  return () => release(undefined);
}
