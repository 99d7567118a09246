import type { Page } from '@playwright/test';

/** Waits until nothing slides or fades any more; endless animations, such as a running bar, go on. */
export async function waitUntilStill(page: Page): Promise<void> {
  // Two frames, so that everything that follows the page's size has been updated.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity),
  );
}
