import { afterEach, describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { sweepOrders } from '../orders/sweep-orders.ts';
import { openCardWorld, testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { sellToCard } from './fixtures/sell-to-card.ts';
import { compareCards } from '../reconciliation/compare-cards.ts';
import { sendCardPayout } from './send-card-payout.ts';

const world = await openCardWorld();
const { db } = world.context;
const { sale, clientWithCoins, sell } = sellToCard(world);
afterEach(() => expectSound(world));

const codes = ({ body }: { body: { errors: readonly { code: string }[] } }) => body.errors.map(({ code }) => code);
const sentTo = async (niceId: string) => (await world.sandbox.cardPayouts(niceId)).map(({ status }) => status);

describe('a pay-out to a card', () => {
  test('sends the exact amount to the card that was typed, finishes the order and keeps the card', async () => {
    const client = await clientWithCoins();
    const token = await world.sandbox.cardToken(testCard.good);
    const niceId = await sell(client, token, { is_remember_card: '1', is_remember_card_agree: '1' });
    await world.work();
    const order = await world.read(niceId, client.access);
    expect(order).toMatchObject({ status: 'finished', payout_card_type: 'visa' });
    expect(order.history.map(({ reason }) => reason)).toContain('payout_sent');
    const [sent] = await world.sandbox.cardPayouts(niceId);
    expect(sent).toMatchObject({ amount: order.payout_amount, currency: 'EUR', status: 'paid' });
    const { body } = await world.call('/cards', { direction: 'payout' }, client.access);
    expect(body['cards']).toMatchObject([{ card_number: '4242 42·· ···· 4242' }]);
    expect(await compareCards(world.context)).toEqual([]);
    const strangers = await world.read(niceId);
    expect([strangers['payout_card_type'], strangers['token'], strangers['dst_address']]).toEqual(['', '', '']);
  });

  test('the card is shown from the beginning, to its owner alone', async () => {
    const { access } = await clientWithCoins();
    const token = await world.sandbox.cardToken(testCard.good);
    const { order } = await world.buy(access, { ...sale, payin_group: 'bitcoin', token });
    const expected = { payout_card_type: 'visa', dst_address: '···· 4242' };
    expect(await world.read(order.nice_id, access)).toMatchObject({ status: 'payin_pending', ...expected });
    expect(await world.read(order.nice_id)).toMatchObject({ payout_card_type: '', dst_address: '', token: '' });
  });

  test.each([
    ['EUR', 'USD'],
    ['GBP', 'EUR'],
    ['USD', 'EUR'],
  ])('a card of %s pays, a card of %s is paid: whichever acquirer takes the first', async (from, to) => {
    const { access } = await clientWithCoins();
    const token = await world.sandbox.cardToken(testCard.good);
    const cards = { payin_currency: from, payin_group: 'card', payin_amount: '100', payout_currency: to };
    const { order } = await world.buy(access, { ...cards, payout_group: 'card', token, dst_address: '' });
    expect(await world.read(order.nice_id, access)).toMatchObject({
      status: 'payin_pending',
      payout_card_type: 'visa',
    });
  });

  test('a card that pays later: sent, then finished by looking again', async () => {
    const client = await clientWithCoins();
    const niceId = await sell(client, await world.sandbox.cardToken(testCard.later));
    await world.work();
    expect(await world.read(niceId, client.access)).toMatchObject({ status: 'processing' });
    await expect
      .poll(
        async () => {
          await world.work({ isEarly: true });
          return (await world.read(niceId)).status;
        },
        { timeout: 15_000, interval: 500 },
      )
      .toBe('finished');
    expect(await sentTo(niceId)).toEqual(['paid']);
  });

  test('what the acquirer has paid under the order already is booked as it was paid, with an alarm', async () => {
    const client = await clientWithCoins();
    const niceId = await sell(client, await world.sandbox.cardToken(testCard.good));
    const { acquirer, orderId, acquirerToken } = await db
      .selectFrom('cardPayouts')
      .innerJoin('orders', 'orders.orderId', 'cardPayouts.orderId')
      .innerJoin('cards', 'cards.cardId', 'cardPayouts.cardId')
      .select(['cardPayouts.acquirer', 'cardPayouts.orderId', 'acquirerToken'])
      .where('niceId', '=', niceId)
      .executeTakeFirstOrThrow();
    // Like a payout that a restore has removed from the books, at the price of that time.
    const forgotten = { key: niceId, reference: niceId, amount: '100.00', currency: 'EUR', isCardKept: false };
    const { vault } = world.context.providers.acquirers.find(acquirer);
    await vault?.payOut({ ...forgotten, cardToken: acquirerToken });
    await world.work();
    expect((await world.sandbox.cardPayouts(niceId)).map(({ amount }) => amount)).toEqual(['100.00']);
    expect((await world.read(niceId)).status).toBe('finished');
    expect(await compareCards(world.context)).toEqual([]);
    expect(await readBalance(db, paths.order(niceId), 'EUR')).toBe(0n);
    const open = db.selectFrom('alarms').select('kind').where('subject', '=', orderId).where('clearedAt', 'is', null);
    expect(await open.execute()).toEqual([{ kind: 'payout_conflict' }]);
  });

  test('an order that is old when its pay-out is planned is not stuck', async () => {
    const client = await clientWithCoins();
    const niceId = await sell(client, await world.sandbox.cardToken(testCard.good));
    const createdAt = new Date(world.context.clock.now().getTime() - 60_000);
    await db.updateTable('orders').set({ createdAt }).where('niceId', '=', niceId).execute();
    await sweepOrders(world.context);
    expect(await db.selectFrom('alarms').select('kind').where('subject', '=', niceId).execute()).toEqual([]);
    await world.until(niceId, 'finished');
  });

  test.each([
    ['REQUIRED', 'no card', async () => ''],
    ['CARD_INVALID', 'an unknown token', async () => 'tok_nobody'],
    ['CARD_INVALID', '5-32 a type that is not taken', () => world.sandbox.cardToken(testCard.amex)],
    [
      'CARD_INVALID',
      'a card at the acquirer that sends nothing',
      () => world.sandbox.cardToken(testCard.good, 'acquirer_two'),
    ],
  ])('%s refuses %s before there is an order', async (code, _name, token) => {
    const client = await clientWithCoins();
    const refused = await world.buy(client.access, { ...sale, token: await token() });
    expect(refused.body.errors).toMatchObject([{ code, field: 'token' }]);
  });

  test('the card of another client is refused', async () => {
    const client = await clientWithCoins();
    const token = await world.sandbox.cardToken(testCard.good);
    await world.buy(client.access, { ...sale, token });
    const stranger = await clientWithCoins();
    expect(codes(await world.buy(stranger.access, { ...sale, token }))).toEqual(['CARD_INVALID']);
  });

  test.each(['error', 'drop_answer', 'hang'] as const)(
    '%s while sending: looked up, and sent once',
    { timeout: 40_000 },
    async (fault) => {
      const client = await clientWithCoins();
      const token = await world.sandbox.cardToken(testCard.good);
      await world.sandbox.makeFault({ provider: 'acquirer', fault, count: 1, call: 'payout' });
      const niceId = await sell(client, token);
      await expect
        .poll(
          async () => {
            await world.work({ isEarly: true });
            return (await world.read(niceId)).status;
          },
          { timeout: 90_000 },
        )
        .toBe('finished');
      expect(await sentTo(niceId)).toEqual(['paid']);
    },
  );

  test('two workers at once send once', async () => {
    const client = await clientWithCoins();
    const niceId = await sell(client, await world.sandbox.cardToken(testCard.good));
    const { orderId } = await db
      .selectFrom('orders')
      .select('orderId')
      .where('niceId', '=', niceId)
      .executeTakeFirstOrThrow();
    await db.updateTable('cardPayouts').set({ status: 'sending' }).where('orderId', '=', orderId).execute();
    await Promise.all([sendCardPayout(world.context, orderId), sendCardPayout(world.context, orderId), world.work()]);
    expect(await sentTo(niceId)).toEqual(['paid']);
    expect((await world.read(niceId)).status).toBe('finished');
  });
});
