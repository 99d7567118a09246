import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openCardWorld, testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { endOrder } from '../order-lifecycle/change-status.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { cardsAccount, forgetCard } from './delete-card.ts';

const world = await openCardWorld();
afterEach(() => expectSound(world));

const savedCard = z.object({
  token: z.string(),
  name: z.string(),
  provider: z.string(),
  card_number: z.string(),
  bin_type: z.string(),
  card_type: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  is_restricted: z.int(),
});
type SavedCard = z.output<typeof savedCard>;

async function list(access: string, fields: Readonly<Record<string, string>> = {}): Promise<SavedCard[]> {
  const { body } = await world.call('/cards', { direction: 'payin', ...fields }, access);
  return z.array(savedCard).parse(body['cards']);
}
const codes = ({ body }: { body: { errors: readonly { code: string }[] } }) => body.errors.map(({ code }) => code);

/** A client who paid with a card and kept it. */
async function clientWithCard(number: string = testCard.good): Promise<{ access: string; card: SavedCard }> {
  const access = await world.signIn();
  const niceId = await world.order(access, 'form');
  await world.pay(niceId, access, { card_token: await world.sandbox.cardToken(number), save_card: '1' });
  const [card] = await list(access);
  if (card === undefined) throw new Error('The card was not kept.');
  return { access, card };
}

/** Pays on the acquirer's page, and has the card kept. @returns the order's number */
async function keepOnPage(access: string): Promise<string> {
  const niceId = await world.order(access, 'page', {
    is_remember_card: '1',
    is_remember_card_agree: '1',
    payout_group: 'balance',
    dst_address: '',
  });
  const { purchase_url: page = '' } = await world.shapeOf(niceId, access);
  await world.answerPage(page, { number: testCard.good, expiry: '12/34', cvc: '123', name: 'Sam' });
  await world.until(niceId, 'finished');
  return niceId;
}

/** Keeps a card in the fields of the second acquirer. @returns the order's number */
async function keepInFields(access: string): Promise<string> {
  const niceId = await world.order(access, 'session');
  const shape = await world.shapeOf(niceId, access);
  await world.chargeSession(shape, testCard.good, true);
  await world.pay(niceId, access, {
    session_token: shape.session_token ?? '',
    client_unique_id: shape.client_unique_id ?? '',
    save_card: '1',
  });
  return niceId;
}

async function reportResult(niceId: string, result: 'chargeback' | 'won' = 'chargeback'): Promise<void> {
  await world.sandbox.settlePayment(await world.paymentOf(niceId), result, 0);
  const { orderId } = await world.context.db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();
  await syncCardPayment(world.context, orderId);
}

/** Pays with a kept card, whose bank asks its owner. */
async function payKept(niceId: string, access: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const asked = await world.pay(niceId, access, fields);
  expect(codes(asked)).toEqual([]);
  expect((await world.read(niceId)).status).toBe('payin_pending');
  await world.answerPage(asked.body.redirect, { answer: 'approve' });
  await world.until(niceId, 'processing');
}

