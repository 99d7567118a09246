import { createTestDatabase } from '@causeway/testing/create-test-database';
import { afterAll, expect, test } from 'vitest';
import { createBudgets } from '../../budgets/create-budgets.ts';
import { readConfig } from '../../config/config.ts';
import { createDatabase } from '../../database/create-database.ts';
import { randomBytes } from '../../random-bytes.ts';
import { addClient } from '../clients/add-client.ts';
import { countVisit } from './count-visit.ts';
import { openReferralCode } from './referral-code.ts';

const database = await createTestDatabase();
const db = createDatabase(database.url, { poolSize: 12 });
const { budgets, stop } = createBudgets(readConfig({}), database.url);
afterAll(async () => {
  await stop();
  await db.destroy();
});
const context = { db, budgets, clock: { now: () => new Date() }, random: { bytes: randomBytes } };

async function openLink(): Promise<{ clientId: string; code: string }> {
  const email = `${Buffer.from(randomBytes(6)).toString('hex')}@example.com`;
  const person = { email, passwordHash: '', language: 'en', partnerKey: null, referrerId: '' } as const;
  const clientId = await addClient(context, db, person);
  if (clientId === undefined) throw new Error('the e-mail is taken');
  return { clientId, code: await openReferralCode(context, clientId) };
}

async function visitsOf(clientId: string): Promise<number> {
  const rows = await db.selectFrom('referralVisits').select('visits').where('clientId', '=', clientId).execute();
  return rows.reduce((sum, { visits }) => sum + visits, 0);
}

test('3-53 a link that one network opens again and again counts five times a day, each other network for itself', async () => {
  const { clientId, code } = await openLink();
  await Promise.all(Array.from({ length: 40 }, () => countVisit(context, { code, ip: '203.0.113.9' })));
  expect(await visitsOf(clientId)).toBe(5);
  await Promise.all(
    Array.from({ length: 12 }, (_, host) => countVisit(context, { code, ip: `198.51.100.${host + 1}` })),
  );
  expect(await visitsOf(clientId)).toBe(17);
});

test('an unknown link and one of a closed account count nothing', async () => {
  const { clientId, code } = await openLink();
  for (const other of ['ZZZZZZZZZZ', '', "'; drop"]) await countVisit(context, { code: other, ip: '203.0.113.9' });
  await db.updateTable('clients').set({ deletedAt: new Date() }).where('clientId', '=', clientId).execute();
  await countVisit(context, { code, ip: '203.0.113.9' });
  expect(await db.selectFrom('referralVisits').selectAll().where('clientId', '=', clientId).execute()).toEqual([]);
});

test('nothing of a visitor is kept in words', async () => {
  const { code } = await openLink();
  await countVisit(context, { code, ip: '203.0.113.77' });
  const kept = await db.selectFrom('rateLimits').selectAll().execute();
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.map(({ key }) => key).join(' ')).not.toContain('203.0.113');
});
