import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './root.mjs';
import { run, runNpm } from './run.mjs';
import { Fault, step, tail } from './step.mjs';

const oldestNode = 20;

/**
 * Installs the versions in package-lock.json, unless exactly these are installed, and returns the path of the Node to
 * run with.
 */
export async function installPackages() {
  const version = Number(process.versions.node.split('.')[0]);
  if (version < oldestNode)
    throw new Fault(`Causeway needs Node ${oldestNode} or later; this is ${process.versions.node}.`);
  if (!isInstalled()) {
    await step('Installing the packages (about a minute the first time)', async () => {
      const { code, output } = await runNpm(['ci', '--loglevel=error', '--no-audit', '--no-fund']);
      if (code !== 0) throw new Fault(`npm ci failed:\n${tail(output)}`);
    });
  }
  return findNode();
}

/**
 * Whether npm's record of node_modules agrees with the lockfile. npm writes it last, so a killed installation has none.
 */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.optional || entry.devOptional || entry.peer) return true;
    const found = present[path];
    return found !== undefined && found.version === entry.version && Boolean(found.link) === Boolean(entry.link);
  });
}

function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/** Node 24 comes as a package; where install scripts are off, its program has to be fetched now. */
async function findNode() {
  const own = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (await works(own)) return own;
  await step('Fetching Node 24', () => runNpm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']));
  if (await works(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Fault(
    'The package "node" has no program in it. Allow its install script (npm rebuild node), or start with Node 24.',
  );
}

async function works(program) {
  return existsSync(program) && (await run(program, ['--version'])).code === 0;
}
