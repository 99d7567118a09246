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

const payment = { reference: 'r', amount: '1.00', currency: 'EUR', return_url: 'http://localhost/' };

describe('control calls', () => {
  test.each([
    ['POST', '/control/chains/litecoin/mine'],
    ['POST', '/control/cashiers/app_1'],
    ['GET', '/control/nothing'],
  ])('%s %s says clearly that it is not there', async (method, path) => {
    const { status, body } = await client.call(method, path, method === 'POST' ? {} : undefined);
    expect(status).toBe(404);
    expect(body).toMatchObject({
      error: { code: expect.any(String), message: expect.stringContaining('The sandbox') },
    });
  });

  test('a provider takes only the faults it can make, as often as requested', async () => {
    const wrong = await client.call('POST', '/control/faults', { provider: 'mail', fault: 'stale' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('mail knows: hang, error') } },
    });
    expect((await client.call('POST', '/control/faults', { provider: 'bakery', fault: 'hang' })).status).toBe(400);
    await client.control('/faults', { provider: 'acquirer', fault: 'error', count: 2 });
    expect(await client.look('/faults')).toMatchObject({
      faults: [{ provider: 'acquirer', fault: 'error', count: 2 }],
    });
    const list = () => client.acquirer('GET', '/payments');
    expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([500, 500, 200]);
  });

  test('acquirer: drop_answer does the work once, and the same key finds it again', async () => {
    await client.control('/faults', { provider: 'acquirer', fault: 'drop_answer' });
    await expect(client.acquirer('POST', '/payments', payment, 'dropped')).rejects.toThrow('fetch failed');
    const again = await client.acquirer('POST', '/payments', payment, 'dropped');
    expect((await client.look('/acquirer/payments?reference=r'))['payments']).toMatchObject([
      { id: again.body['id'], status: 'created', at: expect.any(Number) },
    ]);
  });

  test('acquirer: late answers after its delay, reject does nothing', async () => {
    await client.control('/faults', { provider: 'acquirer', fault: 'late', delay_ms: 400 });
    const started = Date.now();
    expect((await client.acquirer('GET', '/payments')).status).toBe(200);
    expect(Date.now() - started).toBeGreaterThan(350);
    await client.control('/faults', { provider: 'acquirer', fault: 'reject' });
    const refused = await client.acquirer('POST', '/payments', { ...payment, reference: 'refused' });
    expect(refused).toMatchObject({ status: 402, body: { error: { code: 'rejected' } } });
    expect((await client.look('/acquirer/payments?reference=refused'))['payments']).toEqual([]);
  });

  test('bad JSON and wrong fields are refused with a reason', async () => {
    const broken = await fetch(`${sandbox.url}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(broken.status).toBe(400);
    const wrong = await client.call('POST', '/control/chains/bitcoin/mine', { blocks: 0 });
    expect(wrong).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('blocks') } } });
    expect((await client.call('POST', '/control/acquirer/payments/pay_none', { outcome: 'approved' })).status).toBe(
      404,
    );
  });

  test('a POST without a body works, also when it says JSON', async () => {
    const bare = await fetch(`${sandbox.url}/control/chains/bitcoin/mine`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect(await bare.json()).toMatchObject({ height: expect.any(Number) });
  });

  test('reset forgets everything', async () => {
    await client.acquirer('POST', '/payments', payment);
    await client.control('/chains/bitcoin/send', {
      address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      amount: '1',
    });
    await client.control('/chains/bitcoin/mine', { blocks: 3 });
    await client.control('/faults', { provider: 'mail', fault: 'reject' });
    await client.control('/reset');
    expect(await client.look('/acquirer/payments')).toEqual({ payments: [] });
    expect(await client.look('/faults')).toEqual({ faults: [] });
    expect(await client.look('/journal')).toEqual({
      card_payments: [],
      card_refunds: [],
      card_payouts: [],
      card_payout_returns: [],
      bank_in: [],
      bank_out: [],
      chain_in: [],
      chain_out: [],
    });
    expect((await client.rpc('getblockcount')).body['result']).toBe(200);
  });

  test.each(['/', '/inbox'])('page %s says SANDBOX and runs no foreign script', async (path) => {
    const page = await fetch(sandbox.url + path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await page.text()).toContain('<strong>SANDBOX</strong>');
  });

  test('what a product wrote is shown as text on the control page', async () => {
    await client.acquirer('POST', '/payments', { ...payment, reference: '<script>alert(1)</script>' });
    const page = await (await fetch(sandbox.url)).text();
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&#60;script&#62;alert');
  });
});
