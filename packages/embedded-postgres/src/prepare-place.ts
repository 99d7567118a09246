import {
  access,
  chmod,
  cp,
  lstat,
  mkdir,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type ServerUser, chooseServerUser } from './server-user.ts';
import { type Installation, type Place, findBinaries, program } from './place.ts';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';

/**
 * Whether the account may pass through the directory and everything above it. Parts that do not exist yet are skipped.
 */
async function canEnter(directory: string, user: ServerUser): Promise<boolean> {
  const existing = await nearestExisting(directory);
  for (let current = await realpath(existing); ; current = dirname(current)) {
    if (!mayPass(await stat(current), user)) return false;
    if (dirname(current) === current) return true;
  }
}

async function nearestExisting(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? nearestExisting(dirname(path)) : path;
}

function mayPass(entry: { mode: number; uid: number; gid: number }, user: ServerUser): boolean {
  if (entry.uid === user.uid) return (entry.mode & 0o100) !== 0;
  if (entry.gid === user.gid) return (entry.mode & 0o010) !== 0;
  return (entry.mode & 0o001) !== 0;
}

/**
 * npm packages cannot hold symbolic links, so the binaries' package makes its library links in an install script. Where
 * scripts are off, the links are made here.
 *
 * @param root the directory with `bin`, `lib` and `share`
 * @returns false when links are missing and the directory cannot be written
 */
async function linkLibraries(root: string): Promise<boolean> {
  const links = parseLinks(await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]'));
  for (const link of links) {
    const target = join(dirname(root), link.target);
    if (await exists(target)) continue;
    try {
      await symlink(basename(link.source), target);
    } catch {
      // Another process may have made it in the meantime.
      if (!(await exists(target))) return false;
    }
  }
  return true;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function parseLinks(text: string): { source: string; target: string }[] {
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.filter(isLink) : [];
}

function isLink(value: unknown): value is { source: string; target: string } {
  if (typeof value !== 'object' || value === null) return false;
  return 'source' in value && typeof value.source === 'string' && 'target' in value && typeof value.target === 'string';
}

/**
 * Copies the binaries to a place where every account may read and run them. The copy appears under its name only when
 * it is complete, so a killed copy is never mistaken for a good one.
 */
async function copyInstallation(
  from: Installation,
  target: string,
  log: (line: string) => void,
): Promise<Installation> {
  const copied: Installation = { root: join(target, 'native'), version: from.version };
  if ((await stat(copied.root).catch(() => undefined)) !== undefined) return copied;
  log(`Copying the PostgreSQL binaries to ${target}`);
  const partial = `${target}.${process.pid}`;
  await mkdir(dirname(target), { recursive: true });
  await rm(partial, { recursive: true, force: true });
  await cp(from.root, join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  await linkLibraries(join(partial, 'native'));
  await openToAll(partial);
  try {
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if ((await stat(copied.root).catch(() => undefined)) === undefined) throw error;
  }
  return copied;
}

async function openToAll(path: string): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  if (!entry.isDirectory()) return chmod(path, (entry.mode & 0o100) === 0 ? 0o644 : 0o755);
  await chmod(path, 0o755);
  for (const name of await readdir(path)) await openToAll(join(path, name));
}

const reachableRoots = ['/var/lib/causeway', '/srv/causeway', '/opt/causeway'];

/**
 * Decides where the cluster and the binaries are and under which account they run. A root process runs the server as
 * another account, which often cannot enter root's folders: then the binaries are copied, and the cluster created,
 * where it can.
 */
export async function preparePlace(directory: string, log: (line: string) => void): Promise<Place> {
  await mkdir(directory, { recursive: true });
  const dataDirectory = await realpath(directory);
  await access(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new Error(`the database in ${dataDirectory} belongs to another user: start as that user or as root`, {
      cause: error,
    });
  });
  const remembered = await readLine(join(dataDirectory, 'location'));
  const user = await chooseServerUser(join(remembered ?? dataDirectory, 'cluster'));
  const home = remembered ?? (await chooseHome(dataDirectory, user, log));
  const installation = await prepareInstallation(await findBinaries(), dataDirectory, user, log);
  return { dataDirectory, home, cluster: join(home, 'cluster'), installation, user, log };
}

async function chooseHome(
  dataDirectory: string,
  user: ServerUser | undefined,
  log: (line: string) => void,
): Promise<string> {
  if (user === undefined || (await canEnter(dataDirectory, user))) return dataDirectory;
  const hash = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16);
  const home = join(await reachableRoot(user), hash);
  await mkdir(home, { recursive: true });
  await chmod(home, 0o755);
  // Stored, because the folder may become accessible later and the data must not seem lost then.
  await writeFile(join(dataDirectory, 'location'), `${home}\n`);
  log(`PostgreSQL runs as "${user.name}", which cannot enter ${dataDirectory}: the database lives in ${home}`);
  return home;
}

async function prepareInstallation(
  found: Installation,
  dataDirectory: string,
  user: ServerUser | undefined,
  log: (line: string) => void,
): Promise<Installation> {
  const linked = await linkLibraries(found.root);
  if (linked && (user === undefined || (await mayRun(found, user)))) return found;
  const parent = user === undefined ? dataDirectory : await reachableRoot(user);
  return copyInstallation(found, join(parent, `postgresql-${found.version}`), log);
}

async function mayRun(installation: Installation, user: ServerUser): Promise<boolean> {
  const directories = ['bin', 'lib', 'share'].map((name) => canEnter(join(installation.root, name), user));
  const files = canEnter(program(installation, 'postgres'), user);
  return (await Promise.all([...directories, files])).every(Boolean);
}

async function reachableRoot(user: ServerUser): Promise<string> {
  for (const root of reachableRoots) {
    try {
      await mkdir(root, { recursive: true, mode: 0o755 });
      await chmod(root, 0o755);
      if (await canEnter(root, user)) return root;
    } catch {
      // Read-only or absent here: try the next one.
    }
  }
  throw new Error(
    `the account "${user.name}" can enter none of ${reachableRoots.join(', ')}: start as another user or set DATABASE_URL`,
  );
}

async function readLine(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.trim() === '' ? undefined : text.trim();
}
