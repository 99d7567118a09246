import { createTestDatabase } from '@causeway/testing/create-test-database';
import { ManualClock } from '@causeway/testing/manual-clock';
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { createDatabase } from '../../database/create-database.ts';
import { queueEmail } from './queue-email.ts';

const database = await createTestDatabase();
const db = createDatabase(database.url);
afterAll(() => db.destroy());

const queued: unknown[] = [];
const context = {
  config: readConfig({}),
  clock: new ManualClock(),
  random: { bytes: (length: number) => new Uint8Array(randomBytes(length)) },
  jobs: { enqueue: async (_executor: unknown, _definition: unknown, payload: unknown) => void queued.push(payload) },
};
const message = (occasion: string) => ({
  template: 'order-finished' as const,
  parameters: {
    niceId: 'CW7Q2M9V4T8K1N5X3B',
    payin: '250 EUR',
    payout: '0.0041 BTC',
    way: 'network',
    refundMethod: '',
    refunded: '',
  },
  recipient: 'a@example.com',
  language: 'en' as const,
  clientId: null,
  occasion,
});

describe('queueing an e-mail', () => {
  test('one e-mail and one job for one occasion', async () => {
    for (let round = 0; round < 3; round += 1)
      await db.transaction().execute((transaction) => queueEmail(context, transaction, message('order-finished:1')));
    expect(await db.selectFrom('letters').selectAll().execute()).toHaveLength(1);
    expect(queued).toHaveLength(1);
  });

  test('nothing is left of a transaction that failed', async () => {
    const failing = db.transaction().execute(async (transaction) => {
      await queueEmail(context, transaction, message('order-finished:2'));
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    const rows = await db.selectFrom('letters').selectAll().where('occasion', '=', 'order-finished:2').execute();
    expect(rows).toEqual([]);
  });

  test('a missing parameter is a fault at once, not at the time of sending', async () => {
    const { payout: _left, ...parameters } = message('x').parameters;
    const bad = JSON.parse(JSON.stringify({ ...message('order-finished:3'), parameters }));
    await expect(queueEmail(context, db, bad)).rejects.toThrow('payout');
  });
});
