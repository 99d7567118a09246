import { findFreePort } from '@causeway/testing/free-port';
import { expect, test } from 'vitest';
import { findScanHeight } from './modules/chain-payins/store.ts';
import { openOrderWorld } from './modules/orders/fixtures/open-order-world.ts';
import { serve } from './serve.ts';

const world = await openOrderWorld();
const { config, db } = world.context;

test('a web process alone remembers where the database and the chains are, before a worker has run', async () => {
  const database = { DATABASE_URL: world.databaseUrl, MIGRATION_DATABASE_URL: world.ownerUrl };
  const server = await serve({ ...config, ...database, ROLE: 'web', PORT: await findFreePort() });
  try {
    const heights = async () => [await findScanHeight(db, 'bitcoin'), await findScanHeight(db, 'ethereum')];
    await expect.poll(heights).toEqual([expect.any(Number), expect.any(Number)]);
    expect(await db.selectFrom('databaseEpoch').select('epoch').execute()).toEqual([{ epoch: 1 }]);
  } finally {
    await server.stop();
  }
});
