import type { Page } from '@playwright/test';

/** Counts what a page sends to a path of the product from now on. */
export function countRequests(page: Page, path: string): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent += 1;
  });
  return () => sent;
}
