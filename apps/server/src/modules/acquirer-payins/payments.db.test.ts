import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { listBalances, readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { syncCardPayment } from './results/sync-card-payment.ts';
import { allJobs } from '../../worker.ts';

const world = await openOrderWorld();
await world.fundWallet('5');
const access = await world.signIn();
const { db } = world.context;
afterEach(() => expectSound(world));

async function buy(): Promise<{ niceId: string; payment: string }> {
  const { order } = await world.buy(access);
  return { niceId: order.nice_id, payment: await world.paymentOf(order.nice_id) };
}

function sign(
  body: string,
  { time = Math.floor(Date.now() / 1000), secret = 'whsec_sandbox_acquirer', key = 'k1' } = {},
): string {
  return `t=${time},kid=${key},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

async function notify(
  body: string,
  signature: string | undefined = sign(body),
): Promise<{ status: number; text: string }> {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/webhooks/acquirer',
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'acquirer-signature': signature }),
    },
    payload: body,
  });
  return { status: answer.statusCode, text: answer.body };
}

/** The answer to a refused webhook, by its reason. */
const refusals: Readonly<Record<string, string>> = {
  signature_malformed: 'Sign this request.',
  signature_wrong: 'This signature does not match the body.',
  signature_key_unknown: 'We do not know the key of this signature.',
  signature_time: 'The time of this signature is too far from ours.',
};
const eventOf = (payment: string, type = 'payment.approved', id = `evt_${Math.random()}`) =>
  JSON.stringify({ id, type, data: { id: payment } });
const credits = async (niceId: string) =>
  (
    await db
      .selectFrom('ledgerEntries')
      .select('entryId')
      .where('reference', '=', niceId)
      .where('kind', '=', 'card_payin')
      .execute()
  ).length;
const stored = async () => (await db.selectFrom('receivedWebhooks').select('eventId').execute()).length;
const openAlarms = async (subject: string) =>
  (
    await db.selectFrom('alarms').select('kind').where('subject', '=', subject).where('clearedAt', 'is', null).execute()
  ).map(({ kind }) => kind);

describe('webhooks of the acquirer', () => {
  test('fifty copies at once and two workers credit once', async () => {
    const { niceId, payment } = await buy();
    await world.sandbox.settlePayment(payment, 'approved', 0);
    const same = eventOf(payment);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => notify(index % 2 === 0 ? same : eventOf(payment))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    await Promise.all([drainJobs(world.context, world.boss, allJobs), drainJobs(world.context, world.boss, allJobs)]);
    await world.work();
    expect(await credits(niceId)).toBe(1);
    expect((await world.read(niceId)).status).toBe('processing');
  });

  test('five events in the wrong order end as the acquirer says', async () => {
    const { niceId, payment } = await buy();
    await world.sandbox.settlePayment(payment, 'declined', 0);
    await world.sandbox.settlePayment(payment, 'challenge', 0);
    await world.sandbox.settlePayment(payment, 'approved', 0);
    for (const type of [
      'payment.approved',
      'payment.expired',
      'payment.declined',
      'payment.challenge',
      'payment.canceled',
    ]) {
      await notify(eventOf(payment, type));
      await world.work();
    }
    expect((await world.read(niceId)).status).toBe('processing');
    expect(await credits(niceId)).toBe(1);
  });

  test('a false webhook only causes a query', async () => {
    const { niceId, payment } = await buy();
    await notify(eventOf(payment, 'payment.approved'));
    await world.work();
    expect((await world.read(niceId)).status).toBe('payin_pending');
    expect(await credits(niceId)).toBe(0);
  });

  test('a lost webhook is made good by polling', async () => {
    const { niceId, payment } = await buy();
    await world.sandbox.settlePayment(payment, 'approved', 0);
    await world.work({ isEarly: true });
    expect((await world.read(niceId)).status).toBe('processing');
  });

  test('a webhook of an unknown payment is dropped', async () => {
    await notify(eventOf('pay_nobody'));
    await world.work();
    expect(await openAlarms('confirm-card-payment pay_nobody')).toEqual([]);
  });

  test.each([
    ['signature_malformed', 'no signature', (_body: string) => ''],
    ['signature_malformed', 'half a signature', (body: string) => sign(body).slice(0, 40)],
    ['signature_wrong', 'another secret', (body: string) => sign(body, { secret: 'whsec_sandbox_guess' })],
    ['signature_wrong', 'a signature of another body', (_body: string) => sign('{}')],
    [
      'signature_wrong',
      'a moved time',
      (body: string) => sign(body).replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1000) + 1}`),
    ],
    ['signature_key_unknown', 'an unknown key', (body: string) => sign(body, { key: 'k7' })],
    ['signature_time', 'an old replay', (body: string) => sign(body, { time: Math.floor(Date.now() / 1000) - 900 })],
    ['signature_time', 'a time ahead', (body: string) => sign(body, { time: Math.floor(Date.now() / 1000) + 900 })],
  ])('a forged one is refused as %s and leaves nothing: %s', async (reason, _name, forge) => {
    const before = await stored();
    const body = eventOf('pay_forged');
    const { status, text } = await notify(body, forge(body));
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      success: 0,
      error: 'FIELD_INVALID',
      errors: [{ field: 'signature', text: refusals[reason] }],
      request_id: expect.any(String),
    });
    expect(await stored()).toBe(before);
  });

  test.each(['', 'null', '[]', '{"id":1}', '{"id":"evt","type":"x","data":{}}', '\u0000'])(
    'a signed body that is no event is refused: %j',
    async (body) => {
      expect((await notify(body)).status).toBe(400);
    },
  );
});

