import { menu } from '../pages/menu.ts';
import type { Scope } from '../pages/scope.ts';

/** Opens the settings by the menu, from any screen. */
export async function openSettings(scope: Scope): Promise<void> {
  await menu(scope).open.click();
  await menu(scope).entry('settings').click();
}
