import { lightChromium } from '@causeway/testing/light-chromium';
import { defineConfig } from '@playwright/test';

// `npm test` looks for a browser, installs one where it can, and says how to get one; this file is also read where there is none.
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: './tests',
  outputDir: '../test-results',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  // Tests wait a good part of their time, for blocks, letters and polls: three of them fill two cores.
  workers: 3,
  retries: 0,
  reporter: [['list']],
  use: {
    viewport: { width: 400, height: 760 },
    locale: 'en-GB',
    // A record of every step costs more than the step; who looks for a cause asks for it: --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        ...lightChromium,
        // Names for sites that are neither the product nor the partner.
        '--host-resolver-rules=MAP *.test 127.0.0.1',
      ],
    },
  },
});
