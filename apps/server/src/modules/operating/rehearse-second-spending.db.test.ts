import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { describe, expect, test } from 'vitest';
import { createApi } from '../../app.ts';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { openSession } from '../auth/open-session.ts';
import { sellToCard } from '../card-payouts/fixtures/sell-to-card.ts';
import { scanWallet } from '../chain-payouts/scan-wallet.ts';
import { watchWallets } from '../chain-wallets/agree-with-chain.ts';
import { answerSeen, toAnswer } from '../orders/fixtures/answers-seen.ts';
import { openOrderWorld, type OrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase, type RestoredServer } from '../orders/fixtures/restore-copy.ts';
import { listHolds } from '../payout-holds/store.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { creditPayoutToBalance } from './blocked-payouts.ts';
import { bookForgotten, releasePayouts } from './release-payouts.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
const look = async (own: AppContext) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'causeway-'));
  await watchWallets({ ...own, config: { ...own.config, DATA_DIR } });
};
await look(context);
const operator = 'grace';

interface Spending {
  name: string;
  /** What pays it out. */
  chain: string;
  /** What the client has, and gives whole. */
  gives: { amount: bigint; currency: string; text: string };
  form: () => Promise<Readonly<Record<string, string>>>;
}
const coins = { amount: 500_000n, currency: 'BTC', text: '0.00500000' };
const euros = { amount: 29_000n, currency: 'EUR', text: '290.00' };
const spendings: readonly Spending[] = [
  {
    name: 'to a bank account',
    chain: 'bank_one',
    gives: coins,
    form: async () => ({
      payout_currency: 'EUR',
      payout_group: 'sepa',
      iban: 'DE89370400440532013000',
      beneficiary_account: 'Sam Sandbox',
    }),
  },
  {
    name: 'to a card',
    chain: 'card_one',
    gives: coins,
    form: async () => ({ token: await sandbox.cardToken('4242424242424242') }),
  },
  {
    name: 'to bitcoin',
    chain: 'bitcoin',
    gives: euros,
    form: async () => ({
      payout_currency: 'BTC',
      payout_group: 'bitcoin',
      dst_address: await sandbox.outsideAddress('bitcoin'),
    }),
  },
];

/** The client gives the whole balance, and approves it by code. @returns the order's number */
async function spend(at: OrderWorld, client: SignedInClient, { gives, form }: Spending): Promise<string> {
  const fields = { payin_currency: gives.currency, payin_group: 'balance', payin_amount: gives.text };
  return sellToCard(at).sell(client, '', { ...fields, ...(await form()) });
}

/** The world of the restored server: its clients are called there. */
async function worldOn({ context: own, work }: RestoredServer): Promise<OrderWorld> {
  const app = await createApi({ ...own, config: { ...own.config, RATE_LIMIT: 'off' } });
  const call: OrderWorld['call'] = async (path, fields, access) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-requested-with': 'XMLHttpRequest',
      ...(access !== undefined && { 'x-authorization': `Bearer ${access}` }),
    };
    const url = path;
    const response = await app.inject({
      method: 'POST',
      url,
      headers,
      payload: new URLSearchParams(fields).toString(),
    });
    return toAnswer(response.statusCode, answerSeen.parse(JSON.parse(response.body)));
  };
  const buy: OrderWorld['buy'] = async (access, changes = {}) => {
    const agreed = { is_floating_rate: '1', is_agree_rate: '1', is_agree_name: '1' };
    return call(
      '/onramp/o/new',
      { ...agreed, 'g-recaptcha-response': await sandbox.captchaToken('order'), ...changes },
      access,
    );
  };
  return { ...world, context: own, call, buy, work };
}

async function live(server: { context: AppContext; work: OrderWorld['work'] }): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await server.work({ isEarly: true });
    await sandbox.mine('bitcoin', 3);
    await scanWallet(server.context);
  }
}

/** How often the bank, the acquirer and the wallet have paid something out. */
async function countOutside(): Promise<number[]> {
  const journal = await sandbox.journal();
  return [journal.bank_out.length, journal.card_payouts.length, journal.chain_out.length];
}