describe('7-48 the list of saved cards', () => {
  test('3-43 holds the card that paid and was to be kept, masked', async () => {
    const { access, card } = await clientWithCard();
    expect(card).toEqual({
      token: expect.stringMatching(/^card_/),
      name: '',
      provider: 'card_one',
      card_number: '4242 42·· ···· 4242',
      bin_type: 'credit',
      card_type: 'visa',
      exp_month: 12,
      exp_year: 2034,
      is_restricted: 0,
    });
    expect(await list(await world.signIn())).toEqual([]);
    expect(await list(access, { provider: 'card_one_form' })).toHaveLength(1);
    expect(await list(access, { provider: 'card_two' })).toEqual([]);
  });

  test('a card that was not to be kept is not in it', async () => {
    const access = await world.signIn();
    const niceId = await world.order(access, 'form');
    await world.pay(niceId, access, { card_token: await world.sandbox.cardToken(testCard.good), save_card: '0' });
    expect(await list(access)).toEqual([]);
  });

  test('the same card is in it once', async () => {
    const { access } = await clientWithCard();
    const niceId = await world.order(access, 'form');
    await world.pay(niceId, access, { card_token: await world.sandbox.cardToken(testCard.good), save_card: '1' });
    expect(await list(access)).toHaveLength(1);
  });

  test('a card kept by the second acquirer pays in and is not offered for pay-outs', async () => {
    const access = await world.signIn();
    const niceId = await world.order(access, 'session');
    const shape = await world.shapeOf(niceId, access);
    await world.chargeSession(shape, testCard.mastercard, true);
    await world.pay(niceId, access, {
      session_token: shape.session_token ?? '',
      client_unique_id: shape.client_unique_id ?? '',
      save_card: '1',
    });
    expect(await list(access)).toMatchObject([{ provider: 'card_two', card_type: 'mastercard' }]);
    expect(await list(access, { direction: 'payout' })).toEqual([]);
  });

  test('a card kept on the hosted page, as the address step requested, is in it', async () => {
    const access = await world.signIn();
    const niceId = await world.order(access, 'page', { is_remember_card: '1', is_remember_card_agree: '1' });
    const { purchase_url: page = '' } = await world.shapeOf(niceId, access);
    await world.answerPage(page, { number: testCard.good, expiry: '12/34', cvc: '123', name: 'Sam' });
    await world.until(niceId, 'processing');
    expect(await list(access)).toMatchObject([{ provider: 'card_one', card_number: '4242 42·· ···· 4242' }]);
  });

  test('3-44 names how both acquirers tokenise', async () => {
    const { body } = await world.call('/cards', { direction: 'payin' }, await world.signIn());
    expect(body['tokenize']).toEqual({
      card_one: {
        url: expect.stringMatching(/\/acquirer\/tokenize$/),
        public_key: 'pk_sandbox_acquirer',
        merchant_id: 'sandbox-merchant-one',
      },
      card_two: {
        url: expect.stringMatching(/\/acquirer-two\/fields\.js$/),
        public_key: 'pk_sandbox_acquirer_two',
        merchant_id: 'sandbox-merchant-two',
      },
    });
  });

  test.each([
    ['5-38 a missing direction', {}, 'DIRECTION_REQUIRED', 'Payment direction is required!'],
    ['5-37 another direction', { direction: 'sideways' }, 'DIRECTION_WRONG', 'Wrong payment direction!'],
  ])('%s is refused', async (_name, fields: Record<string, string>, code, text) => {
    const refused = await world.call('/cards', fields, await world.signIn());
    expect(refused.body.errors).toMatchObject([{ code, text, field: 'direction' }]);
  });

  test('asks for a client', async () => {
    expect((await world.call('/cards', { direction: 'payin' })).status).toBe(403);
  });
});

