import type { Frame, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] },
  resultTypes: ['violations'],
};

/** What the automated WCAG 2.2 A and AA rules complain about, frames included, as one line for each element. */
export async function findViolations(page: Page): Promise<string[]> {
  for (const frame of page.frames()) await giveRules(frame);
  const { violations } = await page.evaluate((wanted) => window.axe.run(document, wanted), options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );
}

async function giveRules(frame: Frame): Promise<void> {
  // Reading their half megabyte takes a page longer than all the rules: once for a page is enough.
  if (await frame.evaluate(() => 'axe' in globalThis)) return;
  await frame.evaluate(axe.source);
  // Frames of other sites answer too.
  await frame.evaluate(() => window.axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
}
