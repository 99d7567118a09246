import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkAsvs, existsUnder } from './asvs.mjs';
import { checkCatalogues } from './catalogues.mjs';
import { checkClockDays } from './clock-days.mjs';
import { checkEntryOrder } from './entry-order.mjs';
import { checkGrain } from './grain.mjs';
import { checkImportDirection } from './import-direction.mjs';
import { checkLockfile } from './lockfile.mjs';
import { checkMigrations } from './migrations.mjs';
import { checkRequirementCodes } from './requirement-codes.mjs';
import { checkSecondConnections } from './second-connections.mjs';
import { checkSizes } from './sizes.mjs';
import { checkSettings } from './settings.mjs';
import { listFiles, readSources } from './source-files.mjs';
import { checkWalks } from './walks.mjs';
import { checkWording } from './wording.mjs';

const texts = /\.(?:ts|tsx|mjs|js|json|md|sql|css|html|yml|yaml|sh|toml|txt)$|^\.|Dockerfile|^LICENSE$|\/run$/;

/** All static checks: name, faults, and a figure worth knowing. */
export function allChecks(root) {
  const sources = readSources(root);
  const files = listFiles(root)
    .filter((path) => texts.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  return [
    { name: 'import direction', ...checkImportDirection(sources) },
    { name: 'file and function sizes', ...checkSizes(sources) },
    { name: 'grain', ...checkGrain(sources) },
    { name: 'walks', ...checkWalks(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'), listFiles(root)) },
    { name: 'wording', ...checkWording(files) },
    { name: 'locale catalogues', ...checkCatalogues(files, sources) },
    { name: 'lockfile', ...checkLockfile(readFileSync(join(root, 'package-lock.json'), 'utf8')) },
    { name: 'one way to the database', ...checkSecondConnections(sources) },
    { name: 'order of entries', ...checkEntryOrder(sources) },
    { name: 'days of the clock', ...checkClockDays(sources) },
    { name: 'lockfiles of guides', ...checkGuides(root) },
    { name: 'settings', ...checkSettings(sources, readFileSync(join(root, '.env.example'), 'utf8')) },
    { name: 'migrations', ...checkMigrations(files) },
    { name: 'requirement codes', ...checkRequirementCodes(files) },
    { name: 'security standard', ...checkAsvs(files, existsUnder(root)) },
  ];
}

/** The guides are built with frameworks that have lockfiles of their own. */
function checkGuides(root) {
  const paths = listFiles(root).filter((path) => /^e2e\/guides\/.*package-lock\.json$/.test(path));
  const checked = paths.map((path) => [path, checkLockfile(readFileSync(join(root, path), 'utf8'))]);
  const faults = checked.flatMap(([path, found]) => found.faults.map((fault) => `${path}: ${fault}`));
  return { faults, note: `${paths.length} lockfiles` };
}
