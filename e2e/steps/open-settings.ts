import { expect } from '@playwright/test';
import { menu } from '../pages/menu.ts';
import type { Scope } from '../pages/scope.ts';

/** Opens the settings by the menu, from any screen. */
export async function openSettings(scope: Scope): Promise<void> {
  const { open, entry, sheet } = menu(scope);
  await open.click();
  await expect(sheet).toBeVisible();
  // Entries of a client who has just signed in join the open menu and move the others from under a press.
  await expect(async () => {
    if (await sheet.isVisible()) await entry('settings').click({ timeout: 5000 });
    await expect(sheet).toBeHidden({ timeout: 5000 });
  }).toPass();
}
