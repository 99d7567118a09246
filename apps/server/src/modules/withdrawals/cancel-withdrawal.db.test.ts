import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { actAsAnotherCaller } from '../../database/open-pool.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { readStanding } from '../limits/store.ts';
import { creditPayoutToBalance, listBlockedPayouts, stopPayout } from '../operating/blocked-payouts.ts';
import { endClientSessions } from '../operating/stolen-access.ts';
import { crashAt } from '../orders/fixtures/crash-at.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { cancelWithdrawal } from '../withdrawal-cancels/cancel-withdrawal.ts';
import { openHold, listHolds, releaseHolds } from '../payout-holds/store.ts';
import { sendBankPayout } from '../bank-payouts/send-bank-payout.ts';
import { testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { openWithdrawalWorld, toBank } from './fixtures/open-withdrawal-world.ts';

const world = await openWithdrawalWorld({ connections: 12 });
await world.fundWallet('3');
const { context, approved, cancel, held, clientWith } = world;
const { db, config } = context;
const { OUTFLOW_DAY_EUR, ORDER_MOST_EUR } = config;
afterEach(async () => {
  Object.assign(config, { OUTFLOW_DAY_EUR, ORDER_MOST_EUR });
  context.db = db;
  await expectSound(world);
});

const orderIdOf = async (niceId: string) =>
  (await db.selectFrom('orders').select('orderId').where('niceId', '=', niceId).executeTakeFirstOrThrow()).orderId;
const see = (client: SignedInClient, niceId: string) => world.read(niceId, client.access);
const chainPayouts = async (address: string) =>
  (await world.sandbox.journal()).chain_out.filter((row) => row.address === address).length;
const openAlarms = async (subject: string) =>
  (
    await db.selectFrom('alarms').select('kind').where('subject', '=', subject).where('clearedAt', 'is', null).execute()
  ).map(({ kind }) => kind);

async function usedBy({ clientId }: SignedInClient): Promise<bigint> {
  const now = context.clock.now();
  return (await readStanding(db, clientId, now))?.usedThisMonth.EUR ?? -1n;
}

async function expectCanceled(client: SignedInClient, niceId: string, whole: bigint, currency = 'BTC'): Promise<void> {
  const { body } = await cancel(client, niceId);
  expect(body).toMatchObject({ success: 1, errors: [], order: { status: 'canceled', can_cancel: 0 } });
  expect(await held(client, currency)).toBe(whole);
  await world.work();
  await world.work({ isEarly: true });
  expect((await see(client, niceId)).status).toBe('canceled');
  expect(await held(client, currency)).toBe(whole);
}

describe('A-092, A-110 a withdrawal is canceled until it is signed', () => {
  test('not where the security log cannot say so, from which a restore stops it once more', async () => {
    const client = await clientWith(1_000_000n);
    const niceId = await approved(client, {
      payin_amount: '0.003',
      dst_address: await world.sandbox.outsideAddress('bitcoin'),
    });
    const order = await findOrder(db, { niceId });
    if (order === undefined) throw new Error('The order is not there.');
    const info: typeof context.log.info = (_message, fields) => {
      if (fields?.['event'] === 'withdrawal_canceled') throw new Error('the disk is full');
    };
    const full = { ...context, log: { ...context.log, info } };
    await expect(cancelWithdrawal(full, order)).rejects.toThrow('the disk is full');
    expect(await see(client, niceId)).toMatchObject({ status: 'processing', can_cancel: 1 });
    await expectCanceled(client, niceId, 1_000_000n);
  });

  test('to a chain: all of it is on the balance again, its fee and its part of the limit too, and nothing is sent', async () => {
    const client = await clientWith(1_000_000n);
    const address = await world.sandbox.outsideAddress('bitcoin');
    const niceId = await approved(client, { payin_amount: '0.003', dst_address: address });
    expect(await see(client, niceId)).toMatchObject({ status: 'processing', can_cancel: 1 });
    expect(await held(client)).toBe(700_000n);
    expect(await usedBy(client)).toBeGreaterThan(0n);
    await expectCanceled(client, niceId, 1_000_000n);
    expect(await chainPayouts(address)).toBe(0);
    expect(await usedBy(client)).toBe(0n);
    const { history } = await see(client, niceId);
    expect(history.at(-1)).toMatchObject({ status: 'canceled', reason: 'withdrawal_canceled' });
    const emails = await db
      .selectFrom('notifications')
      .select('template')
      .where('clientId', '=', client.clientId)
      .execute();
    expect(emails.map(({ template }) => template)).toEqual(expect.arrayContaining(['withdrawal-canceled']));
    expect(emails.map(({ template }) => template)).not.toContain('withdrawal-sent');
  });

  test('to a bank account', async () => {
    const client = await clientWith(30_000n, 'EUR');
    const niceId = await approved(client, { ...toBank, payin_amount: '120' });
    expect(await held(client, 'EUR')).toBe(18_000n);
    await expectCanceled(client, niceId, 30_000n, 'EUR');
    expect(await world.sandbox.bankPayouts(niceId)).toEqual([]);
  });

  test('to a card', async () => {
    const client = await clientWith(30_000n, 'EUR');
    const token = await world.sandbox.cardToken(testCard.good);
    const card = { payin_currency: 'EUR', payout_currency: 'EUR', payout_group: 'card', token };
    const niceId = await approved(client, { ...card, payin_amount: '120' });
    await expectCanceled(client, niceId, 30_000n, 'EUR');
    expect(await world.sandbox.cardPayouts(niceId)).toEqual([]);
  });

  test('one that waits for a person because of the day’s outflow, and its alarm ends', async () => {
    const client = await clientWith(1_000_000n);
    config.OUTFLOW_DAY_EUR = 1;
    const niceId = await approved(client, { payin_amount: '0.003' });
    await world.work();
    expect(await listBlockedPayouts(context)).toMatchObject([{ niceId, status: 'held' }]);
    expect((await see(client, niceId)).can_cancel).toBe(1);
    await expectCanceled(client, niceId, 1_000_000n);
    expect(await listBlockedPayouts(context)).toEqual([]);
    expect(await openAlarms(await orderIdOf(niceId))).toEqual([]);
  });

  test('one whose amount a person must allow before it is exchanged', async () => {
    const client = await clientWith(1_000_000n);
    config.ORDER_MOST_EUR = 1;
    const niceId = await approved(client, { payin_amount: '0.003' });
    expect(await openAlarms(niceId)).toEqual(['order_held']);
    await expectCanceled(client, niceId, 1_000_000n);
    expect(await openAlarms(niceId)).toEqual([]);
  });

  test('a signed one cannot be canceled, and is sent once', async () => {
    const client = await clientWith(1_000_000n);
    const address = await world.sandbox.outsideAddress('bitcoin');
    const niceId = await approved(client, { payin_amount: '0.003', dst_address: address });
    await buildPayouts(context, [{ orderId: await orderIdOf(niceId) }]);
    expect((await see(client, niceId)).can_cancel).toBe(0);
    const { body } = await cancel(client, niceId);
    expect(body).toMatchObject({ success: 0, errors: [expect.objectContaining({ code: 'CANT_CANCEL' })] });
    expect(await held(client)).toBe(700_000n);
    expect(await chainPayouts(address)).toBe(1);
  });

  test('one that the bank has already, as after a restore, cannot be canceled', async () => {
    const client = await clientWith(30_000n, 'EUR');
    const niceId = await approved(client, { ...toBank, payin_amount: '120' });
    const forgotten = { reference: niceId, iban: toBank.iban, beneficiaryName: toBank.beneficiary_account };
    const { payout_amount: amount } = await see(client, niceId);
    await context.providers.bank.createPayout({
      ...forgotten,
      key: niceId,
      amount,
      currency: 'EUR',
      description: niceId,
    });
    expect((await cancel(client, niceId)).body.success).toBe(0);
    expect(await held(client, 'EUR')).toBe(18_000n);
    await world.work();
    expect(await world.sandbox.bankPayouts(niceId)).toHaveLength(1);
  });

  test('nothing is given back while the chain has what the books do not know', async () => {
    const client = await clientWith(1_000_000n);
    const niceId = await approved(client, { payin_amount: '0.003' });
    await openHold(context, db, { chain: 'bitcoin', reason: 'unknown_spend', subject: niceId });
    expect((await see(client, niceId)).can_cancel).toBe(0);
    expect((await cancel(client, niceId)).body.success).toBe(0);
    const holdIds = (await listHolds(db, 'bitcoin')).map(({ holdId }) => holdId);
    await db.transaction().execute((trx) => releaseHolds(context, trx, { chain: 'bitcoin', holdIds, by: 'ann' }));
    await expectCanceled(client, niceId, 1_000_000n);
  });

  test('while the bank cannot be asked nothing changes, and later it is canceled', async () => {
    const client = await clientWith(30_000n, 'EUR');
    const niceId = await approved(client, { ...toBank, payin_amount: '120' });
    await world.sandbox.makeFault({ provider: 'bank', fault: 'error', count: 1 });
    expect((await cancel(client, niceId)).body.errors).toMatchObject([{ code: 'TRY_LATER' }]);
    expect((await see(client, niceId)).status).toBe('processing');
    await expectCanceled(client, niceId, 30_000n, 'EUR');
  });

  test('one that exchanges is bound by its approval', async () => {
    const client = await clientWith(30_000n, 'EUR');
    const niceId = await approved(client, { payin_currency: 'EUR', payin_amount: '120' });
    expect((await see(client, niceId)).can_cancel).toBe(0);
    expect((await cancel(client, niceId)).body.success).toBe(0);
    expect(await held(client, 'EUR')).toBe(18_000n);
    // It leaves before another test lowers the day's limit.
    await world.work();
  });

  test('one that a person has stopped, who may be paying it from elsewhere, is not given back', async () => {
    const client = await clientWith(1_000_000n);
    config.OUTFLOW_DAY_EUR = 1;
    const niceId = await approved(client, { payin_amount: '0.003' });
    await world.work();
    await stopPayout(context, { niceId, operator: 'ann' });
    expect((await see(client, niceId)).can_cancel).toBe(0);
    expect((await cancel(client, niceId)).body.success).toBe(0);
    expect(await held(client)).toBe(700_000n);
    await creditPayoutToBalance(context, { niceId, operator: 'ann' });
  });

  test('what a person has decided about stays decided', async () => {
    const client = await clientWith(1_000_000n);
    config.OUTFLOW_DAY_EUR = 1;
    const niceId = await approved(client, { payin_amount: '0.003' });
    await world.work();
    await Promise.allSettled([
      creditPayoutToBalance(context, { niceId, operator: 'ann' }),
      cancel(client, niceId),
      cancel(client, niceId),
    ]);
    expect(['refunded', 'canceled']).toContain((await see(client, niceId)).status);
    const fee = 300_000n - BigInt((await see(client, niceId)).payout_amount.replace('.', ''));
    expect([1_000_000n, 1_000_000n - fee]).toContain(await held(client));
  });
});

describe('attacks on the cancel of a withdrawal', () => {
  test('another client and a visitor change nothing', async () => {
    const [client, other] = [await clientWith(1_000_000n), await world.signInClient()];
    const niceId = await approved(client, { payin_amount: '0.003' });
    expect((await cancel(other, niceId)).status).toBe(404);
    expect((await world.call(`/onramp/o/${niceId}/cancel`, {})).status).toBe(403);
    expect(await held(client)).toBe(700_000n);
    expect((await world.read(niceId, other.access)).can_cancel).toBe(0);
    expect((await see(client, niceId)).status).toBe('processing');
    await expectCanceled(client, niceId, 1_000_000n);
  });

  test('twelve cancels at once give it back once', async () => {
    const client = await clientWith(1_000_000n);
    const niceId = await approved(client, { payin_amount: '0.003' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => cancel(client, niceId)));
    expect(answers.every(({ body }) => body.success === 1)).toBe(true);
    expect(await held(client)).toBe(1_000_000n);
    const releases = db.selectFrom('ledgerEntries').select('kind').where('reference', '=', niceId).orderBy('kind');
    expect((await releases.execute()).map(({ kind }) => kind)).toEqual([
      'balance_hold',
      'balance_release',
      'conversion',
      'reversal',
    ]);
  });

  test.each(['chain', 'bank'] as const)(
    'cancels and the signer of the %s at once: sent whole, or all back',
    async (method) => {
      const ends = new Set<string>();
      for (let round = 0; round < 6; round += 1) {
        const [client, whole, left] =
          method === 'chain'
            ? [await clientWith(1_000_000n), 1_000_000n, 700_000n]
            : [await clientWith(30_000n, 'EUR'), 30_000n, 18_000n];
        const fields = method === 'chain' ? { payin_amount: '0.003' } : { ...toBank, payin_amount: '120' };
        const niceId = await approved(client, fields);
        const orderId = await orderIdOf(niceId);
        const sign = () =>
          method === 'chain' ? buildPayouts(context, [{ orderId }]) : sendBankPayout(context, orderId);
        const give = () => cancel(client, niceId);
        const all = round % 2 === 0 ? [give, sign, give, sign, give, sign] : [sign, give, sign, give, sign, give];
        await Promise.all([...all, ...all].map((act) => act()));
        const { status } = await see(client, niceId);
        ends.add(status);
        expect(await held(client, method === 'chain' ? 'BTC' : 'EUR')).toBe(status === 'canceled' ? whole : left);
        if (method === 'bank')
          expect(await world.sandbox.bankPayouts(niceId)).toHaveLength(status === 'canceled' ? 0 : 1);
      }
      for (const status of ends) expect(['canceled', 'processing', 'finished']).toContain(status);
    },
  );

  test.each(['before', 'after'] as const)('the program dies %s its commit: canceled once', async (when) => {
    const client = await clientWith(1_000_000n);
    const niceId = await approved(client, { payin_amount: '0.003' });
    const crashing = crashAt(db, 1, when);
    context.db = crashing.db;
    await cancel(client, niceId);
    expect(crashing.count()).toBeGreaterThanOrEqual(1);
    context.db = db;
    expect(await held(client)).toBe(when === 'before' ? 700_000n : 1_000_000n);
    await expectCanceled(client, niceId, 1_000_000n);
  });
});

test('an approval that waits while its session is ended approves nothing', async () => {
  const client = await clientWith(1_000_000n);
  const { uuid, nice_id: niceId } = await world.withdraw(client, { payin_amount: '0.003' });
  const code = await world.codeOf(client);
  const pending = await db.transaction().execute(async (trx) => {
    const row = trx.selectFrom('orders').select('orderId').where('niceId', '=', niceId);
    await row.forUpdate().executeTakeFirstOrThrow();
    return actAsAnotherCaller('a request meets the row that is held here', async () => {
      const answer = world.approve(client, uuid, code);
      const waiting = sql`select pid from pg_locks where not granted`;
      const count = async () => (await waiting.execute(db)).rows.length;
      await expect.poll(count, { timeout: 90_000 }).toBeGreaterThan(0);
      await endClientSessions(context, { client: client.niceId, operator: 'grace' });
      return { answer };
    });
  });
  expect((await pending.answer).status).toBe(401);
  const order = db.selectFrom('orders').select('status').where('niceId', '=', niceId);
  expect(await order.executeTakeFirstOrThrow()).toEqual({ status: 'confirmation_pending' });
});
