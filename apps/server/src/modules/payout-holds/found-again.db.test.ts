import { expect, test } from 'vitest';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { gone, listHolds, openHold, releaseHolds } from './store.ts';

const { context } = await openOrderWorld();
const { db } = context;
const hold = { chain: 'ethereum', reason: 'unknown_spend', subject: '0x01' } as const;

async function openAfter(by: string) {
  const holdIds = (await listHolds(db, 'ethereum')).map(({ holdId }) => holdId);
  await db.transaction().execute((trx) => releaseHolds(context, trx, { chain: 'ethereum', holdIds, by }));
  expect(await listHolds(db, 'ethereum')).toEqual([]);
  await openHold(context, db, hold);
  return listHolds(db, 'ethereum');
}

test('a transaction that was thought gone holds its chain when it is found, and one that a person decided does not', async () => {
  await openHold(context, db, hold);
  expect(await openAfter(gone)).toHaveLength(1);
  const alarms = db.selectFrom('alarms').select('subject').where('kind', '=', 'payouts_held');
  expect(await alarms.where('clearedAt', 'is', null).execute()).toEqual([{ subject: 'ethereum' }]);
  expect(await openAfter('grace')).toEqual([]);
});
