import { findMisfits } from '../checks/find-misfits.ts';
import { findViolations } from '../checks/find-violations.ts';
import { waitUntilStill } from '../checks/wait-until-still.ts';
import { expect, test } from '../fixtures.ts';
import { accountScreens } from '../screens/account-screens.ts';
import { exchangeScreens } from '../screens/exchange-screens.ts';
import { orderScreens } from '../screens/order-screens.ts';

/** 400 px at 200 % zoom, the narrowest phone, and the card on a desk. */
const widths = [200, 320, 1280] as const;

for (const screen of [...exchangeScreens, ...accountScreens, ...orderScreens]) {
  test(`the screen ${screen.name} passes WCAG 2.2 A and AA in light and dark and fits every width, also right to left`, async ({
    page,
    context,
    api,
    sandbox,
  }) => {
    await screen.open({ page, context, api, sandbox });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await waitUntilStill(page);
      expect.soft(await findViolations(page), colorScheme).toEqual([]);
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 760 });
      await waitUntilStill(page);
      expect.soft(await findMisfits(page), `${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 760 });
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    expect.soft(await findMisfits(page), 'right to left').toEqual([]);
  });
}
