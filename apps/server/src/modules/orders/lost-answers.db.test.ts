import { describe, expect, test } from 'vitest';
import { openOrderWorld } from './fixtures/open-order-world.ts';

const world = await openOrderWorld();

const fields = async (changes: Readonly<Record<string, string>> = {}) => ({
  payin_currency: 'EUR',
  payin_group: 'card',
  payin_amount: '250',
  payout_currency: 'BTC',
  payout_group: 'bitcoin',
  is_floating_rate: '1',
  is_agree_rate: '1',
  dst_address: await world.sandbox.outsideAddress('bitcoin'),
  'g-recaptcha-response': await world.sandbox.captchaToken('order'),
  ...changes,
});
type Reported = Awaited<ReturnType<typeof world.call>>;
const codes = ({ body }: Reported) => body.errors.map(({ code, field }) => `${code} ${field}`.trim());

describe('law 6: a call that is sent again for a lost answer is answered the same', () => {
  test.each([
    ['an amount that is too small', { payin_amount: '0.01' }],
    ['a missing agreement', { is_agree_rate: '0' }],
    ['an address that is none', { dst_address: 'bc1qnotreal' }],
    ['a quote that is over', { is_floating_rate: '0' }],
  ])('an order that was not made: %s', async (_what, changes) => {
    const access = await world.signIn();
    const sent = await fields(changes);
    const first = await world.call('/onramp/o/new', sent, access);
    expect(first.body.errors).not.toEqual([]);
    const again = await world.call('/onramp/o/new', sent, access);
    expect(codes(again)).toEqual(codes(first));
    expect(codes(again)).not.toContain('WRONG_CAPTCHA');
  });

  test('one that was made, by its own key without a token too', async () => {
    const access = await world.signIn();
    const { 'g-recaptcha-response': token, ...body } = await fields();
    const key = { 'idempotency-key': 'the first' };
    const first = await world.call('/onramp/o/new', { ...body, 'g-recaptcha-response': token }, access, key);
    expect((await world.call('/onramp/o/new', body, access, key)).order.nice_id).toBe(first.order.nice_id);
  });

  test('the token answers no other caller and no other call', async () => {
    const [access, other] = [await world.signIn(), await world.signIn()];
    const sent = await fields({ payin_amount: '0.01' });
    await world.call('/onramp/o/new', sent, access);
    expect(codes(await world.call('/onramp/o/new', sent, other))).toContain('WRONG_CAPTCHA');
    expect(codes(await world.call('/onramp/o/new', { ...sent, payin_amount: '300' }, access))).toContain(
      'WRONG_CAPTCHA',
    );
  });

  test('an approval: money moved once, and every copy of the call says so', async () => {
    const client = await world.signInClient();
    await world.giveBalance(client, 50_000n, 'EUR');
    const { body } = await world.buy(client.access, { payin_group: 'balance', payin_amount: '31' });
    await world.work();
    const [message] = (await world.sandbox.inbox(client.email)).flatMap(
      ({ subject = '' }) => /^(\d{6}) approves/.exec(subject ?? '')?.slice(1) ?? [],
    );
    const code = message ?? '';
    expect(code).toMatch(/^\d{6}$/);
    const wrong = code === '000000' ? '111111' : '000000';
    const call = async (typed: string) => ({
      uuid: body.uuid,
      code: typed,
      'g-recaptcha-response': await world.sandbox.captchaToken('code'),
    });
    const mistyped = await call(wrong);
    expect(codes(await world.call('/order/approve_withdrawal', mistyped, client.access))).toEqual(['CODE_WRONG code']);
    expect(codes(await world.call('/order/approve_withdrawal', mistyped, client.access))).toEqual(['CODE_WRONG code']);
    const right = await call(code);
    const copies = [
      await world.call('/order/approve_withdrawal', right, client.access),
      ...(await Promise.all([1, 2, 3].map(() => world.call('/order/approve_withdrawal', right, client.access)))),
    ];
    expect(copies.map((answer) => [answer.body.success, answer.body.nice_id])).toEqual(
      copies.map(() => [1, body.order?.nice_id]),
    );
    const attempts = await world.context.db.selectFrom('orderConfirmations').select('attempts').execute();
    expect(attempts.map((row) => row.attempts)).toContain(1);
  });
});
