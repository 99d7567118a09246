import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openCardWorld, testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { sellToCard } from '../card-payouts/fixtures/sell-to-card.ts';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';

const world = await openCardWorld();
afterEach(() => expectSound(world));
const { db } = world.context;
const { sale: whole, clientWithCoins, sell } = sellToCard(world);
const sale = { ...whole, payin_amount: '0.002' };
const password = 'four words of yours';
const passwordHash = await hashPassword(password);

const seen = z.array(z.looseObject({ token: z.string(), is_destination: z.int() }));
const list = async ({ access }: SignedInClient) =>
  seen.parse((await world.call('/cards', { direction: 'payout' }, access)).body['cards']);
const codes = ({ body }: { body: { errors: readonly { code: string }[] } }) => body.errors.map(({ code }) => code);
const typed = () => world.sandbox.cardToken(testCard.good);
const add = async ({ access }: SignedInClient, proof: Readonly<Record<string, string>> = {}) =>
  world.call('/card/new', { token: await typed(), is_remember_card_agree: '1', ...proof }, access);

/** A client with coins, and a card that a payment kept, as a thief of the access token can have one kept. */
async function clientWithPaidCard(): Promise<{ client: SignedInClient; token: string }> {
  const client = await clientWithCoins();
  await savePassword(db, client.clientId, passwordHash);
  const niceId = await world.order(client.access, 'form');
  await world.pay(niceId, client.access, { card_token: await typed(), save_card: '1' });
  const [card] = await list(client);
  expect(card).toMatchObject({ is_destination: 0 });
  const kept = db.selectFrom('notifications').select('parameters').where('template', '=', 'card-kept');
  expect(await kept.where('clientId', '=', client.clientId).execute()).toMatchObject([
    { parameters: { use: 'payments' } },
  ]);
  return { client, token: card?.token ?? '' };
}

describe('a sensitive act needs a fresh proof: where money goes is not chosen by a session alone', () => {
  test.each([
    ['of the balance', { payin_group: 'balance' }],
    ['from outside', { payin_group: 'bitcoin' }],
  ])(
    'no money %s is paid out to a card by its place in the list, before its owner proved to want that',
    async (_name, by) => {
      const { client, token } = await clientWithPaidCard();
      await world.call('/card/rename', { token, name: 'My own' }, client.access);
      const refused = await world.buy(client.access, { ...sale, ...by, token });
      expect(refused.body.errors).toMatchObject([{ code: 'CARD_INVALID', field: 'token' }]);
      expect((await add(client, { password })).body.success).toBe(1);
      expect(await list(client)).toMatchObject([{ token, is_destination: 1 }]);
      expect(codes(await world.buy(client.access, { ...sale, ...by, token }))).toEqual([]);
    },
  );

  test('C-92 without the proof nothing is kept, at the acquirer neither; with it the owner is notified once', async () => {
    const client = await clientWithCoins();
    await savePassword(db, client.clientId, passwordHash);
    const { vault } = world.context.providers.acquirers.find('card_one');
    if (vault === undefined) throw new Error('It keeps no cards.');
    const usual = vault.keep.bind(vault);
    let kept = 0;
    vault.keep = (input) => {
      kept += 1;
      return usual(input);
    };
    expect(codes(await add(client))).toEqual(['REQUIRED']);
    expect(codes(await add(client, { password: 'somebody’s guess' }))).toEqual(['PASSWORD_WRONG']);
    expect([kept, await list(client)]).toEqual([0, []]);
    await add(client, { password });
    await add(client, { password });
    vault.keep = usual;
    expect(await list(client)).toMatchObject([{ is_destination: 1 }]);
    const letters = db.selectFrom('letters').select('template').where('clientId', '=', client.clientId);
    expect(await letters.where('template', '=', 'card-kept').execute()).toHaveLength(1);
  });

  test('a code that approves a payout to a typed card sends it there, and makes none of the list a destination', async () => {
    const { client, token } = await clientWithPaidCard();
    const { order } = await world.buy(client.access, { ...sale, token: await typed() });
    // Its code goes out before that of the next order.
    await world.work();
    // By the token that the details of the order show.
    const shown = String((await world.read(order.nice_id, client.access))['token']);
    expect(codes(await world.buy(client.access, { ...sale, token: shown }))).toEqual(['CARD_INVALID']);
    expect(await list(client)).toMatchObject([{ token, is_destination: 0 }]);
    const niceId = await sell(client, await typed(), { payin_amount: sale.payin_amount });
    // The one in the list looks the same, and may be another.
    expect(await list(client)).toMatchObject([{ token, is_destination: 0 }]);
    const asked = (await world.sandbox.inbox(client.email)).filter(({ subject }) =>
      /^\d{6} approves/.test(subject ?? ''),
    );
    expect(new Set(asked.map(({ text }) => /^To: (.*)$/m.exec(text ?? '')?.[1]))).toEqual(new Set(['Visa ···· 4242']));
    expect(codes(await world.buy(client.access, { ...sale, token }))).toEqual(['CARD_INVALID']);
    await world.until(niceId, 'finished');
  });

  test('another card with the same first and last digits gives its place to the one that its owner typed', async () => {
    const client = await clientWithCoins();
    await savePassword(db, client.clientId, passwordHash);
    const niceId = await world.order(client.access, 'form');
    const looksSame = await world.sandbox.cardToken('4242420000004242');
    await world.pay(niceId, client.access, { card_token: looksSame, save_card: '1' });
    const rows = db.selectFrom('cards').select(['acquirerToken', 'destinationSince', 'isListed']);
    const [before] = await rows.where('clientId', '=', client.clientId).where('isListed', '=', true).execute();
    expect((await add(client, { password })).body.success).toBe(1);
    expect(await list(client)).toMatchObject([{ is_destination: 1 }]);
    const after = await rows.where('clientId', '=', client.clientId).execute();
    const destinations = after.filter(({ destinationSince }) => destinationSince !== null);
    expect(destinations).toMatchObject([{ isListed: true }]);
    expect(destinations[0]?.acquirerToken).not.toBe(before?.acquirerToken);
  });

  test('deleted and kept once more it has to be proven once more', async () => {
    const { client, token } = await clientWithPaidCard();
    await add(client, { password });
    await world.call('/card/delete', { token }, client.access);
    const niceId = await world.order(client.access, 'form');
    await world.pay(niceId, client.access, { card_token: await typed(), save_card: '1' });
    expect(await list(client)).toMatchObject([{ is_destination: 0 }]);
  });
});