describe('paying with a saved card', () => {
  test('3-38 chosen in the address step: paymentUrl alone, and one click leads to the bank’s question', async () => {
    const { access, card } = await clientWithCard();
    const niceId = await world.order(access, 'form', { token: card.token });
    expect(await world.shapeOf(niceId, access)).toEqual({
      payment_url: `/onramp/o/${niceId}/pay`,
      provider: 'card_one',
    });
    await payKept(niceId, access, { token: card.token, card_holder_name: '' });
  });

  test('3-39 a card typed in the address step: publicKey alone, and the order kept it', async () => {
    const access = await world.signIn();
    const token = await world.sandbox.cardToken(testCard.good);
    const niceId = await world.order(access, 'form', { token, is_remember_card: '1', is_remember_card_agree: '1' });
    expect(await world.shapeOf(niceId, access)).toEqual({ public_key: 'pk_sandbox_acquirer', provider: 'card_one' });
    expect((await world.pay(niceId, access)).body.success).toBe(1);
    expect((await world.read(niceId)).status).toBe('processing');
    expect(await list(access)).toHaveLength(1);
  });

  test('a saved card pays by any route of its acquirer; after a decline another card is asked for', async () => {
    const { access, card } = await clientWithCard();
    const niceId = await world.order(access, 'page', { token: card.token });
    expect(await world.shapeOf(niceId, access)).toEqual({
      payment_url: `/onramp/o/${niceId}/pay`,
      provider: 'card_one',
    });
    const payment = await world.paymentOf(niceId);
    await world.sandbox.settlePayment(payment, 'declined', 0);
    await world.work({ isEarly: true });
    expect(await world.shapeOf(niceId, access)).toMatchObject({ purchase_url: expect.any(String) });
    await payKept(niceId, access, { token: card.token });
  });

  test('a sensitive act needs a fresh proof: onto the client’s own balance the bank need not ask, out of the account it must', async () => {
    const { access, card } = await clientWithCard();
    const own = { token: card.token, payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };
    const kept = await world.order(access, 'form', own);
    expect((await world.pay(kept, access, { token: card.token })).body).toMatchObject({ success: 1, redirect: '' });
    const out = await world.order(access, 'form', { token: card.token });
    const asked = await world.pay(out, access, { token: card.token });
    expect(asked.body['redirect']).toMatch(/3ds/);
    // Denied, nothing was charged.
    await world.answerPage(asked.body.redirect, { answer: 'deny' });
    expect(await world.creditsOf(out)).toBe(0);
  });

  test.each(['when it is made', 'when it is paid'])(
    'so must it for a card that was typed for another order, whose details show its token, named %s',
    async (when) => {
      const access = await world.signIn();
      const typed = await world.sandbox.cardToken(testCard.good);
      const sale = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.01', payout_currency: 'EUR' };
      const sold = await world.buy(access, { ...sale, payout_group: 'card', token: typed, dst_address: '' });
      const token = String((await world.read(sold.order.nice_id, access))['token']);
      expect(token).toMatch(/^card_/);
      expect(await list(access)).toEqual([]);
      const out = await world.order(access, 'form', when === 'when it is made' ? { token } : {});
      const asked = await world.pay(out, access, { token });
      expect(asked.body['redirect']).toMatch(/3ds/);
      await world.answerPage(asked.body.redirect, { answer: 'deny' });
      expect(await world.creditsOf(out)).toBe(0);
    },
  );

  test('another payer of a merchant’s order has none of its owner’s cards', async () => {
    const owner = await world.signInClient();
    const paid = await world.order(owner.access, 'form');
    const kept = { card_token: await world.sandbox.cardToken(testCard.good), save_card: '1' };
    await world.pay(paid, owner.access, kept);
    const [card] = await list(owner.access);
    const purchase = { is_merchant: '1', partner_key: 'pk_test_merchant', client_email: owner.email };
    const wanted = { payin_currency: 'GBP', payin_amount: '0', purchase_amount: '49.90', purchase_currency: 'USD' };
    const { order } = await world.buy(owner.access, {
      ...purchase,
      ...wanted,
      payout_currency: 'USD',
      payout_group: 'balance',
      dst_address: '',
    });
    const stranger = await world.signIn();
    const refused = await world.pay(order.nice_id, stranger, { token: card?.token ?? '' });
    expect(codes(refused)).toEqual(['REQUIRED']);
    expect(codes(await world.pay(order.nice_id, owner.access, { token: card?.token ?? '' }))).toEqual([]);
  });

  test.each([
    ['of another client', 'form'],
    ['of another acquirer', 'session'],
  ] as const)('a card %s is refused when the order is made', async (name, entry) => {
    const { access, card } = await clientWithCard();
    const payer = name === 'of another client' ? await world.signIn() : access;
    const refused = await world.buy(payer, {
      payin_currency: entry === 'form' ? 'GBP' : 'USD',
      payin_amount: '200',
      token: card.token,
    });
    expect(refused.body.errors).toMatchObject([{ code: 'CARD_INVALID', field: 'token' }]);
  });

  test('a saved card of another client is not found when it pays', async () => {
    const { card } = await clientWithCard();
    const access = await world.signIn();
    const niceId = await world.order(access, 'form');
    expect(codes(await world.pay(niceId, access, { token: card.token }))).toEqual(['CARD_INVALID']);
  });

  test('A-090 a card is restricted after a chargeback: listed, and refused', async () => {
    const { access, card } = await clientWithCard();
    const niceId = await world.order(access, 'form', { token: card.token });
    await payKept(niceId, access, { token: card.token });
    await reportResult(niceId);
    expect(await list(access)).toMatchObject([{ token: card.token, is_restricted: 1 }]);
    const refused = await world.buy(access, { payin_currency: 'GBP', payin_amount: '200', token: card.token });
    expect(codes(refused)).toEqual(['CARD_RESTRICTED']);

    // Typed again it has a new token, and is the same card; so it is when its entry was deleted, and the dispute won.
    for (const act of ['typed again', 'won, deleted and typed again']) {
      if (act !== 'typed again') await reportResult(niceId, 'won');
      expect(await list(access)).toMatchObject([{ is_restricted: 1 }]);
      if (act !== 'typed again') await world.call('/card/delete', { token: card.token }, access);
      const typed = await world.sandbox.cardToken(testCard.good);
      const again = await world.buy(access, { payin_currency: 'GBP', payin_amount: '200', token: typed });
      expect(codes(again), act).toEqual(['CARD_RESTRICTED']);
      const other = await world.order(access, 'form');
      expect(codes(await world.pay(other, access, { card_token: typed, save_card: '1' })), act).toEqual([
        'CARD_RESTRICTED',
      ]);
    }
    const { history } = await world.read(niceId, access);
    expect(history.map(({ reason }) => reason)).toContain('payment_regained');
    // Another card of the client pays.
    const other = await world.order(access, 'form');
    const unlike = await world.sandbox.cardToken(testCard.mastercard);
    expect(codes(await world.pay(other, access, { card_token: unlike }))).toEqual([]);
  });

  test.each([
    ['on the acquirer’s page', keepOnPage],
    ['in the fields of the second acquirer', keepInFields],
  ])('one that was typed %s is as well, at every acquirer', async (_where, keepCard) => {
    const { access } = await clientWithCard();
    await reportResult(await keepCard(access));
    expect(await list(access)).toMatchObject((await list(access)).map(() => ({ is_restricted: 1 })));
    const typed = await world.sandbox.cardToken(testCard.good);
    const again = await world.buy(access, { payin_currency: 'GBP', payin_amount: '200', token: typed });
    expect(codes(again)).toEqual(['CARD_RESTRICTED']);
  });
});

