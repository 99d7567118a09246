import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { someOf } from '@causeway/testing/test-length';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { openSession } from '../auth/open-session.ts';
import { approveByCode, sellToCard } from '../card-payouts/fixtures/sell-to-card.ts';
import { scanWallet } from '../chain-payouts/scan-wallet.ts';
import { watchWallets } from '../chain-wallets/agree-with-chain.ts';
import { watchEpoch } from '../payout-holds/check-epoch.ts';
import { openOrderWorld, type OrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { agreeWithProvider } from '../payout-holds/agree-with-provider.ts';
import { listHolds, openHold } from '../payout-holds/store.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { creditPayoutToBalance, listBlockedPayouts, stopPayout } from './blocked-payouts.ts';
import { serveCopy } from './fixtures/serve-copy.ts';
import { bookForgotten } from './forgotten/book-forgotten.ts';
import { settleForgottenPayment } from './forgotten/settle-payment.ts';
import { releasePayouts } from './release-payouts.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
const look = async (own: AppContext) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'causeway-'));
  await watchEpoch({ ...own, config: { ...own.config, DATA_DIR } });
  await watchWallets(own);
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
/** In the short form one of them. */
const ofRound = (each: readonly Spending[]) => someOf(each, 1);

/** The client gives the whole balance, and approves it by code. @returns the order's number */
async function spend(at: OrderWorld, client: SignedInClient, { gives, form }: Spending): Promise<string> {
  const fields = { payin_currency: gives.currency, payin_group: 'balance', payin_amount: gives.text };
  return sellToCard(at).sell(client, '', { ...fields, ...(await form()) });
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
  test.each(ofRound(spendings))('$name', async (spending) => {
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
    const there = await serveCopy(world, restored);
    // Sessions of the copy are over; the client signs in again.
    expect((await there.call('/client/sessions', {}, ann.access)).status).toBe(401);
    const { access } = await later.db.transaction().execute((trx) => openSession(later, trx, ann.clientId, {}));
    await expect(spend(there, { ...ann, access }, spending)).rejects.toThrow('TRY_LATER');
    await live({ context: later, work: restored.work });
    expect(await countOutside()).toEqual(paid);

    const unknown = (await listHolds(later.db, chain)).filter(({ reason }) => reason === 'unknown_spend');
    expect(unknown).toHaveLength(2);
    await expect(releasePayouts(later, { chain, operator, own: '0' })).rejects.toThrow('2 of them belong to no client');
    await decide(later, spending, { unknown: unknown.map(({ subject }) => subject), clients: [ann, bob] });
    await live({ context: later, work: restored.work });
    expect(await countOutside()).toEqual(paid);
    expect(await compareWithOutside(later)).toEqual([]);
    const bobs = await later.db.transaction().execute((trx) => openSession(later, trx, bob.clientId, {}));
    await expect(spend(there, { ...bob, access: bobs.access }, spending)).rejects.toThrow('BALANCE');
  });
});

test('a withdrawal that was approved after the copy, and is canceled in it, holds the bank until its client has paid', async () => {
  const [spending] = spendings;
  const client = await world.signInClient();
  await world.giveBalance(client, coins.amount, coins.currency);
  const given = { payin_currency: coins.currency, payin_group: 'balance', payin_amount: coins.text, dst_address: '' };
  const { body } = await world.buy(client.access, { ...given, ...(await spending?.form()) });
  const start = await copyDatabase(world);
  await approveByCode(world, client, body);
  await live({ context, work: world.work });
  await world.until(body.nice_id, 'finished');
  const paid = await countOutside();

  const restored = await start();
  const { context: later } = restored;
  await look(later);
  const release = async () => releasePayouts(later, { chain: 'bank_one', operator, own: '0' });
  await expect(release()).rejects.toThrow('which is under way');
  const there = await serveCopy(world, restored);
  const { access } = await later.db.transaction().execute((trx) => openSession(later, trx, client.clientId, {}));
  const canceled = await there.call(`/onramp/o/${body.nice_id}/cancel`, {}, access);
  expect(canceled.body).toMatchObject({ success: 1, order: { status: 'canceled' } });
  await live({ context: later, work: restored.work });
  await expect(release()).rejects.toThrow('1 of them belong to no client');
  const [hold] = await listHolds(later.db, 'bank_one');
  await bookForgotten(later, operator, ['bank_one', hold?.subject ?? '', client.niceId, coins.text, coins.currency]);
  await release();
  expect(await readBalance(later.db, paths.client(client.niceId), coins.currency)).toBe(0n);
  expect([await countOutside(), await compareWithOutside(later)]).toEqual([paid, []]);
});

