import { listFiles } from '../checks/source-files.mjs';
import { buildProject } from './build-project.mjs';
import { findSizeFaults } from './built-sizes.mjs';
import { findLicenceFaults } from './bundled-licences.mjs';
import { findBrowsers, findChromium } from './find-chromium.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { campaign } from './run-campaigns.mjs';
import { vitest, playwright, sum } from './test-runners.mjs';

/**
 * Everything that `npm test` does, in order; `isBeside` runs at the same time as the part before it. Each part returns
 * how much passed and failed, and what to show on failure. `quick` is what `npm test -- --quick` does of it.
 */
export const testParts = [
  always('format', () => command('oxfmt', ['--check'])),
  always('lint', () => command('oxlint', ['--type-aware'])),
  { ...always('types', () => command('tsc', ['-b'])), isBeside: true },
  { ...always('house', checkStatics), isBeside: true },
  // Mostly a download.
  { ...always('Chromium', getBrowser), isBeside: true },
  // It loads configurations that use what the types have built.
  always('unused code', () => command('knip', ['--no-progress'])),
  { ...always('build', build), isBeside: true },
  {
    name: 'unit and database tests',
    work: () => vitest('unit-and-db', ['--project=unit', '--project=db']),
    quick: () => vitest('unit-and-db', ['--project=unit', '--project=db'], { QUICK: '1' }),
  },
  // A campaign mostly waits for the product: alone it would leave half of the machine idle.
  { name: 'campaigns, short', needs: 'build', isBeside: true, work: () => campaign('campaign', 'short') },
  { name: 'browser tests', needs: 'build', work: browserTests, quick: browserJourney },
  { name: 'attacks, short', needs: 'build', work: () => campaign('attacks', 'short') },
];

function always(name, work) {
  return { name, work, quick: work };
}

async function command(program, parameters) {
  const { code, output } = await run(program, parameters);
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };
}

async function checkStatics() {
  // The checks use packages, and this module is loaded before any is installed.
  const { allChecks } = await import('../checks/all-checks.mjs');
  const checks = allChecks(root);
  const failed = checks.filter(({ faults }) => faults.length > 0);
  const output = failed
    .map(({ name, faults }) => `${name}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    .join('\n');
  const notes = checks.map(({ name, note }) => `${name}: ${note}`);
  return { passed: checks.length - failed.length, failed: failed.length, output, notes };
}

async function getBrowser() {
  await findChromium();
  return { passed: 1, failed: 0, output: '' };
}

async function build() {
  try {
    await buildProject();
    const faults = [...findLicenceFaults(root), ...findSizeFaults(root)];
    return { passed: 1, failed: faults.length, output: faults.join('\n') };
  } catch (error) {
    return { passed: 0, failed: 1, output: error.message };
  }
}

/** All configurations run at the same time: one of them has a single worker. */
async function browserTests() {
  const browsers = await findBrowsers();
  const configs = listFiles(root).filter((path) => path.endsWith('playwright.config.ts'));
  const results = await Promise.all(configs.map((config) => playwright(config, browsers)));
  return sum(results);
}

/** A purchase as a new client makes it, from the first screen until the coins have arrived. */
async function browserJourney() {
  return playwright('e2e/playwright.config.ts', await findBrowsers(), ['purchase-standalone']);
}
