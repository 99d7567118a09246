import type { BrowserContext } from '@playwright/test';
import type { ApiClient } from './product-api.ts';

/**
 * Gives a browser the session of a client, as if it had signed in here before. Only a first page gets it: after a
 * log-out it stays signed out.
 */
export async function signIn(context: BrowserContext, { tokens }: ApiClient): Promise<void> {
  await context.addInitScript((pair) => {
    // Blank pages have no storage.
    if (origin === 'null' || sessionStorage.getItem('e2e.signed-in') !== null) return;
    sessionStorage.setItem('e2e.signed-in', '');
    localStorage.setItem('causeway.session', pair);
  }, tokens);
}
