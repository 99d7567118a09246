import { lightChromium } from '@causeway/testing/light-chromium';
import { defineConfig } from '@playwright/test';

// `npm test` looks for a browser, installs one where it can, and prints how to get one; this file is also read without
// one.
const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const shell = process.env['HEADLESS_SHELL_PATH'] ?? chromium;

/** What the browser shows itself (windows, sheets of payment), or refuses to frames: its shell has none of that. */
const windows = /\/(embed-|framed-|partner-|wallet-|first-visit|effort|foreign-page|passkeys|push|sofort-popup)[^/]*$/;

const launch = (executablePath: string) => ({
  launchOptions: {
    executablePath,
    args: [
      ...lightChromium,
      // Host names of sites that are neither the product nor the partner.
      '--host-resolver-rules=MAP *.test 127.0.0.1',
    ],
  },
});

export default defineConfig({
  testDir: './tests',
  outputDir: '../test-results',
  // Limits for a machine that does three other things: a test that passes never waits for them.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // Tests wait a good part of their time, for blocks, e-mails and polls: three of them fill two cores.
  workers: 3,
  // Two cores do a campaign's worth of work beside a page. What does not pass at the first try is printed by name, with
  // its fault.
  retries: 1,
  // Where the product does not even start, each test would wait for its own start of it: hours for one fault.
  maxFailures: 25,
  reporter: [['list']],
  use: {
    viewport: { width: 400, height: 760 },
    locale: 'en-GB',
    // Before the test is over, so that what an action waited for is in its error.
    actionTimeout: 100_000,
    // A record of every step costs more than the step; to look for a cause pass --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'pages', testIgnore: windows, use: launch(shell) },
    { name: 'windows', testMatch: windows, use: launch(chromium) },
  ],
});
