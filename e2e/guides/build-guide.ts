import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { guides, readCode, type Guide, type GuideName } from './guides.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const minutes = 60_000;

/** Of the repository, for a guide without packages of its own. */
const ownPackages = ['@types', '@vitejs', 'react', 'react-dom', 'typescript', 'vite'];

/**
 * Builds the page of a guide, with the SDK as a partner installs it: packed. Its framework is installed once, in the
 * user's cache.
 *
 * @param replace - what of the guide's code is the partner's: the origin of Causeway, the keys
 * @returns the folder of the project
 */
export async function buildGuide(name: GuideName, replace: Readonly<Record<string, string>>): Promise<string> {
  const guide: Guide = guides[name];
  const folder = await openFolder(name, guide);
  await installSdk(folder);
  const code = (language: string, index = 0) =>
    Object.entries(replace).reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      readCode(guide.page, language, index),
    );
  for (const [file, text] of Object.entries(guide.files(code))) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  for (const [program = '', ...parameters] of guide.build) await runProgram(folder, program, parameters);
  return folder;
}

/** The project's folder with its packages and nothing else. */
async function openFolder(name: GuideName, { packages }: Guide): Promise<string> {
  const own = packages === undefined ? undefined : join(import.meta.dirname, packages);
  const lock = own === undefined ? '' : await readFile(join(own, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(root).update(lock).digest('hex').slice(0, 16);
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'causeway-guides', `${name}-${hash}`);
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  for (const file of await readdir(folder))
    if (file !== 'node_modules') await rm(join(folder, file), { recursive: true });
  if (own === undefined) {
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await linkOwnPackages(folder);
    return folder;
  }
  for (const file of ['package.json', 'package-lock.json']) await copyFile(join(own, file), join(folder, file));
  // npm writes this file when it has installed all.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return folder;
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, timeout: 10 * minutes });
  return folder;
}

async function linkOwnPackages(folder: string): Promise<void> {
  for (const name of ownPackages) {
    const link = join(folder, 'node_modules', name);
    await rm(link, { force: true });
    await symlink(join(root, 'node_modules', name), link);
  }
}

/** Packs the SDK and the bridge, and unpacks them where npm would. */
async function installSdk(folder: string): Promise<void> {
  const scope = join(folder, 'node_modules/@causeway');
  await rm(scope, { recursive: true, force: true });
  for (const name of ['sdk', 'bridge']) {
    await mkdir(join(scope, name), { recursive: true });
    const pack = ['pack', '--silent', '--pack-destination', scope, `--workspace=packages/${name}`];
    const { stdout } = await run('npm', pack, { cwd: root, timeout: 2 * minutes });
    const archive = join(scope, stdout.trim());
    await run('tar', ['xzf', archive, '-C', join(scope, name), '--strip-components=1']);
    await rm(archive);
  }
}

/** The environment of a project of its own: nothing of this test, and no questions. */
export function projectEnvironment(folder: string): NodeJS.ProcessEnv {
  const { PATH = '', HOME } = process.env;
  const programs = [
    join(folder, 'node_modules/.bin'),
    dirname(process.execPath),
    join(root, 'node_modules/.bin'),
    PATH,
  ];
  return { PATH: programs.join(delimiter), HOME, NEXT_TELEMETRY_DISABLED: '1', CI: '1' };
}

async function runProgram(folder: string, program: string, parameters: readonly string[]): Promise<void> {
  try {
    await run(program, parameters, {
      cwd: folder,
      env: projectEnvironment(folder),
      timeout: 8 * minutes,
      maxBuffer: 1e8,
    });
  } catch (error) {
    const { stdout = '', stderr = '' }: { stdout?: string; stderr?: string } = Object(error);
    throw new Error(`${program} ${parameters.join(' ')} failed in ${folder}:\n${stdout}\n${stderr}`, { cause: error });
  }
}