describe('what is confirmed before it is credited', () => {
  test.each(['amount', 'currency', 'reference'] as const)(
    'another %s at the acquirer is an alarm and no credit',
    async (what) => {
      const { niceId, payment } = await buy();
      await db
        .updateTable('cardPayments')
        .set(what === 'amount' ? { amount: 99_900n } : what === 'currency' ? { currency: 'USD' } : {})
        .set({ updatedAt: new Date() })
        .where('acquirerPaymentId', '=', payment)
        .execute();
      const wrong = what === 'reference' ? await swapPayments(payment) : niceId;
      await notify(eventOf(payment));
      await world.work();
      expect(await openAlarms(wrong)).toEqual(['payment_mismatch']);
      expect(await credits(wrong)).toBe(0);
    },
  );
});

/** Gives a payment's id to another order of ours, as a mix-up at the acquirer would. */
async function swapPayments(payment: string): Promise<string> {
  const other = await buy();
  await db
    .updateTable('cardPayments')
    .set({ acquirerPaymentId: 'pay_elsewhere' })
    .where('acquirerPaymentId', '=', payment)
    .execute();
  await db
    .updateTable('cardPayments')
    .set({ acquirerPaymentId: payment })
    .where('acquirerPaymentId', '=', other.payment)
    .execute();
  return other.niceId;
}

describe('a failing provider', () => {
  test('asking fails twice, then the order is credited once', async () => {
    const { niceId, payment } = await buy();
    await world.sandbox.makeFault({ provider: 'acquirer', fault: 'error', count: 2, call: 'get' });
    await world.sandbox.settlePayment(payment, 'approved');
    await expect
      .poll(
        async () => {
          await world.work({ isEarly: true });
          return (await world.read(niceId)).status;
        },
        { timeout: 10_000 },
      )
      .toBe('processing');
    expect(await credits(niceId)).toBe(1);
  });

  test('a payment that was made in other words, its answer lost, is found by its order', async () => {
    const { niceId, payment } = await buy();
    const { orderId } = await db
      .selectFrom('orders')
      .select('orderId')
      .where('niceId', '=', niceId)
      .executeTakeFirstOrThrow();
    const lost = { status: 'intended', acquirerPaymentId: null };
    await db.updateTable('cardPayments').set(lost).where('orderId', '=', orderId).execute();
    const config = { ...world.context.config, PUBLIC_URL: 'https://moved.test' };
    await syncCardPayment({ ...world.context, config }, orderId);
    expect(await world.paymentOf(niceId)).toBe(payment);
    const row = db.selectFrom('cardPayments').select(['status', 'acquirerPaymentId']).where('orderId', '=', orderId);
    expect(await row.executeTakeFirst()).toEqual({ status: 'created', acquirerPaymentId: payment });
  });

  test('a chargeback before a pay-out is signed stops it, reverses the exchange and raises the alarm', async () => {
    const { niceId, payment } = await buy();
    await world.sandbox.settlePayment(payment, 'approved', 0);
    await notify(eventOf(payment));
    const confirm = allJobs.filter((job) => job.definition.name === 'confirm-card-payment');
    await drainJobs(world.context, world.boss, confirm);
    expect((await world.read(niceId)).status).toBe('processing');
    await world.sandbox.settlePayment(payment, 'chargeback', 0);
    await notify(eventOf(payment, 'payment.charged_back'));
    await drainJobs(world.context, world.boss, confirm);
    expect((await world.read(niceId)).status).toBe('error');
    expect(await openAlarms(niceId)).toEqual(['chargeback']);
    // The exchange is reversed, so that nothing is left on the order and nothing is lost.
    expect((await listBalances(db, paths.order(niceId))).map(({ balance }) => balance)).toEqual([0n, 0n]);
    expect(await readBalance(db, paths.chargebackLoss, 'EUR')).toBe(0n);
    await world.work();
    expect((await world.read(niceId)).txid).toBe('');
  });

  test('a chargeback of money on a balance holds what is left of it', async () => {
    const client = await world.signInClient();
    const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
    await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
    await world.work({ isEarly: true });
    const bought = await readBalance(db, paths.client(client.niceId), 'BTC');
    expect(bought).toBeGreaterThan(0n);
    const payment = await world.paymentOf(order.nice_id);
    await world.sandbox.settlePayment(payment, 'chargeback', 0);
    await notify(eventOf(payment, 'payment.charged_back'));
    await world.work();
    expect(await readBalance(db, paths.client(client.niceId), 'BTC')).toBe(0n);
    expect(await readBalance(db, paths.held(client.niceId), 'BTC')).toBe(bought);
  });
});
