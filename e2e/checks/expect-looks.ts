import { expect, type Page } from '@playwright/test';
import { findMisfits } from './find-misfits.ts';
import { findViolations } from './find-violations.ts';
import { waitUntilStill } from './wait-until-still.ts';

const sights = [
  { width: 320, direction: 'ltr' },
  { width: 320, direction: 'rtl' },
  { width: 1440, direction: 'ltr' },
] as const;

/** A screen as it is: in both themes and without what does not fit, on the narrowest phone and on a desk. */
export async function expectLooks(page: Page): Promise<void> {
  for (const { width, direction } of sights) {
    await page.setViewportSize({ width, height: 900 });
    await setDirection(page, direction);
    await expectThemes(page, `${width} ${direction}`);
    expect.soft(await findMisfits(page), `${width} ${direction}`).toEqual([]);
  }
}

/** A screen as it stands, in both themes. */
export async function expectThemes(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await waitUntilStill(page);
    expect.soft(await findViolations(page), `${name} ${colorScheme}`).toEqual([]);
  }
}

/** A screen of one width, whichever direction its language is read in. */
export async function expectRightToLeft(page: Page, name: string): Promise<void> {
  await setDirection(page, 'rtl');
  await waitUntilStill(page);
  expect.soft(await findMisfits(page), `${name} right to left`).toEqual([]);
}

async function setDirection(page: Page, direction: 'ltr' | 'rtl'): Promise<void> {
  await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
}
