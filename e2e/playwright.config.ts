import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
if (executablePath === undefined) {
  throw new Error('No Chromium was found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.');
}

export default defineConfig({
  testDir: './tests',
  outputDir: '../test-results',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  // Tests mostly wait, for blocks, letters and polls: a third of them fits beside two on two cores.
  workers: 3,
  retries: 0,
  reporter: [['list']],
  use: {
    viewport: { width: 400, height: 760 },
    locale: 'en-GB',
    // A film of every test costs more than the tests; the pages' content and the last picture tell enough.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
