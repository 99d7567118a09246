import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { createClient } from '../testing/test-client.ts';
import { isIban, makeIban } from './iban.ts';

let sandbox: RunningSandbox;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  sandbox = await startSandbox({ productUrl: 'http://127.0.0.1:9' });
  client = createClient(sandbox);
});
afterAll(() => sandbox.close());

let keys = 0;
const bank = (method: string, path: string, body?: unknown, key = `key-${(keys += 1)}`) =>
  client.call(method, `/bank/v1${path}`, body, { authorization: 'Bearer sk_sandbox_bank_key', 'idempotency-key': key });
const payout = { iban: 'DE89370400440532013000', beneficiary_name: 'Ada', amount: '10.00', currency: 'EUR' };
const issue = async (reference: string) =>
  String((await bank('POST', '/requisites', { reference, holder: 'Causeway' })).body['iban']);
const send = (iban: string, changes: object = {}) =>
  client.control('/bank/transfers', { iban, reference: 'r', amount: '12.5', currency: 'EUR', notify: 0, ...changes });

describe('account numbers', () => {
  test.each(['DE89370400440532013000', 'GB82WEST12345698765432', 'LT121000011101001000'])('%s is right', (iban) =>
    expect(isIban(iban)).toBe(true),
  );
  test.each(['DE88370400440532013000', 'DE8937040044053201300', 'de89370400440532013000', ''])('%s is wrong', (iban) =>
    expect(isIban(iban)).toBe(false),
  );
  test('a made one is right', () => expect(isIban(makeIban('LT', '1210000000000001'))).toBe(true));
  test('each reference has one of its own, the same under the same key', async () => {
    const one = await bank('POST', '/requisites', { reference: 'one', holder: 'Causeway' }, 'same');
    const again = await bank('POST', '/requisites', { reference: 'one', holder: 'Causeway' }, 'same');
    expect(again).toEqual(one);
    expect(isIban(String(one.body['iban']))).toBe(true);
    expect(await issue('two')).not.toBe(one.body['iban']);
    expect((await bank('GET', '/requisites?reference=one')).body['requisites']).toEqual([one.body]);
  });
});

describe('transfers', () => {
  test('come in order after a number, written tolerantly, and only to an account that is there', async () => {
    const iban = await issue('in');
    const first = await send(`${iban.slice(0, 4)} ${iban.slice(4).toLowerCase()}`);
    const second = await send(iban);
    const { body } = await bank('GET', `/transfers?after=${Number(first['number']) - 1}`);
    expect(body).toMatchObject({ transfers: [{ id: first['id'], amount: '12.50', iban }, { id: second['id'] }] });
    expect(body['next']).toBe(second['number']);
    expect((await client.call('POST', '/control/bank/transfers', { iban: 'LT1', amount: '1' })).status).toBe(404);
    expect((await client.call('POST', '/control/bank/transfers', { iban, amount: '1.001' })).status).toBe(400);
  });

  test('go back in parts, never more than came, never to an account that takes nothing', async () => {
    const iban = await issue('back');
    const { id } = await send(iban);
    const returnTransfer = (amount: string, key?: string) =>
      bank('POST', `/transfers/${String(id)}/returns`, { reference: 'x', amount, currency: 'EUR' }, key);
    const once = await returnTransfer('10.00', 'once');
    expect(await returnTransfer('10.00', 'once')).toEqual(once);
    expect((await returnTransfer('2.51')).status).toBe(409);
    expect((await returnTransfer('2.50')).status).toBe(201);
    expect((await bank('GET', `/transfers/${String(id)}/returns`)).body['returns']).toHaveLength(2);
    const { id: lost } = await send(iban, { sender_iban: 'closed' });
    const refused = await bank('POST', `/transfers/${String(lost)}/returns`, {
      reference: 'x',
      amount: '1.00',
      currency: 'EUR',
    });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'not_returnable' } } });
  });
});

describe('pay-outs', () => {
  test('are made once per key, settle on demand and can still come back', async () => {
    await client.control('/bank/mode', { payouts: 'hold' });
    const made = await bank('POST', '/payouts', { ...payout, reference: 'out' }, 'out');
    expect(made).toMatchObject({ status: 201, body: { status: 'pending' } });
    expect(await bank('POST', '/payouts', { ...payout, reference: 'out' }, 'out')).toEqual(made);
    const id = String(made.body['id']);
    await client.control(`/bank/payouts/${id}`, { status: 'settled', notify: 0 });
    expect((await bank('GET', `/payouts/${id}`)).body['status']).toBe('settled');
    await client.control(`/bank/payouts/${id}`, { status: 'returned', notify: 0 });
    expect(await client.look('/bank/payouts?reference=out')).toMatchObject({ payouts: [{ id, status: 'returned' }] });
    expect(
      (await bank('POST', '/payouts', { ...payout, reference: 'no', iban: 'DE88370400440532013000' })).body,
    ).toEqual({ error: { code: 'iban_invalid', message: expect.any(String) } });
  });

  test('every move is in the journal, and the balance is their sum', async () => {
    const journal = await client.look('/journal');
    expect(journal['bank_in']).toMatchObject([
      { kind: 'transfer' },
      { kind: 'transfer' },
      { kind: 'transfer' },
      { kind: 'transfer' },
      { kind: 'payout_return', amount: '10.00' },
    ]);
    expect(journal['bank_out']).toMatchObject([{ kind: 'return' }, { kind: 'return' }, { kind: 'payout' }]);
    expect((await bank('GET', '/account')).body['balance']).toBe('37.50');
  });
});

test('a dropped answer did the work; a refusal did nothing', async () => {
  await client.control('/faults', { provider: 'bank', fault: 'drop_answer', call: 'pay' });
  await expect(bank('POST', '/payouts', { ...payout, reference: 'lost' })).rejects.toThrow('fetch failed');
  expect((await bank('GET', '/payouts?reference=lost')).body['payouts']).toHaveLength(1);
  await client.control('/faults', { provider: 'bank', fault: 'reject', call: 'pay' });
  expect((await bank('POST', '/payouts', { ...payout, reference: 'refused' })).status).toBe(402);
  expect((await bank('GET', '/payouts?reference=refused')).body['payouts']).toEqual([]);
  expect((await client.call('GET', '/bank/v1/account')).status).toBe(401);
});

test('pay-outs since a moment are listed oldest first, page by page behind the last one', async () => {
  const [first, second] = [
    await bank('POST', '/payouts', { ...payout, reference: 'first' }, 'since-1'),
    await bank('POST', '/payouts', { ...payout, reference: 'second' }, 'since-2'),
  ];
  const list = async (query: string) => (await bank('GET', `/payouts?${query}`)).body['payouts'];
  const [firstId, secondId] = [String(first.body['id']), String(second.body['id'])];
  expect(await list(`since=0&after=${firstId}`)).toMatchObject([{ id: secondId }]);
  expect(await list(`since=0&after=${secondId}`)).toEqual([]);
  expect(await list('since=0')).toMatchObject([{ reference: 'out' }, { reference: 'lost' }, { id: firstId }, {}]);
  expect(await list(`since=${Math.floor(Date.now() / 1000) + 60}`)).toEqual([]);
});
