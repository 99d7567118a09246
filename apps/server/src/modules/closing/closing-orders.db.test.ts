import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../errors.ts';
import { keepCardToken } from '../cards/keep-card.ts';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { bookKeptMoney, listKeptMoney } from '../operating/kept-money.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { deleteAccount } from './delete-account.ts';

const world = await openOrderWorld();
const password = 'correct horse battery';
const passwordHash = await hashPassword(password);

async function register(): Promise<SignedInClient> {
  const client = await world.signInClient();
  await savePassword(world.context.db, client.clientId, passwordHash);
  return client;
}
/** @returns the code of the refusal */
const close = async ({ clientId }: SignedInClient) =>
  deleteAccount(world.context, { clientId, password, isAgree: true }).then(
    () => 'closed',
    (error: unknown) => (error instanceof Refusal ? error.items[0]?.code : error),
  );

describe('A-113 C-63 an account with something under way stays', () => {
  test('ORDER_IN_PROGRESS while an order is open, and no longer once it is canceled', async () => {
    const client = await register();
    const { order } = await world.buy(client.access);
    expect(await close(client)).toBe('ORDER_IN_PROGRESS');
    await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, client.access);
    await world.work();
    expect(await close(client)).toBe('closed');
  });

  test('ORDER_IN_PROGRESS while money is being returned', async () => {
    const client = await register();
    const { order } = await world.buy(client.access);
    await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, client.access);
    await world.work();
    const { db, clock } = world.context;
    const { orderId } = await db
      .selectFrom('orders')
      .select('orderId')
      .where('niceId', '=', order.nice_id)
      .executeTakeFirstOrThrow();
    const refund = { refundId: randomUUID(), sourceKey: `test:${orderId}`, reason: 'late', method: 'card' };
    await db
      .insertInto('refunds')
      .values({ ...refund, orderId, amount: 1n, currency: 'EUR', status: 'planned', createdAt: clock.now() })
      .execute();
    expect(await close(client)).toBe('ORDER_IN_PROGRESS');
    await db.updateTable('refunds').set({ status: 'done' }).where('orderId', '=', orderId).execute();
    expect(await close(client)).toBe('closed');
  });

  test('BALANCE_NOT_EMPTY while there is money on the balance', async () => {
    const client = await register();
    await world.giveBalance(client, 100_000n, 'EUR');
    expect(await close(client)).toBe('BALANCE_NOT_EMPTY');
  });

  test.each([
    ['on the balance', paths.client],
    ['as a small deposit', paths.waiting],
  ] as const)('dust %s, less than any payout sends, is left behind for a person', async (name, path) => {
    const { context } = world;
    const client = await register();
    const { niceId } = client;
    await context.db.transaction().execute((trx) =>
      postEntry(trx, context, {
        kind: 'test',
        reference: name,
        idempotencyKey: `dust:${niceId}`,
        postings: [{ from: paths.treasury, to: path(niceId), amount: 5n, currency: 'BTC' }],
      }),
    );
    expect(await close(client)).toBe('closed');
    const kept = await listKeptMoney(context);
    expect(kept.filter((one) => one.client === niceId)).toEqual([
      { client: niceId, why: 'left', amount: 5n, currency: 'BTC' },
    ]);
  });

  test.each([
    ['held', paths.held, 5n],
    ['small', paths.waiting, 100_000n],
  ] as const)('BALANCE_NOT_EMPTY while money is kept as %s, until a person has decided', async (why, path, amount) => {
    const { context } = world;
    const client = await register();
    const { niceId } = client;
    await context.db.transaction().execute((trx) =>
      postEntry(trx, context, {
        kind: 'test',
        reference: why,
        idempotencyKey: `${why}:${niceId}`,
        postings: [{ from: paths.treasury, to: path(niceId), amount, currency: 'EUR' }],
      }),
    );
    expect(await close(client)).toBe('BALANCE_NOT_EMPTY');
    await bookKeptMoney(context, { client: niceId, currency: 'EUR', why, operator: 'ann', reason: 'a loss' });
    expect(await close(client)).toBe('closed');
  });
});

test('A-113 saved cards are forgotten by their acquirer, and nothing of them stays here', async () => {
  const client = await register();
  const acquirer = 'card_one';
  const cardToken = await world.sandbox.cardToken('4242424242424242');
  const card = await keepCardToken(world.context, { clientId: client.clientId, acquirer, cardToken });
  expect(card?.last4).toBe('4242');
  expect(await close(client)).toBe('closed');
  await world.work();
  const left = await world.context.db
    .selectFrom('cards')
    .select(['acquirerToken', 'first6', 'last4'])
    .where('clientId', '=', client.clientId)
    .execute();
  expect(left).toEqual([{ acquirerToken: `erased:${card?.cardId}`, first6: '', last4: '' }]);
  const vault = world.context.providers.acquirers.find(acquirer).vault;
  await expect(vault?.describe(cardToken)).rejects.toMatchObject({ code: 'card_unknown' });
});