describe('later news of a payment brings no card back', () => {
  const hear = async (niceId: string) =>
    confirmCardPayment(world.context, { acquirer: 'card_one', acquirerPaymentId: await world.paymentOf(niceId) });

  test('that was typed once more since, which replaced its token, and deleted', async () => {
    const access = await world.signIn();
    const niceId = await keepOnPage(access);
    const [card] = await list(access);
    await world.context.db
      .updateTable('cards')
      .set({ acquirerToken: `newer ${niceId}` })
      .where('token', '=', card?.token ?? '')
      .execute();
    await world.call('/card/delete', { token: card?.token ?? '' }, access);
    await hear(niceId);
    expect(await list(access)).toEqual([]);
  });

  test('of money that came too late: it is kept all the same, but not for a closed account', async () => {
    const { db } = world.context;
    const typed = async (access: string) => {
      const agreed = { is_remember_card: '1', is_remember_card_agree: '1' };
      const niceId = await world.order(access, 'page', agreed);
      const { purchase_url: page = '' } = await world.shapeOf(niceId, access);
      const over = { to: 'expired', reason: 'payment_expired', actor: 'system' } as const;
      const order = await findOrder(db, { niceId });
      if (order === undefined) throw new Error('There is no order.');
      await db.transaction().execute((trx) => endOrder(world.context, trx, order, over));
      await world.answerPage(page, { number: testCard.good, expiry: '12/34', cvc: '123', name: 'Sam' });
      return niceId;
    };
    const [open, closed] = [await world.signInClient(), await world.signInClient()];
    await hear(await typed(open.access));
    expect(await list(open.access)).toHaveLength(1);
    const late = await typed(closed.access);
    await db.updateTable('clients').set({ deletedAt: new Date() }).where('clientId', '=', closed.clientId).execute();
    const { vault } = world.context.providers.acquirers.find('card_one');
    if (vault === undefined) throw new Error('It keeps no cards.');
    const removed = vi.spyOn(vault, 'remove');
    await hear(late);
    await world.work();
    // The acquirer had kept it as well.
    expect(removed).toHaveBeenCalledOnce();
    const cards = db.selectFrom('cards').select(['isListed', 'last4']).where('clientId', '=', closed.clientId);
    expect(await cards.execute()).toEqual([{ isListed: false, last4: '' }]);
  });

  test('whose account was closed', async () => {
    const client = await world.signInClient();
    const niceId = await keepOnPage(client.access);
    const { db } = world.context;
    await db.transaction().execute(async (trx) => cardsAccount.close?.(world.context, trx, client));
    const cards = db.selectFrom('cards').select(['cardId', 'last4']).where('clientId', '=', client.clientId);
    for (const { cardId } of await cards.execute()) await forgetCard(world.context, cardId);
    await hear(niceId);
    expect(await cards.execute()).toMatchObject([{ last4: '' }]);
  });
});

