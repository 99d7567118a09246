import type { Place } from '../place.ts';
import { join } from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { passToOwner } from '../server-user.ts';
import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';

export async function choosePort(place: Place): Promise<number> {
  const path = join(place.dataDirectory, 'port');
  const remembered = Number(await readFile(path, 'utf8').catch(() => ''));
  if (Number.isInteger(remembered) && remembered > 0 && (await isPortFree(remembered))) return remembered;
  const port = await findFreePort();
  await writeFile(path, `${port}\n`);
  await passToOwner(place.dataDirectory, path);
  return port;
}

/**
 * Below the ports that systems give to outgoing connections, so that none of those takes it before a program listens.
 */
const lowest = 20_000;
const highest = 32_000;
const triesMost = 200;

/** Whether a server can listen on this port of 127.0.0.1 now. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** A port of 127.0.0.1 that nothing listens on now. @throws Error when none was found */
export async function findFreePort(): Promise<number> {
  for (let count = 0; count < triesMost; count += 1) {
    const port = randomInt(lowest, highest);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No free port was found on 127.0.0.1 from ${lowest} to ${highest}.`);
}
