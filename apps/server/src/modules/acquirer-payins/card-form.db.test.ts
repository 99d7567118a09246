import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openCardWorld, testCard } from './fixtures/open-card-world.ts';
import { payOrder } from './pay-order.ts';

const world = await openCardWorld();
const access = await world.signIn();
afterEach(() => expectSound(world));

const typed = (number: string) => world.sandbox.cardToken(number);
const codes = ({ body }: { body: { errors: readonly { code: string }[] } }) => body.errors.map(({ code }) => code);

describe('7-18 a card that was typed in the frame of the acquirer', () => {
  test('3-40 is requested with paymentUrl and publicKey, and pays', async () => {
    const niceId = await world.order(access, 'form');
    const shape = await world.shapeOf(niceId, access);
    expect(Object.keys(shape).toSorted()).toEqual(['payment_url', 'provider', 'public_key', 'script_url', 'wallets']);
    expect(shape).toMatchObject({
      payment_url: `/onramp/o/${niceId}/pay`,
      provider: 'card_one',
      public_key: 'pk_sandbox_acquirer',
    });
    const paid = await world.pay(niceId, access, { card_token: await typed(testCard.good) });
    expect(paid.body).toMatchObject({ success: 1, redirect: '', errors: [] });
    expect(await world.read(niceId, access)).toMatchObject({
      status: 'processing',
      card_type: 'visa',
      card_last4: '4242',
    });
    expect(await world.creditsOf(niceId)).toBe(1);
  });

  test.each([
    ['Mastercard', testCard.mastercard, 'mastercard'],
    ['Maestro', testCard.maestro, 'maestro'],
  ])('5-32 %s is taken', async (_name, number, brand) => {
    const niceId = await world.order(access, 'form');
    expect((await world.pay(niceId, access, { card_token: await typed(number) })).body.success).toBe(1);
    expect(await world.read(niceId, access)).toMatchObject({ status: 'processing', card_type: brand });
  });

  test.each([
    ['PAYMENT_DECLINED', 'declined', testCard.declined],
    ['PAYMENT_DECLINED', 'insufficient_funds', testCard.noFunds],
    ['CARD_RESTRICTED', 'restricted_card', testCard.restricted],
  ])('%s answers a decline (%s); another card pays the same order', async (code, reason, number) => {
    const niceId = await world.order(access, 'form');
    const refused = await world.pay(niceId, access, { card_token: await typed(number) });
    expect(refused).toMatchObject({ status: 200, body: { success: 0 } });
    expect(codes(refused)).toEqual([code]);
    expect(await world.read(niceId, access)).toMatchObject({
      status: 'payin_pending',
      payment_status: 'declined',
      payment_decline_reason: reason,
    });
    expect((await world.pay(niceId, access, { card_token: await typed(testCard.good) })).body.success).toBe(1);
    expect((await world.read(niceId)).status).toBe('processing');
  });

  test.each([
    [
      'REQUIRED',
      'no name on the card',
      async () => ({ card_token: await typed(testCard.good), card_holder_name: '  ' }),
    ],
    ['CARD_INVALID', '5-32 a type that is not taken', async () => ({ card_token: await typed(testCard.amex) })],
    ['CARD_INVALID', 'an unknown token', async () => ({ card_token: 'tok_nobody' })],
    ['CARD_INVALID', 'a saved card that does not exist', async () => ({ token: 'card_nobody' })],
    ['REQUIRED', 'no card at all', async () => ({})],
    ['PAYMENT_METHOD_UNKNOWN', 'another provider', async () => ({ provider: 'card_two' })],
    ['CARD_INVALID', 'an unknown session', async () => ({ session_token: 'ses_x', client_unique_id: 'cli_x' })],
  ])('%s refuses %s, and nothing is charged', async (code, _name, fields) => {
    const niceId = await world.order(access, 'form');
    expect(codes(await world.pay(niceId, access, await fields()))).toEqual([code]);
    expect(await world.read(niceId, access)).toMatchObject({ status: 'payin_pending', payment_status: 'created' });
  });

  test('a session that was ended while the acquirer was asked charges no card', async () => {
    const niceId = await world.order(access, 'form');
    const { clientId } = await world.context.db
      .selectFrom('orders')
      .select('clientId')
      .where('niceId', '=', niceId)
      .executeTakeFirstOrThrow();
    const ended = { kind: 'client', clientId, sessionId: randomUUID() } as const;
    const paid = payOrder(world.context, niceId, ended, {
      cardToken: await typed(testCard.good),
      cardHolderName: 'ADA LOVELACE',
    });
    await expect(paid).rejects.toMatchObject({ items: [{ code: 'SESSION_OVER' }] });
    expect(await world.creditsOf(niceId)).toBe(0);
  });

  test('a token that another client typed is not found', async () => {
    const token = await typed(testCard.good);
    const theirs = await world.signIn();
    const theirOrder = await world.order(theirs, 'form');
    await world.pay(theirOrder, theirs, { card_token: token });
    const niceId = await world.order(access, 'form');
    expect(codes(await world.pay(niceId, access, { card_token: token }))).toEqual(['CARD_INVALID']);
  });

  test('the order of another client is not found', async () => {
    const niceId = await world.order(access, 'form');
    const stranger = await world.signIn();
    expect((await world.pay(niceId, stranger, { card_token: await typed(testCard.good) })).status).toBe(404);
  });
});

