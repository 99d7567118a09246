import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { listFiles } from '../checks/source-files.mjs';
import { root } from './root.mjs';
import { run, runNpm } from './run.mjs';
import { Fault, step, tail } from './step.mjs';

const common = ['package-lock.json', 'tsconfig.base.json', 'scripts/lib/licences-plugin.mjs'];
const compiled = [
  'packages/domain',
  'packages/contract',
  'packages/bridge',
  'packages/sdk',
  'packages/embedded-postgres',
  'packages/testing',
  'apps/sandbox',
  'apps/server',
];

/** Always builds for production: an inherited NODE_ENV would decide how pages are rendered. */
const npmBuild = (workspace) =>
  runNpm(['run', 'build', `--workspace=${workspace}`], { env: { NODE_ENV: 'production' } });

/** What is built, in order: from which folders, into what, and how. */
const parts = [
  {
    name: 'server, sandbox and packages',
    from: compiled,
    into: ['apps/server/dist/main.js', 'apps/sandbox/dist/main.js', 'packages/domain/dist'],
    build: () => run('tsc', ['-b', ...compiled]),
  },
  {
    name: 'SDK',
    from: ['packages/bridge', 'packages/sdk'],
    into: ['packages/sdk/dist/causeway.js'],
    build: () => npmBuild('packages/sdk'),
  },
  {
    name: 'widget',
    from: ['packages/bridge', 'packages/contract', 'packages/domain', 'apps/widget'],
    into: ['apps/widget/dist/browser', 'apps/widget/dist/prerender'],
    build: () => npmBuild('apps/widget'),
  },
  {
    name: 'partner demo',
    from: ['packages/bridge', 'packages/sdk', 'apps/partner-demo'],
    into: ['apps/partner-demo/dist/main.js'],
    build: () => npmBuild('apps/partner-demo'),
  },
  {
    name: 'playground',
    from: ['packages/bridge', 'packages/domain', 'packages/sdk', 'apps/playground'],
    into: ['apps/playground/dist/page/index.html'],
    build: () => npmBuild('apps/playground'),
  },
  {
    name: 'native shell',
    from: ['packages/bridge', 'apps/native-shell'],
    into: ['apps/native-shell/dist/web/index.html'],
    build: () => npmBuild('apps/native-shell'),
  },
];

const stampsPath = join(root, 'node_modules', '.cache', 'causeway-build.json');

/** Builds the parts whose sources changed since their last build. */
export async function buildProject() {
  const files = listFiles(root).filter((path) => !/\.test\.\w+$/.test(path));
  for (const part of parts) {
    const hash = hashOf(part, files);
    const isBuilt = readStamps()[part.name] === hash && part.into.every((path) => existsSync(join(root, path)));
    if (isBuilt) continue;
    await step(`Building the ${part.name}`, async () => {
      const { code, output } = await part.build();
      if (code !== 0) throw new Fault(`Building the ${part.name} failed:\n${tail(output)}`);
    });
    // Written part by part and only after success, so that a killed build is done again.
    mkdirSync(dirname(stampsPath), { recursive: true });
    writeFileSync(stampsPath, JSON.stringify({ ...readStamps(), [part.name]: hash }, undefined, 2));
  }
}

function hashOf(part, files) {
  const hash = createHash('sha256');
  for (const path of files) {
    if (!common.includes(path) && !part.from.some((folder) => path.startsWith(`${folder}/`))) continue;
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function readStamps() {
  return existsSync(stampsPath) ? JSON.parse(readFileSync(stampsPath, 'utf8')) : {};
}
