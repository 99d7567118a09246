import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../checks/source-files.mjs';
import { findBrowsers } from './find-chromium.mjs';
import { root } from './root.mjs';
import { playwright, sum, vitest } from './test-runners.mjs';

/**
 * The tests that kill, break, load and attack the product; `length` is short or full. The attacks measure times, so
 * they run alone.
 */
export async function runCampaigns(length) {
  const parts = [];
  for (const project of ['campaign', 'attacks']) parts.push(await campaign(project, length));
  // Their short forms are database tests.
  if (length === 'full') {
    parts.push(await vitest('rehearsals', ['--project=db', ...testsWith(/\b(isFull|someOf)\b/)], { CAMPAIGN: length }));
    parts.push(await newLives());
    parts.push(await vitest('outside', ['--project=outside']));
    // Each page has a quarter of the machine; every framework of the guides is installed and built.
    const env = { ...(await findBrowsers()), CAMPAIGN: length };
    parts.push(await playwright('e2e/playwright.config.ts', env));
  }
  return sum(parts);
}

/** Random tests with values that no run of `npm test` has tried; a fault names its seed. */
async function newLives() {
  const SEED = String(randomInt(2 ** 31));
  return vitest('new-lives', ['--project=unit', '--project=db', ...testsWith(/'fast-check'/)], { SEED, LIVES: '40' });
}

function testsWith(words) {
  return listFiles(root).filter(
    (path) => path.endsWith('.test.ts') && words.test(readFileSync(join(root, path), 'utf8')),
  );
}

/** @param length short or full */
export function campaign(project, length) {
  return vitest(`${project}-${length}`, [`--project=${project}`], { CAMPAIGN: length });
}
