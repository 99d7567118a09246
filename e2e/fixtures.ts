import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { test as base } from '@playwright/test';
import { checkBooks } from './steps/check-books.ts';
import { ProductApi } from './steps/product-api.ts';
import { startStack, type Stack } from './stack.ts';

export interface Fixtures {
  sandbox: SandboxDriver;
  api: ProductApi;
  /** Holds the ledger against what happened outside. */
  checkBooks: () => Promise<void>;
  /** Fails the test when a page reports an error: a hydration mismatch, a refused script, an exception. */
  quiet: void;
}

/** Each worker has the whole product to itself, so that blocks mined and faults made by one test meet no other. */
export const test = base.extend<Fixtures, { stack: Stack }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
    async ({}, provide) => {
      const stack = await startStack();
      await provide(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ stack }, provide) => provide(stack.productUrl),
  sandbox: ({ stack }, provide) => provide(new SandboxDriver(stack.sandboxUrl)),
  api: ({ stack, sandbox }, provide) => provide(new ProductApi(stack.productUrl, sandbox)),
  checkBooks: ({ stack, sandbox }, provide) => provide(() => checkBooks(stack.databaseUrl, sandbox)),
  quiet: [
    async ({ context }, provide) => {
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(error.error().message));
      context.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message.text())) complaints.push(message.text());
      });
      await provide();
      if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** A refused or interrupted call is told to the person; the browser's own line about it is no fault of the page. */
function isExpected(text: string): boolean {
  return ['Failed to load resource', 'Failed to fetch dynamically imported module'].some((line) => text.includes(line));
}