test.each(ofRound(spendings.slice(0, 2)))(
  'what was paid $name after the copy is in it neither credited by a person nor stopped, to be paid from elsewhere',
  async (spending) => {
    const { chain, gives } = spending;
    const client = await world.signInClient();
    await world.giveBalance(client, gives.amount, gives.currency);
    const niceId = await spend(world, client, spending);
    const start = await copyDatabase(world);
    await live({ context, work: world.work });
    await world.until(niceId, 'finished');
    const paid = await countOutside();

    const restored = await start();
    const { context: later } = restored;
    await look(later);
    await openHold(later, later.db, { chain, reason: 'restored', subject: 'still read' });
    expect(await listBlockedPayouts(later)).toMatchObject([{ niceId, status: 'chain' }]);
    const order = { niceId, operator };
    await expect(creditPayoutToBalance(later, order)).rejects.toThrow(`has money for ${niceId} under way`);
    await expect(stopPayout(later, order)).rejects.toThrow(`has money for ${niceId} under way`);
    await live({ context: later, work: restored.work });
    const { status } = await later.db
      .selectFrom('orders')
      .select('status')
      .where('niceId', '=', niceId)
      .executeTakeFirstOrThrow();
    expect([status, await countOutside()]).toEqual(['finished', paid]);
    expect(await readBalance(later.db, paths.client(client.niceId), 'EUR')).toBe(0n);
    expect(await compareWithOutside(later)).toEqual([]);
  },
);

