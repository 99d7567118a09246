import { findFreePort } from '@causeway/testing/free-port';
import { startProcess, type StartedProcess } from '@causeway/testing/start-process';
import { findMisfits } from '../checks/find-misfits.ts';
import { findViolations } from '../checks/find-violations.ts';
import { expect, test } from '../fixtures.ts';

// One server of sources for both.
test.describe.configure({ mode: 'default' });

let gallery: StartedProcess;
let address = '';

test.beforeAll(async () => {
  const port = String(await findFreePort());
  address = `http://127.0.0.1:${port}/gallery.html`;
  gallery = await startProcess({
    name: 'gallery',
    entry: 'node_modules/vite/bin/vite.js',
    parameters: ['apps/widget', '--port', port, '--strictPort', '--host', '127.0.0.1'],
    readyUrl: address,
  });
});

test.afterAll(() => gallery.stop());

for (const theme of ['light', 'dark']) {
  test(`every part in every state passes WCAG 2.2 A and AA in ${theme}, and fits 320 px`, async ({ page }) => {
    await page.goto(`${address}?theme=${theme}`);
    await expect(page.getByRole('heading').first()).toBeVisible({ timeout: 30_000 });
    await page.waitForLoadState('networkidle');
    expect.soft(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 760 });
    const sideways = (await findMisfits(page)).filter((fault) => fault.startsWith('the page'));
    expect(sideways).toEqual([]);
  });
}
