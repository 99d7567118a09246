import type { Page } from '@playwright/test';

/** The partner's page around the widget, and its log of received events. */
export function shop(page: Page) {
  const frame = page.locator('iframe');
  return {
    widget: page.frameLocator('iframe'),
    heard: (event: string, detail = '') => page.locator('#log li', { hasText: event }).filter({ hasText: detail }),
    frameHeight: () => frame.evaluate((element) => element.clientHeight),
    send: (event: string) => page.getByRole('button', { name: event, exact: true }),
  };
}