describe('3-D Secure', () => {
  test('7-20 the redirect leads to the bank; approving there pays', async () => {
    const niceId = await world.order(access, 'form');
    const asked = await world.pay(niceId, access, { card_token: await typed(testCard.challenge) });
    expect(asked.body).toMatchObject({ success: 1, redirect: expect.stringContaining('/acquirer/3ds/') });
    expect(await world.read(niceId, access)).toMatchObject({
      payment_status: 'challenge',
      redirect: asked.body.redirect,
    });
    expect((await world.read(niceId))['redirect']).toBe('');
    const back = await world.answerPage(asked.body.redirect, { answer: 'approve' });
    expect(back).toContain(`/order-status/${niceId}`);
    await world.until(niceId, 'processing');
    expect(await world.creditsOf(niceId)).toBe(1);
  });

  test('denying there leads back, and another card pays', async () => {
    const niceId = await world.order(access, 'form');
    const asked = await world.pay(niceId, access, { card_token: await typed(testCard.challenge) });
    expect(await world.answerPage(asked.body.redirect, { answer: 'deny' })).toContain(`/order-status/${niceId}`);
    await world.work({ isEarly: true });
    expect((await world.read(niceId)).status).toBe('payin_pending');
    expect((await world.pay(niceId, access, { card_token: await typed(testCard.good) })).body.success).toBe(1);
    expect((await world.read(niceId)).status).toBe('processing');
  });

  test('asking again while the bank waits gives the same page and charges nothing more', async () => {
    const niceId = await world.order(access, 'form');
    const token = await typed(testCard.challenge);
    const first = await world.pay(niceId, access, { card_token: token });
    const second = await world.pay(niceId, access, { card_token: token });
    const other = await world.pay(niceId, access, { card_token: await typed(testCard.good) });
    expect([second.body.redirect, other.body.redirect]).toEqual([first.body.redirect, first.body.redirect]);
    expect(await world.creditsOf(niceId)).toBe(0);
  });
});

test('a card that pays later is credited when its money comes', async () => {
  const niceId = await world.order(access, 'form');
  const taken = await world.pay(niceId, access, { card_token: await typed(testCard.later) });
  expect(taken.body).toMatchObject({ success: 1, redirect: '' });
  expect((await world.read(niceId)).status).toBe('payin_pending');
  await world.until(niceId, 'processing');
});

