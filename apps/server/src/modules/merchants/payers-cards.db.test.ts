import { randomBytes } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openCardWorld, testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { forgetCardsOfPayers } from '../cards/delete-card.ts';
import { keepCardToken } from '../cards/keep-card.ts';
import { eraseDeleted } from '../closing/erase-deleted.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';

const world = await openCardWorld();
const { context, sandbox } = world;
const { db } = context;

beforeAll(async () => void (await openShop(world)), 60_000);
afterEach(() => expectSound(world));

const newEmail = () => `${randomBytes(6).toString('hex')}@example.com`;
const cardsOf = (clientId: string) => db.selectFrom('cards').selectAll().where('clientId', '=', clientId).execute();
const buy = async (email: string) => (await buyAtShop(world, email, { payin_currency: 'GBP' })).nice_id;
const codesOf = ({ body }: Awaited<ReturnType<typeof world.call>>) => body.errors.map(({ code }) => code);
const sheet = z.object({ method: z.url(), data: z.string() });

/** How a merchant's payer enters a card on our page. */
const entries = {
  'types it': async (niceId: string, number: string) =>
    world.call(`/onramp/o/${niceId}/pay`, {
      card_holder_name: 'Ada Payer',
      card_token: await sandbox.cardToken(number),
    }),
  'takes it from a wallet': async (niceId: string, number: string) => {
    const { body } = await world.call(`/onramp/o/${niceId}/wallets`, {});
    const { sheets } = z.looseObject({ sheets: z.array(sheet) }).parse(body);
    const shown = sheet.parse(sheets[0]);
    const { payment } = z.object({ payment: z.string() }).parse(JSON.parse(shown.data));
    const answer = await fetch(`${shown.method}cards`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment, number }),
    });
    return world.call(`/onramp/o/${niceId}/pay`, { wallet: 'google_pay', wallet_token: await answer.text() });
  },
} as const;

test('old cards are forgotten page by page, however many there are', async () => {
  const { clock } = context;
  const longAgo = new Date(clock.now().getTime() - 6 * 365 * 24 * 3_600_000);
  const numbers = [testCard.good, testCard.mastercard, testCard.maestro];
  for (const number of numbers)
    await keepCardToken(context, { clientId: null, acquirer: 'card_one', cardToken: await sandbox.cardToken(number) });
  await db.updateTable('cards').set({ createdAt: longAgo }).where('clientId', 'is', null).execute();
  const read: number[] = [];
  const transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    read.push(result.rows.length);
    return result;
  };
  const counted = { ...context, db: db.withPlugin({ transformQuery: ({ node }) => node, transformResult }) };
  await forgetCardsOfPayers(counted, new Date(longAgo.getTime() + 1), { size: 1 });
  expect(Math.max(...read)).toBe(1);
  await world.work();
  const left = db.selectFrom('cards').select('last4').where('clientId', 'is', null).where('last4', '<>', '');
  expect(await left.execute()).toEqual([]);
});

describe.each(Object.entries(entries))('a merchant’s payer %s: the card', (_name, pay) => {
  test('is none of the client’s whose address was typed', async () => {
    const owner = await world.signInClient();
    const niceId = await buy(owner.email);
    expect((await pay(niceId, testCard.good)).body.errors).toEqual([]);
    await world.until(niceId, 'finished');
    expect(await cardsOf(owner.clientId)).toEqual([]);
  });

  test('pays no more once it was charged back, under whatever address, and a client’s own still does', async () => {
    const owner = await world.signInClient();
    const acquirer = 'card_one';
    const own = await keepCardToken(context, {
      clientId: owner.clientId,
      acquirer,
      cardToken: await sandbox.cardToken(testCard.mastercard),
    });
    const niceId = await buy(owner.email);
    expect((await pay(niceId, testCard.mastercard)).body.errors).toEqual([]);
    await world.until(niceId, 'finished');
    const payment = await world.paymentOf(niceId);
    await sandbox.settlePayment(payment, 'chargeback', 0);
    await confirmCardPayment(context, { acquirer, acquirerPaymentId: payment });
    expect(codesOf(await pay(await buy(newEmail()), testCard.mastercard))).toEqual(['CARD_RESTRICTED']);
    expect((await cardsOf(owner.clientId)).map(({ token, isRestricted }) => [token, isRestricted])).toEqual([
      [own?.token, false],
    ]);
    await db.updateTable('cards').set({ isRestricted: false }).where('clientId', 'is', null).execute();
  });

  test('is forgotten when its payer is', async () => {
    const niceId = await buy(newEmail());
    await pay(niceId, testCard.maestro);
    await world.until(niceId, 'finished');
    const left = () =>
      db.selectFrom('cards').select('cardId').where('last4', '=', testCard.maestro.slice(-4)).execute();
    expect(await left()).not.toEqual([]);
    await eraseDeleted(context);
    await world.work();
    expect(await left()).not.toEqual([]);
    const longAgo = new Date(context.clock.now().getTime() - 6 * 365 * 24 * 3_600_000);
    await db.updateTable('cards').set({ createdAt: longAgo }).execute();
    await eraseDeleted(context);
    await world.work();
    expect(await left()).toEqual([]);
  });
});
