import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createDatabase } from '../../database/create-database.ts';
import { findBooksFaults } from '../books/check-books.ts';
import { listBalances, readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { payOutToBalance } from '../balance-payouts/balance-payout.ts';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { refundPayout } from '../order-lifecycle/refund-payout.ts';
import { type OrderRow, findOrder } from '../order-lifecycle/store.ts';
import { settleFees } from '../merchants/settle-fees.ts';
import { remakeOrder } from '../orders/fixtures/remake-order.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { findPartner } from '../partners/find-partner.ts';
import { savePartner } from '../partners/save-partner.ts';
import { deleteAccount } from './delete-account.ts';
import { erasePayers } from './erase-deleted.ts';

const world = await openOrderWorld();
const { context } = world;
const { db } = context;
const password = 'correct horse battery';
const passwordHash = await hashPassword(password);

async function register(): Promise<SignedInClient> {
  const client = await world.signInClient();
  await savePassword(db, client.clientId, passwordHash);
  return client;
}
const close = ({ clientId }: SignedInClient) => deleteAccount(context, { clientId, password, isAgree: true });

/** As `erasePayers` leaves a payer who never had an account. */
const erase = ({ clientId }: SignedInClient) =>
  db
    .updateTable('clients')
    .set({ email: `payer:${clientId}` })
    .where('clientId', '=', clientId)
    .execute();

function post(to: string, amount: bigint, key: string = randomUUID()) {
  const postings = [{ from: paths.treasury, to, amount, currency: 'EUR' }];
  return db
    .transaction()
    .execute((trx) => postEntry(trx, context, { kind: 'test', reference: 'test', idempotencyKey: key, postings }));
}

async function endedOrder(client: SignedInClient): Promise<OrderRow> {
  const { order } = await world.buy(client.access);
  await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, client.access);
  await world.work();
  const row = await findOrder(db, { niceId: order.nice_id });
  if (row === undefined) throw new Error('The order is gone.');
  return row;
}

const alarmsOf = async (subject: string) =>
  (await db.selectFrom('alarms').select('kind').where('subject', '=', subject).execute()).map(({ kind }) => kind);
const messagesTo = async ({ clientId }: SignedInClient, template: string) =>
  (
    await db
      .selectFrom('letters')
      .select('letterId')
      .where('clientId', '=', clientId)
      .where('template', '=', template)
      .execute()
  ).length;

/** What an order's payout brings back is given to its client. */
async function returnPayment(order: OrderRow): Promise<void> {
  const postings = [{ from: paths.treasury, to: paths.order(order.niceId), amount: 700n, currency: 'EUR' }];
  const entry = { kind: 'test', reference: order.niceId, idempotencyKey: randomUUID(), postings };
  await db.transaction().execute(async (trx) => {
    await postEntry(trx, context, entry);
    await refundPayout(context, trx, order, { sourceKey: `test:${order.niceId}`, amount: 700n, currency: 'EUR' });
  });
}

