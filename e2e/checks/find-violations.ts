import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

const all: RunOptions = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] };

// A theme changes colours and nothing else, so only the rules that look at colours are asked again.
const colors: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
  preload: false,
};

/** What the automated WCAG 2.2 A and AA rules complain about, as one line for each element. */
export function findViolations(page: Page): Promise<string[]> {
  return run(page, all);
}

/** The same for colours only: for a second theme of a page that `findViolations` has seen. */
export function findColorViolations(page: Page): Promise<string[]> {
  return run(page, colors);
}

async function run(page: Page, options: RunOptions): Promise<string[]> {
  // Reading its half megabyte takes the page longer than all the rules: once for a page is enough.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate((wanted) => window.axe.run(document, wanted), options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );
}