describe('one charge, whatever happens', () => {
  test('eight clicks at once charge once and all get the same answer', async () => {
    const niceId = await world.order(access, 'form');
    const token = await typed(testCard.good);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.pay(niceId, access, { card_token: token })),
    );
    expect(new Set(answers.map(({ body }) => `${body.success} ${body.redirect}`))).toEqual(new Set(['1 ']));
    expect(await world.creditsOf(niceId)).toBe(1);
    expect((await world.sandbox.acquirerPayments(niceId)).length).toBe(1);
  });

  test('two cards at once pay the order once', async () => {
    const niceId = await world.order(access, 'form');
    const [one, two] = [await typed(testCard.good), await typed(testCard.mastercard)];
    await Promise.all([one, two].map((token) => world.pay(niceId, access, { card_token: token })));
    expect((await world.read(niceId)).status).toBe('processing');
    const { card_payments: charged } = await world.sandbox.journal();
    expect(charged.filter(({ reference }) => reference === niceId)).toHaveLength(1);
  });

  test('a double click on a declined card is one try', async () => {
    const niceId = await world.order(access, 'form');
    const token = await typed(testCard.declined);
    for (let click = 0; click < 2; click += 1)
      expect(codes(await world.pay(niceId, access, { card_token: token }))).toEqual(['PAYMENT_DECLINED']);
    const tries = await world.context.db.selectFrom('cardCharges').select('chargeId').execute();
    const { history } = await world.read(niceId, access);
    expect(tries.length).toBeGreaterThan(0);
    expect(history.filter(({ reason }) => reason === 'card_declined')).toHaveLength(1);
  });

  test.each(['error', 'drop_answer'] as const)(
    '%s while charging: asking again finds out, and charges once',
    async (fault) => {
      const niceId = await world.order(access, 'form');
      const token = await typed(testCard.good);
      await world.sandbox.makeFault({ provider: 'acquirer', fault, count: 1, call: 'charge' });
      const unsure = await world.pay(niceId, access, { card_token: token });
      expect(codes(unsure)).toEqual(['PAYMENT_UNAVAILABLE']);
      expect(unsure.body.errors[0]?.text).toContain('never charged twice');
      expect((await world.pay(niceId, access, { card_token: token })).body).toMatchObject({ success: 1, redirect: '' });
      expect((await world.read(niceId)).status).toBe('processing');
      expect(await world.creditsOf(niceId)).toBe(1);
    },
  );

  test('the answer is lost and not requested again: the watch finds the money', async () => {
    const niceId = await world.order(access, 'form');
    await world.sandbox.makeFault({ provider: 'acquirer', fault: 'drop_answer', count: 1, call: 'charge' });
    await world.sandbox.makeFault({ provider: 'acquirer_webhooks', fault: 'reject', count: 1 });
    await world.pay(niceId, access, { card_token: await typed(testCard.good) });
    await world.work({ isEarly: true });
    expect((await world.read(niceId)).status).toBe('processing');
    expect(await world.creditsOf(niceId)).toBe(1);
  });

  test(
    'the acquirer hangs while charging: the client gets an error, and a later try pays once',
    { timeout: 90_000 },
    async () => {
      const niceId = await world.order(access, 'form');
      const token = await typed(testCard.good);
      await world.sandbox.makeFault({ provider: 'acquirer', fault: 'hang', count: 1, call: 'charge' });
      expect(codes(await world.pay(niceId, access, { card_token: token }))).toEqual(['PAYMENT_UNAVAILABLE']);
      expect((await world.pay(niceId, access, { card_token: token })).body.success).toBe(1);
      expect(await world.creditsOf(niceId)).toBe(1);
    },
  );

  test('the order is canceled while a card is charged: one of both, never both', async () => {
    const niceId = await world.order(access, 'form');
    const token = await typed(testCard.good);
    await Promise.all([
      world.pay(niceId, access, { card_token: token }),
      world.call(`/onramp/o/${niceId}/cancel`, {}, access),
    ]);
    await world.work();
    const { status } = await world.read(niceId);
    const { card_payments: charged } = await world.sandbox.journal();
    expect([status, charged.filter(({ reference }) => reference === niceId).length]).toEqual(
      status === 'canceled' ? ['canceled', 0] : ['processing', 1],
    );
  });
});
