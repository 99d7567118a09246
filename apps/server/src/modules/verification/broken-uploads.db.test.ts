import { once } from 'node:events';
import { readdir, readlink, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { createApi } from '../../app.ts';
import { openVerificationWorld } from './fixtures/verification-world.ts';

const world = await openVerificationWorld();
const folder = join(world.folder, 'incoming');
const api = await createApi(world.context);
afterAll(() => api.close());
const port = Number(new URL(await api.listen({ port: 0, host: '127.0.0.1' })).port);

const head = (path: string, access: string) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `X-Authorization: Bearer ${access}`,
    'X-Requested-With: XMLHttpRequest',
    'Content-Type: multipart/form-data; boundary=edge',
    'Content-Length: 5000000',
    '',
    '--edge',
    'Content-Disposition: form-data; name="file"; filename="front.jpg"',
    'Content-Type: image/jpeg',
    '',
    'x',
  ].join('\r\n');

/** Files of the folder that this process holds open. */
async function countOpen(): Promise<number> {
  const names = await readdir('/proc/self/fd');
  const links = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return links.filter((link) => link.startsWith(folder)).length;
}

async function waitFor(isReached: () => Promise<boolean>): Promise<boolean> {
  for (let look = 0; look < 300; look += 1) {
    if (await isReached()) return true;
    await sleep(50);
  }
  return false;
}

describe('4.9 an upload whose sender goes away', () => {
  test.each(['/verification/document/upload', '/verification/document/part'])(
    '%s leaves no file and nothing open',
    async (path) => {
      const clients = await Promise.all(Array.from({ length: 5 }, () => world.client()));
      const sockets = [];
      for (const { access } of [...clients, ...clients, ...clients, ...clients]) {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(head(path, access));
        sockets.push(socket);
      }
      expect(await waitFor(async () => (await countOpen()) === 20)).toBe(true);
      expect(await readdir(folder)).toHaveLength(20);
      for (const socket of sockets) socket.destroy();
      expect(await waitFor(async () => (await readdir(folder)).length + (await countOpen()) === 0)).toBe(true);
    },
  );

  test('what the disk does not take is answered before its sender is too slow', async () => {
    const { access } = await world.client();
    const moved = `${folder}-moved`;
    await rename(folder, moved);
    // In the place of the folder, as a disk that is full or away.
    await writeFile(folder, '');
    const form = new FormData();
    form.set('side', 'front');
    form.set('file', new Blob([Buffer.alloc(3_000_000, 1)], { type: 'image/jpeg' }), 'front.jpg');
    const headers = { 'x-authorization': `Bearer ${access}`, 'x-requested-with': 'XMLHttpRequest' };
    const url = `http://127.0.0.1:${port}/verification/document/upload`;
    const send = () => fetch(url, { method: 'POST', body: form, headers, signal: AbortSignal.timeout(15_000) });
    const answer = await send();
    const alarms = world.context.db.selectFrom('alarms').select(['kind', 'subject']).where('clearedAt', 'is', null);
    const open = await alarms.execute();
    await rm(folder);
    await rename(moved, folder);
    expect(open).toEqual([{ kind: 'document_store_away', subject: 'incoming' }]);
    await send();
    expect(await alarms.execute()).toEqual([]);
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { errors: [{ code: 'TRY_LATER', field: 'file' }] },
    ]);
  });

  test('what a killed process has left is removed at a start; what waits is not', async () => {
    const [old, young] = [join(folder, 'a'.repeat(32)), join(folder, 'b'.repeat(32))];
    await writeFile(old, 'sealed');
    await writeFile(young, 'sealed');
    const before = new Date(Date.now() - 2 * 3_600_000);
    await utimes(old, before, before);
    const next = await createApi(world.context);
    await next.ready();
    await next.close();
    expect(await readdir(folder)).toEqual(['b'.repeat(32)]);
  });
});
