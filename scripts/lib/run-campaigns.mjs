import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../checks/source-files.mjs';
import { findChromium } from './find-chromium.mjs';
import { root } from './root.mjs';
import { playwright, sum, vitest } from './test-runners.mjs';

const rehearsals = [
  'apps/server/src/modules/operating/rehearse-restores.db.test.ts',
  'apps/server/src/modules/operating/rehearse-second-spending.db.test.ts',
  'apps/server/src/modules/operating/rehearse-extremes.db.test.ts',
  'apps/server/src/modules/chain-payins/reorganisations.db.test.ts',
  'apps/server/src/modules/promises/campaign.db.test.ts',
  'apps/server/src/modules/withdrawals/balances-add-up.db.test.ts',
];

/**
 * The tests that kill, break, load and attack the product; `length` is short or full. The attacks measure times, so
 * they run alone.
 */
export async function runCampaigns(length) {
  const parts = [];
  for (const project of ['campaign', 'attacks']) parts.push(await campaign(project, length));
  // Their short forms are database tests.
  if (length === 'full') {
    parts.push(await vitest('rehearsals', ['--project=db', ...rehearsals], { CAMPAIGN: length }));
    parts.push(await newLives());
    parts.push(await vitest('outside', ['--project=outside']));
    // Each page has a quarter of the machine; every framework of the guides is installed and built.
    const env = { CHROMIUM_PATH: await findChromium(), CAMPAIGN: length };
    parts.push(await playwright('e2e/playwright.config.ts', env));
  }
  return sum(parts);
}

/** Random tests with values that no run of `npm test` has tried; a fault names its seed. */
async function newLives() {
  const isRandom = (path) =>
    path.endsWith('.test.ts') && readFileSync(join(root, path), 'utf8').includes("'fast-check'");
  const SEED = String(randomInt(2 ** 31));
  return vitest('new-lives', ['--project=unit', '--project=db', ...listFiles(root).filter(isRandom)], {
    SEED,
    LIVES: '40',
  });
}

/** @param length short or full */
export function campaign(project, length) {
  return vitest(`${project}-${length}`, [`--project=${project}`], { CAMPAIGN: length });
}