describe('a closed client takes nothing', () => {
  test('money returned for an order of a closed account is set aside with an alarm, and no e-mail mentions a balance', async () => {
    const client = await register();
    const order = await endedOrder(client);
    await close(client);
    await returnPayment(order);
    expect(await readBalance(db, paths.unplaced(client.niceId), 'EUR')).toBe(700n);
    expect(await listBalances(db, paths.client(client.niceId))).toEqual([]);
    expect(await alarmsOf(order.niceId)).toContain('client_closed');
    expect(await messagesTo(client, 'order-refunded')).toBe(0);
  });

  test('the database refuses a closed account’s balance to every writer, and lets out what is on it', async () => {
    const client = await register();
    await post(paths.client(client.niceId), 5n);
    await db.updateTable('clients').set({ deletedAt: new Date() }).where('clientId', '=', client.clientId).execute();
    await expect(post(paths.client(client.niceId), 1n)).rejects.toMatchObject({ constraint: 'ledger_client_closed' });
    expect(await readBalance(db, paths.client(client.niceId), 'EUR')).toBe(5n);
    const postings = [{ from: paths.client(client.niceId), to: paths.treasury, amount: 5n, currency: 'EUR' }];
    const entry = { kind: 'test', reference: 'test', idempotencyKey: randomUUID(), postings };
    await db.transaction().execute((trx) => postEntry(trx, context, entry));
    expect(await readBalance(db, paths.client(client.niceId), 'EUR')).toBe(0n);
  });

  test('money returned to a payer who is erased is set aside with an alarm, and the database refuses it the balance', async () => {
    const client = await register();
    const order = await endedOrder(client);
    await erase(client);
    await returnPayment(order);
    expect(await readBalance(db, paths.unplaced(client.niceId), 'EUR')).toBe(700n);
    expect(await alarmsOf(order.niceId)).toContain('client_closed');
    await expect(post(paths.client(client.niceId), 1n)).rejects.toMatchObject({ constraint: 'ledger_client_closed' });
  });

  test('no money lies out of reach of its client: a balance, what is held and what waits', async () => {
    for (const account of [paths.client, paths.held, paths.waiting]) {
      const client = await register();
      const path = account(client.niceId);
      await post(path, 5n);
      const fault = 'has 5 EUR, and its account is closed or its payer erased';
      await erase(client);
      expect(await findBooksFaults(db)).toEqual([{ subject: path, fault }]);
      const postings = [{ from: path, to: paths.treasury, amount: 5n, currency: 'EUR' }];
      const entry = { kind: 'test', reference: 'test', idempotencyKey: randomUUID(), postings };
      await db.transaction().execute((trx) => postEntry(trx, context, entry));
    }
    expect(await findBooksFaults(db)).toEqual([]);
  });

  test('a payer to whom money comes while it is erased keeps its address', async () => {
    const client = await register();
    const payerEmail = `${client.niceId.toLowerCase()}@example.com`;
    const email = `payer:${client.clientId}`;
    await db.updateTable('clients').set({ email, payerEmail }).where('clientId', '=', client.clientId).execute();
    const later = new Date(Date.now() + 60_000);
    const postings = [{ from: paths.treasury, to: paths.client(client.niceId), amount: 5n, currency: 'EUR' }];
    const other = createDatabase(world.ownerUrl, { poolSize: 2 });
    const [credited, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const credit = other.transaction().execute(async (trx) => {
      await postEntry(trx, context, { kind: 'test', reference: 'test', idempotencyKey: randomUUID(), postings });
      credited.resolve();
      await looked.promise;
    });
    await credited.promise;
    const erasing = db.transaction().execute((trx) => erasePayers(trx, later));
    const isWaiting = sql`select from pg_locks where not granted`;
    await expect.poll(async () => (await isWaiting.execute(other)).rows.length).toBeGreaterThan(0);
    looked.resolve();
    await Promise.all([credit, erasing]);
    await other.destroy();
    const query = db.selectFrom('clients').select('payerEmail').where('clientId', '=', client.clientId);
    expect(await query.executeTakeFirst()).toEqual({ payerEmail });
  });

  test('twelve credits while the account is being closed: either it stays open, or nothing is on it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const client = await register();
      const credits = Array.from({ length: 12 }, () => post(paths.client(client.niceId), 1n));
      const [closed] = await Promise.allSettled([close(client), ...credits]);
      const balance = await readBalance(db, paths.client(client.niceId), 'EUR');
      if (closed?.status === 'fulfilled') expect(balance).toBe(0n);
      else expect(balance).toBe(12n);
    }
  });

  test('a partner whose client has closed its account is blocked: no order pays it, no fee is settled', async () => {
    const [owner, buyer] = [await register(), await register()];
    const partnerKey = 'pk_closed';
    const look = { isFloatingRate: true, theme: 'auto' as const, themeSettings: {}, allowedOrigins: [] };
    await savePartner(context, { ...look, partnerKey, name: 'Shop', isMerchant: true, clientId: owner.clientId });
    const order = { ...(await endedOrder(buyer)), payToPartner: true, partnerKey, status: 'processing' } as const;
    await remakeOrder(
      world.ownerUrl,
      order.niceId,
      `status = 'processing', pay_to_partner = true, partner_key = '${partnerKey}'`,
    );
    await post(paths.partner(partnerKey), 40n);
    await close(owner);
    expect((await findPartner({ db, clock: { now: () => new Date() } }, partnerKey))?.clientId).toBeNull();
    await expect(settleFees(context, partnerKey)).rejects.toThrow('closed');
    expect(await readBalance(db, paths.partner(partnerKey), 'EUR')).toBe(40n);
    await post(paths.order(order.niceId), 90n);
    const paid = { ...order, payoutGroup: 'balance', payoutCurrency: 'EUR', payoutAmount: 90n, destinationAddress: '' };
    await db.transaction().execute((trx) => payOutToBalance(context, trx, paid, 90n));
    expect(await readBalance(db, paths.unplaced(owner.niceId), 'EUR')).toBe(90n);
    expect(await alarmsOf(order.niceId)).toContain('client_closed');
  });
});
