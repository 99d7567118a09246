import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { allJobs } from '../../worker.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openCardWorld, type PayinCase } from './fixtures/open-card-world.ts';

const world = await openCardWorld();
const access = await world.signIn();
const { db } = world.context;
afterEach(() => expectSound(world));

const routes: readonly (readonly [payinCase: PayinCase, path: string, secret: string])[] = [
  ['page', 'acquirer', 'whsec_sandbox_acquirer'],
  ['session', 'acquirer-two', 'whsec_sandbox_acquirer_two'],
  ['sofort', 'sofort', 'whsec_sandbox_sofort'],
  ['wallet', 'wallet', 'whsec_sandbox_wallet'],
];

interface Forgery {
  time?: number;
  key?: string;
  secret: string;
}

const now = () => Math.floor(Date.now() / 1000);
const sign = (body: string, { time = now(), key = 'k1', secret }: Forgery) =>
  `t=${time},kid=${key},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;

async function notify(path: string, body: string, signature: string): Promise<number> {
  const { statusCode } = await world.app.inject({
    method: 'POST',
    url: `/webhooks/${path}`,
    headers: { 'content-type': 'application/json', 'acquirer-signature': signature },
    payload: body,
  });
  return statusCode;
}

const eventOf = (data: Readonly<Record<string, unknown>>, type = 'payment.approved') =>
  JSON.stringify({ id: `evt_${Math.random()}`, type, data });
const openAlarms = async (subject: string) =>
  (
    await db.selectFrom('alarms').select('kind').where('subject', '=', subject).where('clearedAt', 'is', null).execute()
  ).map(({ kind }) => kind);

describe.each(routes)('webhooks about a payment by %s, at /webhooks/%s', (payinCase, path, secret) => {
  test('fifty copies at once, out of order, and two workers credit once', async () => {
    const niceId = await world.order(access, payinCase);
    const payment = await world.paymentOf(niceId);
    await world.sandbox.settlePayment(payment, 'declined', 0);
    await world.sandbox.settlePayment(payment, 'approved', 0);
    const types = ['payment.approved', 'payment.challenge', 'payment.declined', 'payment.expired', 'payment.canceled'];
    const bodies = types.map((type) => eventOf({ id: payment }, type));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const body = bodies[index % bodies.length] ?? '';
        return notify(path, body, sign(body, { secret }));
      }),
    );
    expect(new Set(answers)).toEqual(new Set([204]));
    await Promise.all([world.work(), world.work()]);
    await world.work();
    expect(await world.creditsOf(niceId)).toBe(1);
    expect((await world.read(niceId)).status).toBe('processing');
  });

  test('forged in eight forms: five are refused, three with a valid signature are not trusted', async () => {
    const niceId = await world.order(access, payinCase);
    const other = await world.order(access, payinCase);
    const payment = await world.paymentOf(niceId);
    const body = eventOf({ id: payment, status: 'approved' });
    const spaced = body.replace('":', '": ');
    const refused = [
      sign(body, { secret: `${secret}_guess` }),
      sign(body, { secret, time: now() - 330 }),
      sign(body, { secret, time: now() + 330 }),
      sign(spaced, { secret }),
      sign(body, { secret, key: 'k0' }),
    ];
    for (const signature of refused) expect(await notify(path, body, signature)).toBe(400);
    const lies = [
      { id: payment, status: 'approved', reference: other, amount: '250.00' },
      { id: payment, status: 'approved', reference: niceId, amount: '99999.00' },
      { id: payment, status: 'approved', reference: niceId, currency: 'JPY' },
    ];
    for (const lie of lies) {
      const reported = eventOf(lie);
      expect(await notify(path, reported, sign(reported, { secret }))).toBe(204);
    }
    await world.work();
    for (const order of [niceId, other]) {
      expect((await world.read(order)).status).toBe('payin_pending');
      expect(await world.creditsOf(order)).toBe(0);
    }
  });

  test('a webhook signed with the secret of another provider is refused', async () => {
    const body = eventOf({ id: 'pay_1' });
    const others = routes.filter(([, otherPath]) => otherPath !== path);
    for (const [, , otherSecret] of others)
      expect(await notify(path, body, sign(body, { secret: otherSecret }))).toBe(400);
  });

  test.each(['amount', 'currency'] as const)('another %s at the provider is an alarm and no credit', async (what) => {
    const niceId = await world.order(access, payinCase);
    const payment = await world.paymentOf(niceId);
    await db
      .updateTable('cardPayments')
      .set(what === 'amount' ? { amount: 99_900n } : { currency: 'CHF' })
      .where('acquirerPaymentId', '=', payment)
      .execute();
    const body = eventOf({ id: payment });
    await notify(path, body, sign(body, { secret }));
    await world.work();
    expect(await openAlarms(niceId)).toEqual(['payment_mismatch']);
    expect(await world.creditsOf(niceId)).toBe(0);
  });
});

test('a payment of one provider is never found at another', async () => {
  const niceId = await world.order(access, 'wallet');
  const payment = await world.paymentOf(niceId);
  await world.sandbox.settlePayment(payment, 'approved', 0);
  const body = eventOf({ id: payment });
  expect(await notify('acquirer', body, sign(body, { secret: 'whsec_sandbox_acquirer' }))).toBe(204);
  const confirm = allJobs.filter((job) => job.definition.name === 'confirm-card-payment');
  await drainJobs(world.context, world.boss, confirm);
  expect(await world.creditsOf(niceId)).toBe(0);
  await world.work({ isEarly: true });
  expect(await world.creditsOf(niceId)).toBe(1);
});
