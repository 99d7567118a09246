import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { test as base } from '@playwright/test';

/** Where the running product, its sandbox and the partner's shop are. */
export interface Addresses {
  product: string;
  sandbox: string;
  partner: string;
}

interface Fixtures {
  addresses: Addresses;
  sandbox: SandboxDriver;
  /** Fails the test when the page reports an error: a hydration mismatch, a refused resource, an exception. */
  quiet: void;
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  addresses: async ({}, provide) => {
    await provide({
      product: readAddress('E2E_PRODUCT_URL'),
      sandbox: readAddress('E2E_SANDBOX_URL'),
      partner: readAddress('E2E_PARTNER_URL'),
    });
  },
  sandbox: async ({ addresses }, provide) => {
    await provide(new SandboxDriver(addresses.sandbox));
  },
  quiet: [
    async ({ page }, provide) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
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
  return /Failed to load resource/.test(text);
}

function readAddress(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: the browser tests are started by \`npm test\`.`);
  return value;
}
