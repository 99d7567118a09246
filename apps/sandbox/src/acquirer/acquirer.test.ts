import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { createClient, listenForWebhooks } from '../testing/test-client.ts';

let sandbox: RunningSandbox;
let client: ReturnType<typeof createClient>;
let product: Awaited<ReturnType<typeof listenForWebhooks>>;

beforeAll(async () => {
  product = await listenForWebhooks();
  sandbox = await startSandbox({ productUrl: product.url });
  client = createClient(sandbox);
});
afterAll(async () => {
  await sandbox.close();
  await product.close();
});

const shop = 'http://localhost:4000/back';
const order = (reference: string) => ({
  reference,
  amount: '250.00',
  currency: 'EUR',
  description: 'Order',
  return_url: shop,
});
const card = (number: string) => ({ number, expiry: '12 / 40', cvc: '123', name: 'Sam Sandbox' });
const create = async (reference: string, more: object = {}) =>
  String((await client.acquirer('POST', '/payments', { ...order(reference), ...more })).body['id']);
const statusOf = async (id: string) => (await client.acquirer('GET', `/payments/${id}`)).body['status'];

describe('card acquirer API', () => {
  test('creates a payment with a hosted page and finds it by id and reference', async () => {
    const { status, body } = await client.acquirer('POST', '/payments', order('api-1'));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'created',
      amount: '250.00',
      currency: 'EUR',
      card: null,
      decline_reason: null,
    });
    expect(body['page_url']).toBe(`${sandbox.url}/acquirer/pay/${String(body['id'])}`);
    expect((await client.acquirer('GET', `/payments/${String(body['id'])}`)).body).toEqual(body);
    expect((await client.acquirer('GET', '/payments?reference=api-1')).body).toEqual({ payments: [body] });
    expect((await client.acquirer('GET', '/payments?reference=nobody')).body).toEqual({ payments: [] });
  });

  test('the same key and body give the stored answer, another body is refused', async () => {
    const first = await client.acquirer('POST', '/payments', order('api-2'), 'same');
    expect(await client.acquirer('POST', '/payments', order('api-2'), 'same')).toEqual(first);
    const other = await client.acquirer('POST', '/payments', { ...order('api-2'), amount: '1.00' }, 'same');
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } });
    expect((await client.acquirer('GET', '/payments?reference=api-2')).body['payments']).toHaveLength(1);
  });

  test.each([
    ['a negative amount', { amount: '-1' }],
    ['too many decimals', { amount: '1.001' }],
    ['an exponent', { amount: '1e3' }],
    ['nothing', { amount: '0.00' }],
    ['a script as return address', { return_url: 'javascript:alert(1)' }],
    ['a past expiry', { expires_at: 1 }],
  ])('refuses %s', async (_name, wrong) => {
    const answer = await client.acquirer('POST', '/payments', { ...order('api-3'), ...wrong });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  });

  test('refuses a wrong key and a missing Idempotency-Key', async () => {
    const wrong = await client.call('GET', '/acquirer/v1/payments', undefined, { authorization: 'Bearer sk_live_x' });
    expect(wrong.status).toBe(401);
    const bare = await client.call('POST', '/acquirer/v1/payments', order('api-4'), {
      authorization: 'Bearer sk_sandbox_acquirer',
    });
    expect(bare).toMatchObject({ status: 400, body: { error: { code: 'idempotency_key_required' } } });
  });

  test('cancels an open payment and refuses once it is approved', async () => {
    const open = await create('api-5');
    expect((await client.acquirer('POST', `/payments/${open}/cancel`, {})).body['status']).toBe('canceled');
    const paid = await create('api-5');
    await client.control(`/acquirer/payments/${paid}`, { outcome: 'approved' });
    const refused = await client.acquirer('POST', `/payments/${paid}/cancel`, {});
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'not_cancelable' } } });
  });

  test('refunds in parts up to the amount, and journals each part', async () => {
    const id = await create('api-6');
    const refund = (amount: string, key?: string) =>
      client.acquirer('POST', `/payments/${id}/refunds`, { amount, currency: 'EUR' }, key);
    expect((await refund('1.00')).body).toMatchObject({ error: { code: 'not_refundable' } });
    await client.control(`/acquirer/payments/${id}`, { outcome: 'approved' });
    const first = await refund('100.00', 'part');
    expect(first.body).toMatchObject({ payment_id: id, amount: '100.00', currency: 'EUR', status: 'done' });
    expect((await refund('100.00', 'part')).body).toEqual(first.body);
    expect(await statusOf(id)).toBe('approved');
    expect((await refund('150.01')).body).toMatchObject({ error: { code: 'not_refundable' } });
    await refund('150.00');
    expect(await statusOf(id)).toBe('refunded');
    const { card_refunds: rows } = await client.look('/journal');
    expect(rows).toMatchObject([{ reference: 'api-6', amount: '100.00', kind: 'refund' }, { amount: '150.00' }]);
  });
});

