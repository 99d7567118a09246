import { expect, type Page } from '@playwright/test';
import { findMisfits } from './find-misfits.ts';
import { findViolations } from './find-violations.ts';
import { waitUntilStill } from './wait-until-still.ts';

/** A screen as it is: in both themes and without what does not fit, on the narrowest phone and on a desk. */
export async function expectLooks(page: Page): Promise<void> {
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await waitUntilStill(page);
      expect.soft(await findViolations(page), `${width} ${colorScheme}`).toEqual([]);
    }
    expect.soft(await findMisfits(page), `${width}`).toEqual([]);
  }
}
