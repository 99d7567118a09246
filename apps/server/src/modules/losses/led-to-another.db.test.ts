import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { holdClient } from '../clients/store.ts';
import { lockOrder } from '../order-lifecycle/store.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, free, report, buy, spend } = await openLossWorld({ connections: 3 });
const { context } = world;
const { db } = context;
const toPartner = { partner_key: 'pk_led', pay_to_partner: '1', payout_currency: 'USD', payout_group: 'balance' };
let owner: SignedInClient;

beforeAll(async () => {
  owner = await world.signInClient();
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  await savePartner(context, {
    ...look,
    partnerKey: 'pk_led',
    name: 'Led',
    isMerchant: false,
    clientId: owner.clientId,
  });
});

/** A client pays a partner with money of a card payment, and the partner's client exchanges it. */
async function payPartner() {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  await spend(client, amount, { ...toPartner, dst_address: '' });
  const before = await free(owner, 'ETH');
  const niceId = await spend(owner, await free(owner, 'USD'), { ...toEther, payin_currency: 'USD' });
  const ether = (await free(owner, 'ETH')) - before;
  expect(ether).toBeGreaterThan(0n);
  return { client, payment, niceId, ether };
}

const isWaiting = async () =>
  (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db))
    .rows.length > 0;

/** Somebody holds an order of the partner's client, and then the payer, as a sale of the payer's own shop does. */
async function meet({ niceId, client }: { niceId: string; client: SignedInClient }, hear: () => Promise<void>) {
  const order = db.selectFrom('orders').select('orderId').where('niceId', '=', niceId);
  const { orderId } = await order.executeTakeFirstOrThrow();
  const [held, booking] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = db.transaction().execute(async (trx) => {
    await lockOrder(trx, orderId);
    held.resolve();
    await booking.promise;
    await holdClient(trx, client.clientId);
  });
  await held.promise;
  const ended = Promise.allSettled([other, hear()]);
  await vi.waitUntil(isWaiting, { timeout: 10_000, interval: 20 });
  booking.resolve();
  expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
}

describe('a loss that is led on to another client’s orders holds them before the first client', () => {
  test('when it is booked, and when it ends', async () => {
    const paid = await payPartner();
    await meet(paid, () => report(paid.payment, 'chargeback'));
    expect(await both(owner, 'ETH')).toEqual([0n, paid.ether]);
    await meet(paid, () => report(paid.payment, 'won'));
    expect(await both(owner, 'ETH')).toEqual([paid.ether, 0n]);
    await expectSound(world);
  });

  test('when a part of it is won', async () => {
    const paid = await payPartner();
    const before = await free(owner, 'ETH');
    await report(paid.payment, 'refunded', '200.00');
    const [, held = 0n] = await both(owner, 'ETH');
    await meet(paid, () => report(paid.payment, 'chargeback'));
    await meet(paid, () => report(paid.payment, 'won'));
    expect(held).toBeGreaterThan(0n);
    expect(await both(owner, 'ETH')).toEqual([before - held, held]);
    await expectSound(world);
  });
});
