import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AcquirerCard } from '../../providers/acquirer/port.ts';
import { applyCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { checkDestination } from '../addresses/check-destination.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { creditTransfers } from '../bank-payins/credit-transfers.ts';
import { payByTransfer } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { deleteAccount } from '../closing/delete-account.ts';
import { findBenefits } from '../coupons/benefits.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { remakeOrder } from '../orders/fixtures/remake-order.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';

const world = await openOrderWorld();
const { context } = world;
const { db } = context;
/** A confirmed client, whose e-mail address others know. */
let owner: SignedInClient;

beforeAll(async () => void (await openShop(world)), 60_000);
beforeEach(async () => void (owner = await world.signInClient()));

/** An order at a merchant by a payer who types the owner's e-mail address and is not signed in. */
const buyAs = ({ email }: SignedInClient, changes: Readonly<Record<string, string>> = {}) =>
  buyAtShop(world, email, changes);

const isActive = async (coupon: string, access: string) =>
  (await world.calculate({ coupon }, access)).calc.coupons[0]?.['active'];
const orderIdOf = async (niceId: string) =>
  (await db.selectFrom('orders').select('orderId').where('niceId', '=', niceId).executeTakeFirstOrThrow()).orderId;

describe('a merchant’s payer who types the e-mail address of a client', () => {
  test('does not keep the address out of merchants by unpaid orders', async () => {
    for (let count = 0; count < 8; count += 1) await buyAs(owner, { payin_group: 'sepa', purchase_amount: '900' });
    await buyAs(owner, { purchase_amount: '900' });
  });

  test('pays no more in a month than its limit, however many orders are paid at once: the rest goes back', async () => {
    const made: string[] = [];
    for (let count = 0; count < 8; count += 1)
      made.push((await buyAs(owner, { payin_group: 'sepa', purchase_amount: '900' })).nice_id);
    await world.work();
    const asked = await db
      .selectFrom('orders')
      .select(['payinAmount', 'orderId'])
      .where('niceId', 'in', made)
      .execute();
    const amount = asked[0]?.payinAmount ?? 0n;
    for (const niceId of made)
      await payByTransfer(world, niceId, `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`);
    await collectTransfers(context);
    await Promise.all(asked.map(({ orderId }) => creditTransfers(context, orderId)));
    await world.work();
    const ended = await db.selectFrom('orders').select(['status', 'orderId']).where('niceId', 'in', made).execute();
    const most = Number(500_000n / amount);
    expect(ended.filter(({ status }) => status === 'finished')).toHaveLength(most);
    const over = ended.filter(({ status }) => status === 'refunded');
    expect(over).toHaveLength(8 - most);
    const reasons = db
      .selectFrom('orderEvents')
      .select('reason')
      .where('toStatus', '=', 'refunded')
      .where('fromStatus', '<>', 'refunded');
    const ids = over.map(({ orderId }) => orderId);
    expect(new Set((await reasons.where('orderId', 'in', ids).execute()).map(({ reason }) => reason))).toEqual(
      new Set(['limit_over']),
    );
    const refunds = await db.selectFrom('refunds').select(['amount', 'method']).where('orderId', 'in', ids).execute();
    expect(refunds).toEqual(ids.map(() => ({ amount, method: 'bank' })));
    const { used } = await db
      .selectFrom('limitUses')
      .select('used')
      .where('clientId', '=', owner.clientId)
      .where('isMerchant', '=', true)
      .where('currency', '=', 'EUR')
      .executeTakeFirstOrThrow();
    expect(used).toBe(amount * BigInt(most));
    await expectSound(world);
  });

  test('uses up neither its coupon nor its free first order, and learns nothing of a use of its own', async () => {
    await db
      .insertInto('coupons')
      .values({ code: 'TYPED', percentOff: 50, startsAt: new Date(0), createdAt: new Date(), clientUsesMax: 1 })
      .execute();
    await buyAs(owner, { coupon: 'TYPED' });
    expect(await isActive('TYPED', owner.access)).toBe(1);
    const { clientId } = owner;
    const question = {
      caller: { kind: 'client', clientId, sessionId: '' },
      language: 'en',
      isFirstFree: true,
    } as const;
    const benefits = await findBenefits(context, { ...question, coupon: undefined, payinEur: 10_000n });
    expect(benefits.canFreeFirst).toBe(true);
    expect((await world.buy(owner.access, { coupon: 'TYPED' })).body.errors).toEqual([]);
    expect(await isActive('TYPED', owner.access)).toBe(0);
    await buyAs(owner, { coupon: 'TYPED' });
  });

  test('agrees to nothing in its name', async () => {
    const { nice_id: niceId } = await buyAs(owner);
    const given = (subject: string) =>
      db
        .selectFrom('consents')
        .select('consentId')
        .where('clientId', '=', owner.clientId)
        .where('subject', '=', subject);
    expect(await given(niceId).execute()).toEqual([]);
    const own = await world.buy(owner.access);
    expect(await given(own.order.nice_id).execute()).not.toEqual([]);
  });

  test('leaves no card among its cards', async () => {
    const { nice_id: niceId } = await buyAs(owner);
    const paymentId = await world.paymentOf(niceId);
    await world.sandbox.settlePayment(paymentId, 'approved');
    const outside = await context.providers.acquirers.find('card_one').getPayment(paymentId);
    const keptCard: AcquirerCard = {
      token: 'acq_of_another',
      brand: 'visa',
      first6: '424242',
      last4: '4242',
      expMonth: 12,
      expYear: 2030,
      funding: 'credit',
    };
    await applyCardPayment(context, await orderIdOf(niceId), { ...outside, keptCard });
    expect(await db.selectFrom('cards').select('cardId').where('clientId', '=', owner.clientId).execute()).toEqual([]);
  });

  test('is not warned by addresses of its orders, and its own are not compared with the payer’s', async () => {
    const [mine, like] = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x5290111111111111111111111111111111119EE7'];
    const send = (dstAddress: string, isOwn: boolean) =>
      checkDestination(context, {
        clientId: owner.clientId,
        isOwn,
        currency: 'ETH',
        group: 'ethereum',
        request: { dstAddress: dstAddress.toLowerCase() },
      });
    const order = await buyAs(owner);
    const change = (niceId: string, address: string) =>
      remakeOrder(world.ownerUrl, niceId, `payout_group = 'ethereum', destination_address = '${address}'`);
    await change(order.nice_id, like);
    await expect(send(mine, true)).resolves.toMatchObject({ address: mine });
    await change((await world.buy(owner.access)).order.nice_id, mine);
    await expect(send(like, true)).rejects.toMatchObject({ items: [{ code: 'ADDRESS_LOOKALIKE' }] });
    await expect(send(like, false)).resolves.toMatchObject({ tag: '' });
  });

  test('pays from an account in any name, and no answer says whether the address is the client’s', async () => {
    await db
      .updateTable('clients')
      .set({ firstName: 'Vera', lastName: 'Molnar' })
      .where('clientId', '=', owner.clientId)
      .execute();
    const { nice_id: niceId } = await buyAs(owner, { payin_group: 'sepa' });
    await world.work();
    const shown = z.looseObject({
      payin_amount: z.string(),
      purchase_params_payin: z.object({ sepa_account: z.object({ iban: z.string(), reference: z.string() }) }),
    });
    const { payin_amount: amount, purchase_params_payin: to } = shown.parse(await world.read(niceId));
    const sender = { sender_name: 'Ada Lovelace', sender_iban: 'DE89370400440532013000', currency: 'EUR' };
    await world.sandbox.bankTransfer({ ...sender, ...to.sepa_account, amount, notify: 0 });
    await collectTransfers(context);
    await world.until(niceId, 'finished');
  });

  test('does not keep the client from closing the account, and the merchant gets what is paid afterwards', async () => {
    await savePassword(db, owner.clientId, await hashPassword('correct horse battery'));
    const close = () =>
      deleteAccount(context, { clientId: owner.clientId, password: 'correct horse battery', isAgree: true });
    const { nice_id: niceId } = await buyAs(owner);
    const { order: own } = await world.buy(owner.access);
    await expect(close()).rejects.toMatchObject({ items: [{ code: 'ORDER_IN_PROGRESS' }] });
    await world.call(`/onramp/o/${own.nice_id}/cancel`, {}, owner.access);
    await close();
    await world.sandbox.settlePayment(await world.paymentOf(niceId), 'approved');
    await world.until(niceId, 'finished');
  });

  test('keeps it from that once money came, as a refund would go to the client', async () => {
    await savePassword(db, owner.clientId, await hashPassword('correct horse battery'));
    const { nice_id: niceId } = await buyAs(owner);
    await db.updateTable('orders').set({ status: 'processing' }).where('niceId', '=', niceId).execute();
    await expect(
      deleteAccount(context, { clientId: owner.clientId, password: 'correct horse battery', isAgree: true }),
    ).rejects.toMatchObject({ items: [{ code: 'ORDER_IN_PROGRESS' }] });
  });
});
