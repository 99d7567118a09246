import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { test as base } from '@playwright/test';
import { startAnotherServer, type AnotherServer } from './another-server.ts';
import { openHosts, type Hosts } from './embed/open-hosts.ts';
import { checkBooks } from './steps/check-books.ts';
import { ProductApi } from './steps/product-api.ts';
import { publishAgreement, takeBackAgreement } from './steps/publish-agreement.ts';
import { slowPages } from './steps/slow-pages.ts';
import { startStack, type Stack } from './stack.ts';

/** URL of the chat of the server with other settings; no server answers there. */
export const chatScript = 'https://chat.example/v1/chat.js';

export interface Fixtures {
  sandbox: SandboxDriver;
  api: ProductApi;
  /** Compares the ledger with what happened outside. */
  checkBooks: () => Promise<void>;
  /** Publishes another agreement for as long as the test runs. @returns its title */
  publishAgreement: () => Promise<string>;
  /** Slows every page down in full campaigns. */
  slowPages: void;
  /** Fails the test when a page reports an error: a hydration mismatch, a refused script, an exception. */
  quiet: void;
}

export interface WorkerFixtures {
  stack: Stack;
  /** Other sites, for tests of the widget on them. */
  hosts: Hosts;
  /** A server that uses a captcha provider. */
  guarded: AnotherServer;
  /** A server with settings that are off by default: reports of errors and events, a support chat, the wallet. */
  other: AnotherServer;
}

/**
 * Each worker has the whole product to itself, so that blocks mined and faults made by one test affect no other. Worker
 * fixtures that only some tests need are here too: a file with worker fixtures of its own would get a worker, and so a
 * product, of its own.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
    async ({}, provide) => {
      const stack = await startStack();
      await provide(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  hosts: [
    async ({ stack }, provide) => {
      const hosts = await openHosts(stack);
      await provide(hosts);
      await hosts.close();
    },
    { scope: 'worker' },
  ],
  guarded: [
    async ({ stack }, provide) => {
      const server = await startAnotherServer(stack, { CAPTCHA: 'siteverify' });
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  other: [
    async ({ stack }, provide) => {
      const { host } = new URL(stack.sandboxUrl);
      const settings = {
        ERROR_REPORT_DSN: `http://public@${host}/reports/1`,
        ANALYTICS: 'on',
        SUPPORT_CHAT_URL: chatScript,
        FEATURES: 'home_page,navbar,new_widget_withdrawal',
      };
      const server = await startAnotherServer(stack, settings);
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ stack }, provide) => provide(stack.productUrl),
  sandbox: ({ stack }, provide) => provide(new SandboxDriver(stack.sandboxUrl)),
  api: ({ stack, sandbox }, provide) => provide(new ProductApi(stack.productUrl, sandbox)),
  checkBooks: ({ stack, sandbox }, provide) => provide(() => checkBooks(stack.databaseUrl, sandbox)),
  publishAgreement: async ({ stack }, provide) => {
    const published: string[] = [];
    await provide(async () => {
      const version = await publishAgreement(stack.databaseUrl);
      published.push(version);
      return version;
    });
    for (const version of published) await takeBackAgreement(stack.databaseUrl, version);
  },
  slowPages: [async ({ context }, provide) => provide(slowPages(context)), { auto: true }],
  quiet: [
    async ({ context }, provide) => {
      const faults: string[] = [];
      context.on('weberror', (error) => faults.push(error.error().message));
      context.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message.text())) faults.push(message.text());
      });
      await provide();
      if (faults.length > 0) throw new Error(`The page complained:\n${faults.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** A refused or interrupted call is shown to the person; the browser's own line about it is no fault of the page. */
function isExpected(text: string): boolean {
  return ['Failed to load resource', 'Failed to fetch dynamically imported module'].some((line) => text.includes(line));
}