describe('hosted payment page', () => {
  test('a good card is approved once and leads back to the shop', async () => {
    const id = await create('page-1');
    const paid = await client.form(`/acquirer/pay/${id}`, card('4242 4242 4242 4242'));
    expect(paid).toMatchObject({ status: 303, location: shop });
    expect(await client.form(`/acquirer/pay/${id}`, card('4242424242424242'))).toMatchObject({
      status: 303,
      location: shop,
    });
    const { card_payments: rows } = await client.look('/journal');
    expect(Array.isArray(rows) && rows.filter((row) => row.reference === 'page-1')).toHaveLength(1);
    const { body } = await client.acquirer('GET', `/payments/${id}`);
    expect(body).toMatchObject({ status: 'approved', card: { brand: 'visa', last4: '4242' } });
  });

  test('a declined card says why and lets the payer try another', async () => {
    const id = await create('page-2');
    const declined = await client.form(`/acquirer/pay/${id}`, card('4000000000009995'));
    expect(declined).toMatchObject({ status: 303, location: `/acquirer/pay/${id}` });
    expect((await client.acquirer('GET', `/payments/${id}`)).body).toMatchObject({
      status: 'declined',
      decline_reason: 'insufficient_funds',
    });
    const page = await (await fetch(`${sandbox.url}/acquirer/pay/${id}`)).text();
    expect(page).toContain('There is not enough money on this card');
    expect(page).toContain('Return to the shop');
    await client.form(`/acquirer/pay/${id}`, card('5555555555554444'));
    const { body } = await client.acquirer('GET', `/payments/${id}`);
    expect(body).toMatchObject({ status: 'approved', decline_reason: null, card: { brand: 'mastercard' } });
  });

  test.each([
    ['4000000000000002', 'declined'],
    ['4000000000000069', 'expired_card'],
  ])('card %s is declined as %s', async (number, reason) => {
    const id = await create('page-3');
    await client.form(`/acquirer/pay/${id}`, card(number));
    expect((await client.acquirer('GET', `/payments/${id}`)).body).toMatchObject({
      status: 'declined',
      decline_reason: reason,
    });
  });

  test('3-D Secure: approving pays, denying allows another try, waiting keeps the question open', async () => {
    const id = await create('page-4');
    const asked = await client.form(`/acquirer/pay/${id}`, card('4000000000003220'));
    expect(asked).toMatchObject({ status: 303, location: `/acquirer/3ds/${id}` });
    expect(await client.form(`/acquirer/3ds/${id}`, { answer: 'wait' })).toMatchObject({ status: 303, location: shop });
    expect(await statusOf(id)).toBe('challenge');
    const denied = await client.form(`/acquirer/3ds/${id}`, { answer: 'deny' });
    expect(denied.location).toBe(`/acquirer/pay/${id}`);
    expect(await statusOf(id)).toBe('declined');
    await client.form(`/acquirer/pay/${id}`, card('4000000000003220'));
    expect(await client.form(`/acquirer/3ds/${id}`, { answer: 'approve' })).toMatchObject({
      status: 303,
      location: shop,
    });
    expect(await statusOf(id)).toBe('approved');
  });

  test('wrong fields are named, the code is not echoed, nothing is charged', async () => {
    const id = await create('page-5');
    const wrong = await client.form(`/acquirer/pay/${id}`, {
      number: '4242424242424241',
      expiry: '13/30',
      cvc: '98765',
      name: '<b>',
    });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('This card number is not right');
    expect(wrong.text).toContain('aria-describedby="expiry-hint expiry-fault"');
    expect(wrong.text).not.toContain('98765');
    expect(wrong.text).not.toContain('<b>');
    expect(await statusOf(id)).toBe('created');
  });

  test('says SANDBOX and runs under a strict policy', async () => {
    const id = await create('page-6');
    const page = await fetch(`${sandbox.url}/acquirer/pay/${id}`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http: https:;");
    expect(await page.text()).toContain('SANDBOX');
    expect((await fetch(`${sandbox.url}/acquirer/pay/pay_none`)).status).toBe(404);
  });

  test('an unpaid payment expires and takes no card then, but a bank may still pay late', async () => {
    const id = await create('page-7', { expires_at: Math.floor(Date.now() / 1000) + 3 });
    await expect.poll(() => statusOf(id)).toBe('expired');
    await client.form(`/acquirer/pay/${id}`, card('4242424242424242'));
    expect(await statusOf(id)).toBe('expired');
    expect((await client.control(`/acquirer/payments/${id}`, { outcome: 'approved' }))['status']).toBe('approved');
  });

  test('a card that pays later approves by itself', async () => {
    const id = await create('page-8');
    expect((await client.form(`/acquirer/pay/${id}`, card('4000000000000077'))).location).toBe(shop);
    expect(await statusOf(id)).toBe('created');
    await expect.poll(() => statusOf(id), { timeout: 8000, interval: 250 }).toBe('approved');
  });
});

describe('acquirer control calls', () => {
  test('a chargeback takes an approved payment back and is journalled', async () => {
    const id = await create('control-1');
    const early = await client.call('POST', `/control/acquirer/payments/${id}`, { outcome: 'chargeback' });
    expect(early.status).toBe(409);
    await client.control(`/acquirer/payments/${id}`, { outcome: 'approved' });
    expect((await client.control(`/acquirer/payments/${id}`, { outcome: 'chargeback' }))['status']).toBe(
      'charged_back',
    );
    const { card_refunds: rows } = await client.look('/journal');
    expect(rows).toContainEqual(
      expect.objectContaining({ reference: 'control-1', kind: 'chargeback', amount: '250.00' }),
    );
  });

  test('a dispute that was won gives the money back, and is journalled', async () => {
    const id = await create('control-won');
    await client.control(`/acquirer/payments/${id}`, { outcome: 'approved' });
    const early = await client.call('POST', `/control/acquirer/payments/${id}`, { outcome: 'won' });
    expect(early.status).toBe(409);
    await client.control(`/acquirer/payments/${id}`, { outcome: 'refunded', amount: '100.00' });
    await client.control(`/acquirer/payments/${id}`, { outcome: 'chargeback' });
    expect((await client.control(`/acquirer/payments/${id}`, { outcome: 'won' }))['status']).toBe('approved');
    const { card_payments: rows } = await client.look('/journal');
    const amounts = Array.isArray(rows) ? rows.filter((row) => row.reference === 'control-won') : [];
    expect(amounts).toMatchObject([{ amount: '250.00' }, { amount: '150.00' }]);
  });

  test('approving twice pays once', async () => {
    const id = await create('control-2');
    await client.control(`/acquirer/payments/${id}`, { outcome: 'approved' });
    await client.control(`/acquirer/payments/${id}`, { outcome: 'approved' });
    const { card_payments: rows } = await client.look('/journal');
    expect(Array.isArray(rows) && rows.filter((row) => row.reference === 'control-2')).toHaveLength(1);
  });
});
