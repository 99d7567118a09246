import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { createClient } from '../testing/test-client.ts';

let sandbox: RunningSandbox;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox);
});
afterAll(() => sandbox.close());

const key = 'pk_sandbox_acquirer';
const typed = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };
const tokenize = (fields: object = {}) =>
  client.call('POST', '/acquirer/tokenize', { public_key: key, ...typed, ...fields });
const tokenOf = async (number?: string) =>
  String((await tokenize(number === undefined ? {} : { number })).body['token']);
const create = async (fields: object = {}) =>
  String(
    (
      await client.acquirer('POST', '/payments', {
        reference: 'card',
        amount: '20.00',
        currency: 'EUR',
        return_url: 'http://localhost/',
        flow: 'form',
        ...fields,
      })
    ).body['id'],
  );
const charge = (id: string, token: string, fields: object = {}, idempotencyKey?: string) =>
  client.acquirer('POST', `/payments/${id}/charges`, { card_token: token, ...fields }, idempotencyKey);

describe('the card frame', () => {
  test('may be framed by any page, says SANDBOX, and runs its own script only', async () => {
    const page = await fetch(
      `${sandbox.url}/acquirer/tokenize?public_key=${key}&origin=http://localhost:4000&theme=dark`,
    );
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors http: https:');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const text = await page.text();
    expect(text).toContain('SANDBOX');
    expect(text).toContain('data-theme="dark"');
    expect(text).toContain('data-origin="http://localhost:4000"');
  });

  test.each([
    ['a wrong key', 'public_key=pk_other&origin=http://localhost', 401],
    ['no origin', `public_key=${key}`, 400],
    ['an origin that is none', `public_key=${key}&origin=javascript:alert(1)`, 400],
  ])('refuses %s', async (_name, query, status) => {
    expect((await fetch(`${sandbox.url}/acquirer/tokenize?${query}`)).status).toBe(status);
  });

  test('gives a token and shows no number', async () => {
    const { status, body } = await tokenize();
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.stringMatching(/^tok_/),
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2034,
    });
    const described = await client.acquirer('GET', `/cards/${String(body['token'])}`);
    expect(JSON.stringify(described.body)).not.toContain('4242424242424242');
  });

  test.each([
    ['number', { number: '4242 4242 4242 4241' }],
    ['number', { number: '3782 822463 10005' }],
    ['expiry', { expiry: '12 / 20' }],
    ['cvc', { cvc: '1' }],
  ])('names a wrong %s: %j', async (field, fields) => {
    const { status, body } = await tokenize(fields);
    expect(status).toBe(422);
    expect(body['faults']).toHaveProperty(field);
  });
});

describe('a charge by token', () => {
  test('pays; the same key gives the stored answer, and the token is used up', async () => {
    const [id, token] = [await create(), await tokenOf()];
    const first = await charge(id, token, {}, 'once');
    expect(first).toMatchObject({ status: 201, body: { status: 'approved', card: { brand: 'visa', token: null } } });
    expect((await charge(id, token, {}, 'once')).body).toEqual(first.body);
    expect(await charge(await create(), token)).toMatchObject({
      status: 409,
      body: { error: { code: 'card_token_used' } },
    });
  });

  test('of a payment that is paid is refused and leaves the token alone', async () => {
    const id = await create();
    await charge(id, await tokenOf());
    const token = await tokenOf();
    expect(await charge(id, token)).toMatchObject({ status: 409, body: { error: { code: 'not_chargeable' } } });
    expect((await charge(await create(), token)).body['status']).toBe('approved');
  });

  test('with save_card gives a token for later, until it is deleted', async () => {
    const { body } = await charge(await create(), await tokenOf(), { save_card: true });
    const kept = String(Object(body['card'])['token']);
    expect(kept).toMatch(/^crd_/);
    for (let again = 0; again < 2; again += 1)
      expect((await charge(await create(), kept)).body['status']).toBe('approved');
    const remove = () =>
      client.call('DELETE', `/acquirer/v1/cards/${kept}`, undefined, { authorization: 'Bearer sk_sandbox_acquirer' });
    expect((await remove()).body).toEqual({ deleted: true });
    expect((await remove()).status).toBe(404);
    expect((await charge(await create(), kept)).body).toMatchObject({ error: { code: 'card_unknown' } });
  });

  test('3-D Secure: the question comes with its address, and in a frame it ends with a message', async () => {
    const id = await create();
    const { body } = await charge(id, await tokenOf('4000000000003220'));
    expect(body).toMatchObject({ status: 'challenge', challenge_url: `${sandbox.url}/acquirer/3ds/${id}` });
    const origin = 'http://localhost:4000';
    const page = await (await fetch(`${sandbox.url}/acquirer/3ds/${id}?origin=${origin}`)).text();
    expect(page).toContain(`name="origin" value="${origin}"`);
    const done = await client.form(`/acquirer/3ds/${id}`, { answer: 'approve', origin });
    expect(done.status).toBe(200);
    expect(done.text).toContain('data-status="approved"');
  });

  test('denied, it leads back to the shop, not to the hosted page', async () => {
    const id = await create();
    await charge(id, await tokenOf('4000000000003220'));
    expect((await client.form(`/acquirer/3ds/${id}`, { answer: 'deny' })).location).toBe('http://localhost/');
  });
});

