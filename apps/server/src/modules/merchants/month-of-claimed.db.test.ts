import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { addClient } from '../clients/add-client.ts';
import { confirmEmail } from '../clients/store.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';
import { adoptOrders } from './open-buyer.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
beforeAll(async () => void (await openShop(world)), 60_000);

async function pay(email: string): Promise<string> {
  const { nice_id: niceId } = await buyAtShop(world, email);
  const payment = await world.paymentOf(niceId);
  await sandbox.settlePayment(payment, 'approved', 0);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  return (await world.read(niceId)).status;
}
const used = async (clientId: string) => {
  const uses = db.selectFrom('limitUses').select('used').where('clientId', '=', clientId);
  return (await uses.where('currency', '=', 'EUR').where('isMerchant', '=', true).executeTakeFirst())?.used ?? 0n;
};

test('law 7, what was bought under an address counts in its month, also once an account has confirmed it', async () => {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  expect(await pay(email)).toBe('finished');
  const clientId = await db.transaction().execute(async (trx) => {
    const fields = { email, passwordHash: 'not used', language: 'en' as const, partnerKey: null, referrerId: '' };
    const added = await addClient(context, trx, fields);
    if (added === undefined) throw new Error('the e-mail is taken');
    await confirmEmail(trx, { clientId: added, email, level: 'email_phone', confirmedAt: context.clock.now() });
    return added;
  });
  await adoptOrders(context, { clientId });
  const sales = await db.selectFrom('orders').select('payinAmount').where('clientId', '=', clientId).execute();
  expect(sales).toHaveLength(1);
  expect(await used(clientId)).toBe(sales[0]?.payinAmount);
});
