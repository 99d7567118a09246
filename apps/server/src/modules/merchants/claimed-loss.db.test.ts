import { beforeAll, describe, expect, test } from 'vitest';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { openShop } from './fixtures/buy-at-shop.ts';
import { openLateCoins } from './fixtures/late-coins.ts';
import { adoptOrders } from './open-buyer.ts';
import { erasePayers } from '../closing/erase-deleted.ts';
import { freeHeldMoney } from '../operating/kept-money.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

beforeAll(async () => {
  await world.fundWallet('10', 'ETH');
  await openShop(world);
});

const { waiting, lose, win, claim, both } = openLateCoins(world);

/** Money of the account leaves it for good. */
async function send(client: SignedInClient, amount: bigint): Promise<void> {
  const dst_address = await sandbox.outsideAddress('ethereum');
  const outside = { payout_currency: 'ETH', payout_group: 'ethereum', dst_address };
  const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: formatUnits(amount, 'BTC') };
  const { body } = await world.buy(client.access, { ...paid, ...outside });
  await approveByCode(world, client, body);
  await world.work();
}

/** Two payments of a payer are lost: one before an account claims the other, which has left it by then. */
async function loseBoth(amounts?: readonly string[]) {
  const first = await waiting();
  const second = await waiting(first.email, amounts);
  await lose(second.coins);
  const client = await claim(first.email);
  const [spent = 0n] = await both(client);
  await send(client, spent);
  await lose(first.coins);
  return { first, second, client, spent };
}

describe('money that an account has claimed', () => {
  test('is held there when its payment is taken back after that', async () => {
    const { email, coins, payer } = await waiting();
    const [left = 0n] = await both(payer);
    expect(left).toBeGreaterThan(0n);
    const client = await claim(email);
    expect(await both(client)).toEqual([left, 0n]);
    await lose(coins);
    expect(await both(client)).toEqual([0n, left]);
    await win(coins);
    const [free = 0n, held] = await both(client);
    expect([free >= left, held]).toEqual([true, 0n]);
    await expectSound(world);
  });

  test('is its account’s also where it was held when the address was confirmed, and is won later', async () => {
    const { email, coins, payer } = await waiting();
    const [left = 0n] = await both(payer);
    await lose(coins);
    expect(await both(payer)).toEqual([0n, left]);
    const client = await claim(email);
    await win(coins);
    await world.work();
    const [free = 0n] = await both(client);
    expect([await both(payer), free >= left]).toEqual([[0n, 0n], true]);
    await expectSound(world);
  });

  test('is held for a loss of its account that found nothing because it was held itself', async () => {
    const { first, second, client, spent } = await loseBoth();
    expect(await both(client)).toEqual([0n, 0n]);
    await win(second.coins);
    await world.work();
    const [free = 0n, held = 0n] = await both(client);
    expect(await both(first.payer)).toEqual([0n, 0n]);
    expect([held, free < spent]).toEqual([spent, true]);
    await expectSound(world);
    await win(first.coins);
    expect((await both(client))[1]).toBe(0n);
    await expectSound(world);
  });

  test('is held for larger losses of its account no further than it was held itself', async () => {
    const first = await waiting();
    const third = await waiting(first.email);
    const second = await waiting(first.email);
    await lose(second.coins);
    const client = await claim(first.email);
    const [spent = 0n] = await both(client);
    const [, small = 0n] = await both(first.payer);
    expect([small > 0n, spent > small]).toEqual([true, true]);
    await send(client, spent);
    for (const { coins } of [first, third]) await lose(coins);
    expect(await both(client)).toEqual([0n, 0n]);
    // Money of another source, after the losses.
    await world.giveBalance(client, 100_000n, 'BTC');
    await win(second.coins);
    await world.work();
    const [free = 0n, held = 0n] = await both(client);
    expect([free >= 100_000n, held]).toEqual([true, small]);
    await expectSound(world);
  });
});

test('what of a payer was held and freed again and again is held once for a loss of the account', async () => {
  const turning = await waiting();
  await lose(turning.coins);
  const own = await waiting();
  const { coins: other } = await waiting(own.email);
  const client = await claim(own.email);
  const [spent = 0n] = await both(client);
  await send(client, spent);
  for (const coins of [own.coins, other]) await lose(coins);
  for (const turn of [win, lose, win]) await turn(turning.coins);
  const [freed = 0n] = await both(turning.payer);
  expect(freed).toBeGreaterThan(0n);
  await world.giveBalance(client, 10_000n, 'BTC');
  const { clientId } = client;
  await db.updateTable('clients').set({ email: turning.email }).where('clientId', '=', clientId).execute();
  await adoptOrders(context, { clientId });
  expect(await both(turning.payer)).toEqual([0n, 0n]);
  expect(await both(client)).toEqual([10_000n, freed]);
  await expectSound(world);
});

test('what a payer lost in part and won in part is held of the payer, beside money of the account', async () => {
  const { first, second, client } = await loseBoth(['0.001', '0.004']);
  await world.giveBalance(client, 10_000n, 'BTC');
  const lost = 500_000n;
  expect(await both(first.payer)).toEqual([0n, lost]);
  const [part, rest] = [second.coins.slice(0, 1), second.coins.slice(1)];
  await win(part);
  expect(await both(first.payer)).toEqual([100_000n, lost - 100_000n]);
  expect(await both(client)).toEqual([10_000n, 0n]);
  await world.work();
  expect(await both(first.payer)).toEqual([0n, lost - 100_000n]);
  expect(await both(client)).toEqual([10_000n, 100_000n]);
  await win(rest);
  await world.work();
  expect(await both(first.payer)).toEqual([0n, 0n]);
  const [free = 0n, held] = await both(client);
  expect([free >= 10_000n, held]).toEqual([true, lost]);
});

describe('held money of a payer has a way to its owner', () => {
  const linksTo = async (email: string) =>
    (await sandbox.inbox(email)).filter(({ subject }) => subject?.startsWith('Money is waiting') === true).length;
  async function held() {
    const lost = await waiting();
    const [left = 0n] = await both(lost.payer);
    await lose(lost.coins);
    return { ...lost, left, links: await linksTo(lost.email) };
  }

  test('who is not erased while it is held, and is once nothing is', async () => {
    const { payer, email, left, links } = await held();
    const later = new Date(Date.now() + 60_000);
    const erase = () => db.transaction().execute((trx) => erasePayers(trx, later));
    await erase();
    await freeHeldMoney(context, { client: payer.niceId, currency: 'BTC', why: 'held', operator: 'grace' });
    await world.work();
    expect([await both(payer), await linksTo(email)]).toEqual([[left, 0n], links + 1]);
    await claim(email);
    await erase();
    const { payerEmail } = await selectPayer(payer.clientId);
    expect(payerEmail).toBeNull();
  });
});

const selectPayer = (clientId: string) =>
  db.selectFrom('clients').select('payerEmail').where('clientId', '=', clientId).executeTakeFirstOrThrow();
