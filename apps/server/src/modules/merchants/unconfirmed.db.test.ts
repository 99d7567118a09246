import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { resetPassword } from '../auth/change-password.ts';
import { openSession } from '../auth/open-session.ts';
import { addClient } from '../clients/add-client.ts';
import { erasePayers } from '../closing/erase-deleted.ts';
import { emailNow } from '../clients/store.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { insertReset } from '../owner-proof/password-resets-store.ts';
import { adoptOrders, openBuyer } from './open-buyer.ts';

const world = await openOrderWorld();
const { context } = world;
const { db } = context;
const language = 'en';
const newEmail = () => `${randomBytes(6).toString('hex')}@example.com`;

async function squat(email: string): Promise<string> {
  const account = { email, passwordHash: 'of the squatter', language, partnerKey: null, referrerId: '' } as const;
  const clientId = await addClient(context, db, account);
  if (clientId === undefined) throw new Error('the address is taken');
  await openSession(context, db, clientId, {});
  return clientId;
}

const pay = (email: string) => openBuyer(context, { email, language, partnerKey: 'pk_test_merchant' });
const clientOf = (clientId: string) =>
  db.selectFrom('clients').selectAll().where('clientId', '=', clientId).executeTakeFirstOrThrow();

async function follow(linked: string): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + 60_000);
  await insertReset(db, {
    tokenHash: createHash('sha256').update(token).digest(),
    clientId: linked,
    createdAt: now,
    expiresAt,
  });
  const newPassword = 'a lamp in the attic';
  await resetPassword(context, {
    token,
    newPassword,
    newPasswordRepeat: newPassword,
    isAgreeTerms: true,
    language: 'en',
  });
  await world.work();
}

describe('an unconfirmed address has no owner', () => {
  test('a merchant’s order is the confirmed account’s, never that of who only registered the address', async () => {
    const confirmed = await world.signInClient();
    expect(await pay(confirmed.email)).toBe(confirmed.clientId);
    const email = newEmail();
    const squatter = await squat(email);
    const payer = await pay(email);
    expect(payer).not.toBe(squatter);
    expect(await pay(email)).toBe(payer);
    expect(await db.selectNoFrom(emailNow(payer, '').as('now')).execute()).toEqual([{ now: email }]);
  });

  test('ten orders at once under one new address have one payer', async () => {
    const email = newEmail();
    const payers = await Promise.all(Array.from({ length: 10 }, () => pay(email)));
    expect(new Set(payers).size).toBe(1);
  });

  test('the link sent to the address takes it from the squatter, with what was paid under it, and ends what he set up', async () => {
    const email = newEmail();
    const squatter = await squat(email);
    const payer = await clientOf(await pay(email));
    await world.giveBalance({ ...payer, access: '' }, 2_350n, 'BTC');
    await db
      .updateTable('clients')
      .set({ twoFactorSealedKey: 'of the squatter', hasPasskeys: true })
      .where('clientId', '=', squatter)
      .execute();
    // A job moves the money: one that runs too early, or again, finds no client with a confirmed address.
    await adoptOrders(context, { clientId: squatter });
    expect(await readBalance(db, paths.client((await clientOf(squatter)).niceId), 'BTC')).toBe(0n);
    await follow(squatter);
    const owner = await clientOf(squatter);
    expect(owner).toMatchObject({ email, twoFactorSealedKey: '', hasPasskeys: false, level: 'email_phone' });
    expect(owner.emailConfirmedAt).not.toBeNull();
    expect(await readBalance(db, paths.client(owner.niceId), 'BTC')).toBe(2_350n);
    expect(await readBalance(db, paths.client(payer.niceId), 'BTC')).toBe(0n);
    const alive = db.selectFrom('sessions').select('sessionId').where('clientId', '=', squatter);
    expect(await alive.where('endedAt', 'is', null).execute()).toEqual([]);
  });

  test('who paid without an account gets one by the link, and on another first address the money stays behind', async () => {
    const email = newEmail();
    const payer = await clientOf(await pay(email));
    await world.giveBalance({ ...payer, access: '' }, 5_000n, 'EUR');
    // The squatter changes to an e-mail address of his own, and confirms it.
    const squatter = await squat(email);
    const elsewhere = { email: newEmail(), emailConfirmedAt: context.clock.now() };
    await db.updateTable('clients').set(elsewhere).where('clientId', '=', squatter).execute();
    await follow(payer.clientId);
    const owner = await db.selectFrom('clients').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
    expect(owner.clientId).not.toBe(squatter);
    expect(await readBalance(db, paths.client(owner.niceId), 'EUR')).toBe(5_000n);
  });

  test('who paid and never came is forgotten after five years without an order; money that waits keeps its address', async () => {
    const [gone, waiting, lately] = [newEmail(), newEmail(), newEmail()];
    const payers = [await pay(gone), await pay(waiting), await pay(lately)];
    await world.giveBalance({ ...(await clientOf(payers[1] ?? '')), access: '' }, 700n, 'EUR');
    const longAgo = new Date(context.clock.now().getTime() - 6 * 365 * 24 * 3_600_000);
    await db.updateTable('clients').set({ createdAt: longAgo }).where('payerEmail', 'in', [gone, waiting]).execute();
    const before = new Date(context.clock.now().getTime() - 5 * 365 * 24 * 3_600_000);
    await db.transaction().execute((trx) => erasePayers(trx, before));
    const kept = await db.selectFrom('clients').select('payerEmail').where('clientId', 'in', payers).execute();
    expect(kept.map(({ payerEmail }) => payerEmail ?? '').toSorted()).toEqual(['', waiting, lately].toSorted());
  });
});