describe('the second acquirer', () => {
  const access = { authorization: 'Bearer sk_sandbox_acquirer_two' };
  const session = async () =>
    (
      await client.call(
        'POST',
        '/acquirer-two/v1/sessions',
        { reference: 'two', amount: '5.00', currency: 'USD', return_url: 'http://localhost/', flow: 'form' },
        { ...access, 'idempotency-key': String(Math.random()) },
      )
    ).body;

  test('makes a session that its script charges', async () => {
    const { id, session_token, client_unique_id } = await session();
    const paid = await client.call('POST', '/acquirer-two/charge', { ...typed, session_token, client_unique_id });
    expect(paid.body).toMatchObject({ status: 'approved', challenge_url: null });
    const again = await client.call('POST', '/acquirer-two/charge', { ...typed, session_token, client_unique_id });
    expect(again.body).toMatchObject({ status: 'approved' });
    const { card_payments: rows } = await client.look('/journal');
    expect(Array.isArray(rows) && rows.filter((row) => row.payment_id === id)).toHaveLength(1);
  });

  test('refuses a session of another shop', async () => {
    const { session_token } = await session();
    const wrong = await client.call('POST', '/acquirer-two/charge', { ...typed, session_token, client_unique_id: 'x' });
    expect(wrong.status).toBe(404);
  });

  test('does not know the keys of the first one', async () => {
    expect(
      (
        await client.call('GET', '/acquirer-two/v1/payments', undefined, {
          authorization: 'Bearer sk_sandbox_acquirer',
        })
      ).status,
    ).toBe(401);
  });

  test('serves its script to any page', async () => {
    const script = await fetch(`${sandbox.url}/acquirer-two/fields.js`);
    expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await script.text()).toContain(`${sandbox.url}/acquirer-two/tokenize`);
  });
});

describe('money sent to a card', () => {
  const send = (token: string, idempotencyKey?: string) =>
    client.acquirer(
      'POST',
      '/payouts',
      { reference: 'out', amount: '12.34', currency: 'EUR', card_token: token },
      idempotencyKey,
    );

  test('goes once per key and is journalled', async () => {
    const token = await tokenOf();
    const sent = await send(token, 'out-1');
    expect(sent).toMatchObject({ status: 201, body: { status: 'paid', amount: '12.34', card: { last4: '4242' } } });
    expect((await send(token, 'out-1')).body).toEqual(sent.body);
    const found = await client.acquirer('GET', '/payouts?reference=out');
    expect(found.body['payouts']).toMatchObject([{ id: sent.body['id'], status: 'paid' }]);
    const listed = async (query: string) => (await client.acquirer('GET', `/payouts?${query}`)).body['payouts'];
    expect(await listed('since=0')).toMatchObject([{ id: sent.body['id'] }]);
    expect(await listed(`since=0&after=${String(sent.body['id'])}`)).toEqual([]);
    const { card_payouts: rows } = await client.look('/journal');
    expect(rows).toMatchObject([{ reference: 'out', amount: '12.34', currency: 'EUR' }]);
  });

  test('can come back once it was paid, and is journalled once', async () => {
    const { body } = await send(await tokenOf(), 'back-1');
    const sendBack = async (id: string) => client.control(`/acquirer/payouts/${id}`, { status: 'returned' });
    const id = String(body['id']);
    for (let turn = 0; turn < 2; turn += 1)
      expect(await sendBack(id)).toMatchObject({ status: 'returned', failure_reason: 'card_closed' });
    expect((await client.acquirer('GET', `/payouts/${id}`)).body).toMatchObject({ status: 'returned' });
    const { card_payout_returns: rows } = await client.look('/journal');
    expect(rows).toMatchObject([{ id, reference: 'out', amount: '12.34', currency: 'EUR' }]);
    const refused = await send(await tokenOf('4000000000009979'), 'back-2');
    expect(await sendBack(String(refused.body['id']))).toMatchObject({ error: { code: 'not_paid' } });
    expect(await sendBack('po_none')).toMatchObject({ error: { code: 'not_found' } });
  });

  test('to a card that its bank refuses fails and moves nothing', async () => {
    expect((await send(await tokenOf('4000000000009979'))).body).toMatchObject({
      status: 'failed',
      failure_reason: 'restricted_card',
    });
    const { card_payouts: rows } = await client.look('/journal');
    expect(rows).toHaveLength(2);
  });
});

describe('providers with a page of their own', () => {
  const open = async (provider: 'sofort' | 'wallet') => {
    const { body } = await client.call(
      'POST',
      `/${provider}/v1/payments`,
      { reference: provider, amount: '9.00', currency: 'EUR', return_url: 'http://localhost/back' },
      { authorization: `Bearer sk_sandbox_${provider}`, 'idempotency-key': String(Math.random()) },
    );
    return new URL(String(body['page_url'])).pathname;
  };

  test('the bank asks for bank, log-in and TAN, one after the other', async () => {
    const page = await open('sofort');
    expect((await client.form(page, {})).status).toBe(422);
    expect((await client.form(page, { bank: 'Sandbox Bank' })).text).toContain('Log in to your bank');
    expect((await client.form(page, { bank: 'Sandbox Bank', login: 'sam', pin: '1' })).text).toContain('TAN');
    const wrong = await client.form(page, { bank: 'Sandbox Bank', login: 'sam', pin: '1', tan: '12' });
    expect(wrong.status).toBe(422);
    const done = await client.form(page, { bank: 'Sandbox Bank', login: 'sam', pin: '1', tan: '123456' });
    expect(done).toMatchObject({ status: 303, location: 'http://localhost/back' });
  });

  test('the wallet approves with one button, once', async () => {
    const page = await open('wallet');
    for (let click = 0; click < 2; click += 1)
      expect((await client.form(page, { answer: 'approve' })).location).toBe('http://localhost/back');
    const { card_payments: rows } = await client.look('/journal');
    expect(Array.isArray(rows) && rows.filter((row) => row.reference === 'wallet')).toHaveLength(1);
  });

  test('has no card calls', async () => {
    const answer = await client.call('GET', '/wallet/v1/cards/x', undefined, {
      authorization: 'Bearer sk_sandbox_wallet',
    });
    expect(answer.status).toBe(404);
  });
});
