import { chown, readFile, stat } from 'node:fs/promises';

/** The operating-system account that owns the database's files and runs its processes. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const preferredAccounts = ['postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root, so a root process hands the server to another account: the one that already owns
 * the cluster, else `postgres`, else `nobody`.
 *
 * @param cluster the cluster's directory; it need not exist
 * @returns the account, or undefined when the current process can run the server as itself
 */
export async function chooseServerUser(cluster: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await stat(cluster).catch(() => undefined);
  if (existing !== undefined && existing.uid !== 0)
    return { name: `uid ${existing.uid}`, uid: existing.uid, gid: existing.gid };
  const accounts = await readAccounts();
  for (const name of preferredAccounts) {
    const account = accounts.find((candidate) => candidate.name === name);
    if (account !== undefined) return account;
  }
  throw new Error(
    'PostgreSQL cannot run as root and there is no account "postgres" or "nobody": start as another user or set DATABASE_URL',
  );
}

async function readAccounts(): Promise<ServerUser[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** A root process gives its files in another account's folder to that account, which may start next. */
export async function passToOwner(directory: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(directory);
  if (uid !== 0) await chown(path, uid, gid);
}
