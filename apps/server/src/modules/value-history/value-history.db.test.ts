import { encodeForm } from '@causeway/contract/wire/encode-form';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dayMs } from '../../context.ts';
import { createApi } from '../../app.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld();
const owner = new pg.Client({ connectionString: world.ownerUrl });
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
let app: Awaited<ReturnType<typeof createApi>>;

beforeAll(async () => {
  await owner.connect();
  app = await createApi({ ...world.context, config: { ...world.context.config, RATE_LIMIT: 'off' } });
  // A bitcoin was 10 000 EUR, and is 20 000 since two days ago.
  await owner.query('delete from daily_prices');
  await owner.query(
    `insert into daily_prices values ('BTC', $1, 10000::numeric * 1e18), ('BTC', $2, 20000::numeric * 1e18)`,
    [dayBefore(5), dayBefore(2)],
  );
});
afterAll(() => owner.end());

const seen = z.object({
  success: z.literal(1),
  currency: z.string(),
  points: z.array(z.object({ day: z.string(), value: z.string() })),
});

async function history({ access }: SignedInClient, period: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-authorization': `Bearer ${access}` };
  const payload = encodeForm({ period }).toString();
  return seen.parse((await app.inject({ method: 'POST', url: '/balance/value_history', headers, payload })).json());
}

/** Moves all that a client has had into the past; its balances stay. */
async function age({ niceId }: SignedInClient, days: number): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(`update balance_operations set created_at = created_at - $1::interval where path = $2`, [
    `${days} days`,
    `client:${niceId}`,
  ]);
  await owner.query('commit');
}

describe('C-88 the value of a balance over time', () => {
  test('is what the ledger had at the end of each day, at the price of that day', async () => {
    const client = await world.signInClient();
    await world.giveBalance(client, 10_000n, 'EUR');
    await world.giveBalance(client, 100_000_000n, 'BTC');
    await age(client, 3);
    await world.giveBalance(client, 5_000n, 'EUR');
    const { currency, points } = await history(client, 'week');
    expect(currency).toBe('EUR');
    expect(points).toEqual([
      { day: dayBefore(6), value: '0.00' },
      { day: dayBefore(5), value: '0.00' },
      { day: dayBefore(4), value: '0.00' },
      { day: dayBefore(3), value: '10100.00' },
      { day: dayBefore(2), value: '20100.00' },
      { day: dayBefore(1), value: '20100.00' },
      { day: dayBefore(0), value: '20150.00' },
    ]);
    expect((await history(client, 'month')).points).toHaveLength(30);
    const all = await history(client, 'all');
    expect(all.points.map(({ day }) => day)).toEqual([3, 2, 1, 0].map(dayBefore));
    const year = await history(client, 'year');
    expect(year.points.length).toBeLessThanOrEqual(92);
    expect(year.points.at(-1)).toEqual({ day: dayBefore(0), value: '20150.00' });
  });

  test('is in the currency that totals are shown in, and not known where a price is not', async () => {
    const client = await world.signInClient();
    await world.giveBalance(client, 100_000_000n, 'BTC');
    await sql`
      insert into balance_settings (client_id, primary_currency) values (${client.clientId}::uuid, 'BTC')
    `.execute(world.context.db);
    expect((await history(client, 'week')).points.at(-1)).toEqual({ day: dayBefore(0), value: '1.00000000' });
    await world.giveBalance(client, 1n, 'ETH');
    expect((await history(client, 'week')).points.at(-1)).toEqual({ day: dayBefore(0), value: '' });
  });

  test('of another client is not in it', async () => {
    const [client, other] = [await world.signInClient(), await world.signInClient()];
    await world.giveBalance(other, 10_000n, 'EUR');
    expect((await history(client, 'all')).points).toEqual([{ day: dayBefore(0), value: '0.00' }]);
  });
});