describe('payments by card for orders that the copy does not have', () => {
  interface Forgotten {
    id: string;
    niceId: string;
    client: SignedInClient;
  }
  let later: AppContext;
  let anns: Forgotten;
  let bobs: Forgotten;
  let eves: Forgotten;
  let zoes: Forgotten;
  /** Of which its payer has a part back. */
  let kims: Forgotten;
  let before = 0n;
  /** What the books have at the acquirer since the copy was put back. */
  const moved = async () => (await readBalance(later.db, paths.worldCard('card_one'), 'EUR')) - before;
  const pay = async (client: SignedInClient): Promise<Forgotten> => {
    const { order } = await world.buy(client.access);
    const id = await world.paymentOf(order.nice_id);
    await sandbox.settlePayment(id, 'approved', 0);
    return { id, niceId: order.nice_id, client };
  };
  beforeAll(async () => {
    const [ann, bob] = [await world.signInClient(), await world.signInClient()];
    const [eve, zoe] = [await world.signInClient(), await world.signInClient()];
    const kim = await world.signInClient();
    const start = await copyDatabase(world);
    [anns, bobs, eves, zoes] = [await pay(ann), await pay(bob), await pay(eve), await pay(zoe)];
    kims = await pay(kim);
    await sandbox.settlePayment(kims.id, 'refunded', 0, '100.00');
    later = (await start()).context;
    await look(later);
    before = await moved();
  });
  const settle = async (...given: readonly string[]) => settleForgottenPayment(later, operator, ['card_one', ...given]);
  const alarms = async () =>
    later.db.selectFrom('alarms').select(['kind', 'subject', 'details']).where('clearedAt', 'is', null).execute();
  const subjects = async () => (await alarms()).map(({ subject }) => subject);
  const held = async ({ client }: Forgotten) => readBalance(later.db, paths.client(client.niceId), 'EUR');

  test('each is named, and holds nothing', async () => {
    expect(await alarms()).toContainEqual({
      kind: 'payment_mismatch',
      subject: anns.niceId,
      details: expect.objectContaining({ acquirer: 'card_one', amount: '250.00', currency: 'EUR' }),
    });
    expect((await alarms()).map(({ kind }) => kind)).not.toContain('payouts_held');
  });

  test('of one that went back in part the alarm and the command name what is left', async () => {
    expect(await alarms()).toContainEqual({
      kind: 'payment_mismatch',
      subject: kims.niceId,
      details: { acquirer: 'card_one', id: kims.id, amount: '150.00', currency: 'EUR' },
    });
    expect(await settle(kims.id, kims.client.niceId)).toBe(`150.00 EUR of ${kims.id}: ${kims.client.niceId}.`);
    expect([await held(kims), await moved()]).toEqual([15_000n, -15_000n]);
    await sandbox.settlePayment(kims.id, 'refunded', 0);
    await confirmCardPayment(later, { acquirer: 'card_one', acquirerPaymentId: kims.id });
    const details = { status: 'refunded', isSpent: false, amount: '15000' };
    expect(await alarms()).toContainEqual({ kind: 'chargeback', subject: kims.id, details });
    expect(await settle(kims.id, 'lost')).toContain('as the books have it');
    expect([await held(kims), await moved()]).toEqual([0n, 0n]);
  });

  test('its client has it on the balance once, and loses it again by a chargeback', async () => {
    await settle(anns.id, anns.client.niceId);
    expect(await held(anns)).toBe(25_000n);
    expect(await subjects()).not.toContain(anns.niceId);
    for (const to of [anns.client.niceId, bobs.client.niceId, 'back', 'house'])
      await expect(settle(anns.id, to)).rejects.toThrow('decided already');
    await expect(settle(anns.id, 'lost')).rejects.toThrow('Nothing that was booked');
    await sandbox.settlePayment(anns.id, 'chargeback', 0);
    await confirmCardPayment(later, { acquirer: 'card_one', acquirerPaymentId: anns.id });
    expect(await subjects()).toContain(anns.id);
    expect([await held(anns), await moved()]).toEqual([0n, 0n]);
    expect(await settle(anns.id, 'lost')).toContain('250.00 EUR');
    expect([await held(anns), await moved()]).toEqual([0n, 0n]);
  });

  test('a dispute that was won after that gives it back to who bore the loss, once, and can be lost again', async () => {
    const [hear, loss] = [
      () => confirmCardPayment(later, { acquirer: 'card_one', acquirerPaymentId: anns.id }),
      () => readBalance(later.db, paths.chargebackLoss, 'EUR'),
    ];
    const mismatched = async () => (await subjects()).filter((subject) => subject === anns.id);
    const begun = await loss();
    const stands = async () => [await held(anns), (await loss()) - begun, await moved()];
    await expect(settle(anns.id, 'won')).rejects.toThrow('Nothing');
    await sandbox.settlePayment(anns.id, 'won', 0);
    // One of them may have to ask again, as its job does.
    await Promise.allSettled([hear(), hear()]);
    await hear();
    expect([await stands(), await mismatched()]).toEqual([[25_000n, 0n, -25_000n], []]);
    const spent = { from: paths.client(anns.client.niceId), to: paths.treasury, amount: 10_000n, currency: 'EUR' };
    const entry = { kind: 'test_spent', reference: anns.niceId, idempotencyKey: 'test_spent', postings: [spent] };
    await later.db.transaction().execute((trx) => postEntry(trx, later, entry));
    await sandbox.settlePayment(anns.id, 'chargeback', 0);
    await hear();
    expect(await mismatched()).toEqual([anns.id]);
    expect(await stands()).toEqual([0n, -10_000n, 0n]);
    await sandbox.settlePayment(anns.id, 'won', 0);
    expect(await settle(anns.id, 'won')).toContain('250.00 EUR');
    await hear();
    expect([await stands(), await mismatched()]).toEqual([[15_000n, 0n, -25_000n], []]);
    await sandbox.settlePayment(anns.id, 'chargeback', 0);
    // The acquirer's news was lost: the operator asks for it.
    expect(await settle(anns.id, 'lost')).toContain('150.00 EUR of it from the balance');
    expect(await stands()).toEqual([0n, -10_000n, 0n]);
  });

  test('it goes back to its payer once, also where the answer was lost, and the news of it is no alarm', async () => {
    await sandbox.makeFault({ provider: 'acquirer', fault: 'drop_answer', count: 1, call: 'refund' });
    await expect(settle(bobs.id, 'back')).rejects.toThrow();
    expect(await subjects()).toContain(bobs.niceId);
    await expect(settle(bobs.id, bobs.client.niceId)).rejects.toThrow('decided already');
    await settle(bobs.id, 'back');
    const [payment] = await sandbox.acquirerPayments(bobs.niceId);
    expect(payment).toMatchObject({ status: 'refunded', refunded_amount: '250.00' });
    await confirmCardPayment(later, { acquirer: 'card_one', acquirerPaymentId: bobs.id });
    expect([await held(bobs), await moved()]).toEqual([0n, 0n]);
    expect((await subjects()).filter((subject) => [bobs.niceId, bobs.id].includes(subject))).toEqual([]);
  });

  test("what was paid out for is the house's alone, and is no client's before payouts are compared", async () => {
    const hold = { chain: 'bank_one', reason: 'unknown_spend', subject: 'po_1' } as const;
    const payments = [{ place: 0, address: eves.niceId, currency: 'EUR', amount: '24000' }];
    await openHold(later, later.db, { ...hold, details: { inputs: [], payments, fee: '0' } });
    await expect(settle(zoes.id, zoes.client.niceId)).rejects.toThrow('release-chain first');
    await expect(settle(zoes.id, 'back')).rejects.toThrow('release-chain first');
    await releasePayouts(later, { chain: 'bank_one', operator, own: '1' });
    for (const to of [eves.client.niceId, 'back'])
      await expect(settle(eves.id, to)).rejects.toThrow('was paid out for it');
    await settle(eves.id, 'house');
    await openHold(later, later.db, { chain: 'card_one', reason: 'restored', subject: 'again' });
    await agreeWithProvider(later, 'card_one');
    expect(await subjects()).toEqual(expect.arrayContaining([zoes.niceId]));
    expect(await subjects()).not.toContain(eves.niceId);
    expect(await moved()).toBe(-25_000n);
    await later.db
      .updateTable('clients')
      .set({ deletedAt: new Date() })
      .where('niceId', '=', zoes.client.niceId)
      .execute();
    await expect(settle(zoes.id, zoes.client.niceId)).rejects.toThrow('is closed');
  });

  test('one that the books know, that is not there, or of no acquirer is refused', async () => {
    const known = await pay(anns.client);
    await expect(settleForgottenPayment(context, operator, ['card_one', known.id, anns.client.niceId])).rejects.toThrow(
      `The books know ${known.id}`,
    );
    await expect(settle('pay_nothing', 'house')).rejects.toThrow('knows no payment');
    for (const [name, fault] of [
      ['bank_two', 'no acquirer or bank'],
      ['bank_one', 'knows no payment'],
    ] as const)
      await expect(settleForgottenPayment(later, operator, [name, zoes.id, 'house'])).rejects.toThrow(fault);
    await expect(settle(zoes.id, 'CLNOBODY')).rejects.toThrow('There is no client');
  });
});

/** As the operating page says: what was forgotten is booked against who spent for it, then it goes on. */
async function decide(
  later: AppContext,
  { chain, gives }: Spending,
  { unknown, clients }: { unknown: readonly string[]; clients: readonly SignedInClient[] },
): Promise<void> {
  const [ann, bob] = clients;
  const of = (place: number) => [chain, unknown[place] ?? ''];
  await expect(bookForgotten(later, operator, [...of(0), ann?.niceId ?? '', '100000', gives.currency])).rejects.toThrow(
    'on the balance',
  );
  await bookForgotten(later, operator, [...of(0), ann?.niceId ?? '', gives.text, gives.currency]);
  await expect(
    bookForgotten(later, operator, [...of(0), bob?.niceId ?? '', gives.text, gives.currency]),
  ).rejects.toThrow('decided already');
  await bookForgotten(later, operator, [...of(1), bob?.niceId ?? '', gives.text, gives.currency]);
  await releasePayouts(later, { chain, operator, own: '0' });
}
