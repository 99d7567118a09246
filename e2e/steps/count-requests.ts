import type { Page } from '@playwright/test';

/** Counts the requests of a page to a path of the product from this moment. */
export function countRequests(page: Page, path: string): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent += 1;
  });
  return () => sent;
}