describe('a copy of before an order, put back: what clients spent they do not spend again', () => {
  test.each(spendings)('$name', async (spending) => {
    const { chain, gives } = spending;
    const clientWithAll = async () => {
      const client = await world.signInClient();
      await world.giveBalance(client, gives.amount, gives.currency);
      return client;
    };
    const [ann, bob] = [await clientWithAll(), await clientWithAll()];
    const start = await copyDatabase(world);
    const orders = [await spend(world, ann, spending), await spend(world, bob, spending)];
    await live({ context, work: world.work });
    for (const niceId of orders) await world.until(niceId, 'finished');
    const paid = await countOutside();

    const restored = await start();
    const { context: later } = restored;
    await look(later);
    const there = await worldOn(restored);
    // Sessions of the copy are over; the client signs in again.
    expect((await there.call('/client/sessions', {}, ann.access)).status).toBe(401);
    const { access } = await later.db.transaction().execute((trx) => openSession(later, trx, ann.clientId, {}));
    const again = await spend(there, { ...ann, access }, spending);
    await live({ context: later, work: restored.work });
    expect(await countOutside()).toEqual(paid);

    const unknown = (await listHolds(later.db, chain)).filter(({ reason }) => reason === 'unknown_spend');
    expect(unknown).toHaveLength(2);
    await expect(releasePayouts(later, { chain, operator, own: '0' })).rejects.toThrow('2 of them belong to no client');
    await decide(later, spending, { unknown: unknown.map(({ subject }) => subject), again, clients: [ann, bob] });
    await live({ context: later, work: restored.work });
    expect(await countOutside()).toEqual(paid);
    expect(await compareWithOutside(later)).toEqual([]);
    const bobs = await later.db.transaction().execute((trx) => openSession(later, trx, bob.clientId, {}));
    await expect(spend(there, { ...bob, access: bobs.access }, spending)).rejects.toThrow('BALANCE');
  });
});

test('a payment by card for an order that the copy does not have is named, and holds nothing', async () => {
  const client = await world.signInClient();
  const start = await copyDatabase(world);
  const { order } = await world.buy(client.access);
  await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
  const { context: later } = await start();
  await look(later);
  const alarms = later.db.selectFrom('alarms').select(['kind', 'subject', 'details']).where('clearedAt', 'is', null);
  expect(await alarms.execute()).toContainEqual({
    kind: 'payment_mismatch',
    subject: order.nice_id,
    details: expect.objectContaining({ acquirer: 'card_one', amount: '250.00', currency: 'EUR' }),
  });
  expect((await alarms.execute()).map(({ kind }) => kind)).not.toContain('payouts_held');
});

/** As the operating page says: what was forgotten is booked against who spent for it, then it goes on. */
async function decide(
  later: AppContext,
  { chain, gives }: Spending,
  { unknown, again, clients }: { unknown: readonly string[]; again: string; clients: readonly SignedInClient[] },
): Promise<void> {
  const [ann, bob] = clients;
  const { payoutCurrency } = await later.db
    .selectFrom('orders')
    .select('payoutCurrency')
    .where('niceId', '=', again)
    .executeTakeFirstOrThrow();
  await creditPayoutToBalance(later, { niceId: again, operator });
  const held = await readBalance(later.db, paths.client(ann?.niceId ?? ''), payoutCurrency);
  const got = formatUnits(held, payoutCurrency);
  const of = (place: number) => [chain, unknown[place] ?? ''];
  await expect(bookForgotten(later, operator, [...of(0), ann?.niceId ?? '', '100000', payoutCurrency])).rejects.toThrow(
    'on the balance',
  );
  await bookForgotten(later, operator, [...of(0), ann?.niceId ?? '', got, payoutCurrency]);
  await expect(
    bookForgotten(later, operator, [...of(0), bob?.niceId ?? '', gives.text, gives.currency]),
  ).rejects.toThrow('decided already');
  await bookForgotten(later, operator, [...of(1), bob?.niceId ?? '', gives.text, gives.currency]);
  await releasePayouts(later, { chain, operator, own: '0' });
}
