import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { giveToOwner } from './give-to-owner.ts';
import type { Place } from './place.ts';
import { isAlive } from './postmaster-file.ts';

/** Notes that this process uses the server, so that another one does not stop it underneath. @returns the note's path */
export async function addOwner(place: Place): Promise<string> {
  const directory = join(place.dataDirectory, 'owners');
  await mkdir(directory, { recursive: true });
  const note = join(directory, `${process.pid}-${randomBytes(4).toString('hex')}`);
  await writeFile(note, '');
  await giveToOwner(place.dataDirectory, directory);
  await giveToOwner(place.dataDirectory, note);
  return note;
}

/** Whether a living process still uses the server. Notes of dead ones are removed. */
export async function hasOwners(place: Place): Promise<boolean> {
  const directory = join(place.dataDirectory, 'owners');
  let living = false;
  for (const name of await readdir(directory).catch(() => [])) {
    if (isAlive(Number(name.split('-')[0]))) living = true;
    else await rm(join(directory, name), { force: true });
  }
  return living;
}

/** Forgets everyone: a server that was not running had no users, whatever process ids were reused since. */
export async function clearOwners(place: Place): Promise<void> {
  await rm(join(place.dataDirectory, 'owners'), { recursive: true, force: true });
}
