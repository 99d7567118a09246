import type { Frame, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] },
  // Add two rules that no criterion names: a screen reader jumps to the content by its landmark.
  rules: { 'landmark-one-main': { enabled: true }, 'landmark-no-duplicate-main': { enabled: true } },
  resultTypes: ['violations'],
};

/** Those of the rules that colours can break. */
const colorOptions: RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** What the automated WCAG 2.2 A and AA rules report, frames included, as one line for each element. */
export function findViolations(page: Page): Promise<string[]> {
  return ask(page, options);
}

/** What the rules about colours report, for a page that only changes its theme. */
export function findColorViolations(page: Page): Promise<string[]> {
  return ask(page, colorOptions);
}

async function ask(page: Page, wanted: RunOptions): Promise<string[]> {
  for (const frame of page.frames()) await loadRules(frame);
  const { violations } = await page.evaluate((given) => window.axe.run(document, given), wanted);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );
}

async function loadRules(frame: Frame): Promise<void> {
  // Parsing their half megabyte takes a page longer than all the rules: once for a page is enough.
  if (await frame.evaluate(() => 'axe' in globalThis)) return;
  await frame.evaluate(axe.source);
  // Frames of other sites answer too.
  await frame.evaluate(() => window.axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
}