describe('C-36a a name of a card', () => {
  test('is its client’s own, and taken away by an empty one', async () => {
    const { access, card } = await clientWithCard();
    const name = async (text: string, who = access) =>
      (await world.call('/card/rename', { token: card.token, name: text }, who)).status;
    expect(await name('Travel')).toBe(200);
    expect(await list(access)).toMatchObject([{ token: card.token, name: 'Travel' }]);
    expect(await name('Mine', await world.signIn())).toBe(404);
    expect(await name('x'.repeat(61))).toBe(400);
    expect(await list(access)).toMatchObject([{ name: 'Travel' }]);
    expect(await name('')).toBe(200);
    expect(await list(access)).toMatchObject([{ name: '' }]);
  });
});

describe('7-49, C-36 deleting a card', () => {
  test('deletes it here and at the acquirer, and it can no longer pay', async () => {
    const { access, card } = await clientWithCard();
    expect((await world.call('/card/delete', { token: card.token }, access)).body.success).toBe(1);
    expect(await list(access)).toEqual([]);
    const niceId = await world.order(access, 'form');
    expect(codes(await world.pay(niceId, access, { token: card.token }))).toEqual(['CARD_INVALID']);
    expect((await world.call('/card/delete', { token: card.token }, access)).status).toBe(404);
  });

  test('5-31 needs a token, and a card of another client is not found', async () => {
    const { card } = await clientWithCard();
    const stranger = await world.signIn();
    expect((await world.call('/card/delete', { token: card.token }, stranger)).status).toBe(404);
    expect((await world.call('/card/delete', {}, stranger)).status).toBe(400);
  });

  test('an answer that was lost: asking again deletes it', async () => {
    const { access, card } = await clientWithCard();
    await world.sandbox.makeFault({ provider: 'acquirer', fault: 'drop_answer', count: 1, call: 'delete_card' });
    expect((await world.call('/card/delete', { token: card.token }, access)).status).toBe(503);
    expect((await world.call('/card/delete', { token: card.token }, access)).body.success).toBe(1);
    expect(await list(access)).toEqual([]);
  });
});
