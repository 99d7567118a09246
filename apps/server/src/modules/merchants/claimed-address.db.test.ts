import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { deleteAccount } from '../closing/delete-account.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';
import { adoptOrders } from './open-buyer.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

beforeAll(async () => void (await openShop(world)), 60_000);

const newAddress = () => `${randomBytes(6).toString('hex')}@example.com`;

const report = async (payment: string, result: 'chargeback' | 'refunded' | 'won', amount?: string) => {
  await sandbox.settlePayment(payment, result, 0, amount);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
};

const selectPayer = (email: string) =>
  db.selectFrom('clients').select(['niceId', 'clientId']).where('payerEmail', '=', email).executeTakeFirstOrThrow();

const onBalance = ({ niceId }: { niceId: string }) => readBalance(db, paths.client(niceId), 'EUR');

const move = ({ clientId }: { clientId: string }, email: string) =>
  db.updateTable('clients').set({ email }).where('clientId', '=', clientId).execute();

/** A payment at a merchant of which the acquirer has given back parts: the rest of the first waits for its payer. */
async function buyAndReturn(email: string) {
  const payment = await world.paymentOf((await buyAtShop(world, email)).nice_id);
  await sandbox.settlePayment(payment, 'approved', 0);
  await report(payment, 'refunded', '10.00');
  await report(payment, 'refunded', '5.00');
  await world.work();
  const payer = await selectPayer(email);
  return { payment, payer, amount: await onBalance(payer) };
}

/** The account that confirms the address. */
async function claim(email: string) {
  const client = await world.signInClient();
  await move(client, email);
  await adoptOrders(context, client);
  return client;
}

/** What waits for a payer is held of it for a loss, and an account claims the payer's orders meanwhile. */
async function claimHeld() {
  const email = newAddress();
  const { payment, payer, amount } = await buyAndReturn(email);
  expect(amount).toBeGreaterThan(0n);
  await report(payment, 'chargeback');
  return { email, payment, payer, amount, owner: await claim(email) };
}

describe('what an account has claimed of a payer is that account’s, whatever its address is by then', () => {
  test('what is won goes to it, and none of it to who confirms the address later', async () => {
    const { email, payment, payer, amount, owner } = await claimHeld();
    await move(owner, newAddress());
    const stranger = await claim(email);
    await report(payment, 'won');
    await world.work();
    expect([await onBalance(payer), await onBalance(stranger)]).toEqual([0n, 0n]);
    expect(await onBalance(owner)).toBeGreaterThanOrEqual(amount);
    await expectSound(world);
  }, 60_000);

  test('who orders under the address after that is another payer', async () => {
    const { email, owner } = await claimHeld();
    await move(owner, newAddress());
    const before = await onBalance(owner);
    const { amount } = await buyAndReturn(email);
    const next = await claim(email);
    expect([amount > 0n, await onBalance(next), await onBalance(owner)]).toEqual([true, amount, before]);
  }, 60_000);

  test('where it was closed meanwhile it is set aside for a person, with an alarm', async () => {
    const { payment, payer, amount, owner } = await claimHeld();
    const password = 'correct horse battery';
    await savePassword(db, owner.clientId, await hashPassword(password));
    await deleteAccount(context, { clientId: owner.clientId, password, isAgree: true });
    await report(payment, 'won');
    await world.work();
    const aside = await readBalance(db, paths.unplaced(owner.niceId), 'EUR');
    const alarms = await db.selectFrom('alarms').select('subject').where('kind', '=', 'client_closed').execute();
    expect([await onBalance(payer), aside >= amount]).toEqual([0n, true]);
    expect(alarms).toContainEqual({ subject: owner.niceId });
  }, 60_000);

  test('the database gives a payer whose orders are claimed no address', async () => {
    const email = newAddress();
    const { payer } = await buyAndReturn(email);
    await claim(email);
    const back = db.updateTable('clients').set({ payerEmail: email }).where('clientId', '=', payer.clientId).execute();
    await expect(back).rejects.toMatchObject({ constraint: 'clients_claimed_without_address' });
  }, 60_000);
});
