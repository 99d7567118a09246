import { afterEach, describe, expect, test } from 'vitest';
import { expectDueJobs, expectSound } from '../orders/fixtures/expect-sound.ts';
import { openCardWorld, testCard, type PayinShape } from './fixtures/open-card-world.ts';

const world = await openCardWorld();
const access = await world.signIn();
afterEach(() => expectSound(world));

async function open(): Promise<{ niceId: string; shape: PayinShape; fields: Record<string, string> }> {
  const niceId = await world.order(access, 'session');
  const shape = await world.shapeOf(niceId, access);
  const fields = {
    provider: 'card_two',
    session_token: shape.session_token ?? '',
    client_unique_id: shape.client_unique_id ?? '',
  };
  return { niceId, shape, fields };
}
const codes = ({ body }: { body: { errors: readonly { code: string }[] } }) => body.errors.map(({ code }) => code);

describe('3-36 card fields of the second acquirer, by a session for its script', () => {
  test('are requested with sessionToken and clientUniqueId; what the script charged is credited', async () => {
    const { niceId, shape, fields } = await open();
    expect(Object.keys(shape).toSorted()).toEqual([
      'client_unique_id',
      'payment_url',
      'provider',
      'script_url',
      'session_token',
      'wallets',
    ]);
    expect(shape.script_url).toMatch(/\/acquirer-two\/fields\.js$/);
    await world.chargeSession(shape, testCard.good);
    expect((await world.pay(niceId, access, fields)).body).toMatchObject({ success: 1, redirect: '', errors: [] });
    expect(await world.read(niceId, access)).toMatchObject({ status: 'processing', card_last4: '4242' });
    expect(await world.creditsOf(niceId)).toBe(1);
  });

  test('a decline is reported, and the same fields pay with another card', async () => {
    const { niceId, shape, fields } = await open();
    await world.chargeSession(shape, testCard.noFunds);
    expect(codes(await world.pay(niceId, access, fields))).toEqual(['PAYMENT_DECLINED']);
    await world.chargeSession(shape, testCard.mastercard);
    expect((await world.pay(niceId, access, fields)).body.success).toBe(1);
    expect((await world.read(niceId)).status).toBe('processing');
  });

  test('3-D Secure is a redirect, and the order goes on by the webhook', async () => {
    const { niceId, shape, fields } = await open();
    await world.chargeSession(shape, testCard.challenge);
    const { body } = await world.pay(niceId, access, fields);
    expect(body.redirect).toContain('/acquirer-two/3ds/');
    expect(await world.answerPage(body.redirect, { answer: 'approve' })).toContain(`/order-status/${niceId}`);
    await world.until(niceId, 'processing');
    expect(await world.creditsOf(niceId)).toBe(1);
  });

  test('a page that was closed before it reported changes nothing: the webhook credits', async () => {
    const { niceId, shape } = await open();
    await world.chargeSession(shape, testCard.good);
    await world.until(niceId, 'processing');
  });

  test('what the page says alone credits nothing', async () => {
    const { niceId, fields } = await open();
    expect((await world.pay(niceId, access, fields)).body).toMatchObject({ success: 1, redirect: '' });
    await world.work({ isEarly: true });
    expect(await world.read(niceId, access)).toMatchObject({ status: 'payin_pending', payment_status: 'created' });
    expect(await world.creditsOf(niceId)).toBe(0);
  });

  test('the session of another order is refused', async () => {
    const one = await open();
    const other = await open();
    expect(codes(await world.pay(one.niceId, access, other.fields))).toEqual(['CARD_INVALID']);
  });

  test('3-40 strangers see no session', async () => {
    const { niceId } = await open();
    expect((await world.read(niceId))['purchase_params_payin']).toEqual({});
  });

  test.each(['error', 'drop_answer', 'hang'])('%s while the session is made: a job makes it, once', async (fault) => {
    await world.sandbox.makeFault({ provider: 'acquirer_two', fault, count: 1, call: 'create' });
    const { niceId, shape } = await open();
    await expectDueJobs(world);
    const settled = shape.session_token === undefined ? undefined : shape;
    await world.work({ isEarly: true });
    const after = settled ?? (await world.shapeOf(niceId, access));
    expect(await world.sandbox.acquirerPayments(niceId)).toHaveLength(1);
    await world.chargeSession(after, testCard.good);
    await world.until(niceId, 'processing');
    expect(await world.creditsOf(niceId)).toBe(1);
  });
});
