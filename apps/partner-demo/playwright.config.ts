import { defineConfig } from '@playwright/test';

/** Tests of the shop as it was built: run the builds of the SDK and of this workspace first. */
export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  workers: 1,
  // As in the tests of the whole product: what passes at its second try is named as flaky.
  retries: 1,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: { launchOptions: { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' } },
});
