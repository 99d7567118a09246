import { createHmac } from 'node:crypto';
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { createBank } from './bank-api.ts';

const config = {
  BANK_URL: 'https://bank.example',
  BANK_KEY: 'sk_test_bank_0123456789',
  BANK_WEBHOOK_SECRETS: 'k1:whsec_0123456789abcdef,k2:whsec_fedcba9876543210',
};
const bank = createBank(config);
/** Answers the next call, and stores its request. */
const answer = (status: number, body: unknown): MockAgent => {
  const agent = new MockAgent({ enableCallHistory: true });
  agent.disableNetConnect();
  for (const method of ['GET', 'POST'])
    agent
      .get(config.BANK_URL)
      .intercept({ method, path: () => true })
      .reply(status, JSON.stringify(body));
  setGlobalDispatcher(agent);
  return agent;
};
const transfer = {
  id: 'tr_1',
  number: 7,
  iban: 'LT121000011101001000',
  reference: 'CW1',
  amount: '5.00',
  currency: 'EUR',
  sender_name: 'Ada',
  sender_iban: 'DE89370400440532013000',
  booked_at: 1_700_000_000,
};
const payout = { id: 'po_1', reference: 'CW1', amount: '5.00', currency: 'EUR', status: 'pending' };
const usual = getGlobalDispatcher();
afterEach(() => setGlobalDispatcher(usual));

describe('the bank', () => {
  test('transfers after a number, with key and in our terms', async () => {
    const call = answer(200, { transfers: [transfer], next: 7 });
    const [report] = await bank.listTransfers(6n, 50);
    expect(report?.number).toBe(7n);
    const read = { id: 'tr_1', senderName: 'Ada', bookedAt: new Date(1_700_000_000_000) };
    expect(bank.readTransfer(report?.body)).toMatchObject(read);
    const made = call.getCallHistory()?.firstCall();
    expect(made?.fullUrl).toBe('https://bank.example/v1/transfers?after=6&limit=50');
    expect(made?.headers).toMatchObject({ authorization: `Bearer ${config.BANK_KEY}` });
  });

  test('what changes something carries its key', async () => {
    const call = answer(201, payout);
    const input = { key: 'k', reference: 'CW1', iban: 'DE89', beneficiaryName: 'Ada', amount: '5.00', currency: 'EUR' };
    await bank.createPayout({ ...input, description: '' });
    const made = call.getCallHistory()?.firstCall();
    expect(made?.headers).toMatchObject({ 'idempotency-key': 'k' });
    expect(made?.body).toContain('"beneficiary_name":"Ada"');
  });

  test.each([
    [400, { error: { code: 'iban_invalid', message: 'no' } }, 'refused', 'iban_invalid'],
    [409, { error: { code: 'not_returnable' } }, 'refused', 'not_returnable'],
    [500, { error: { code: 'internal', message: 'no' } }, 'unknown', 'internal'],
    [502, 'bad gateway', 'unknown', 'http_502'],
    [200, { id: 'po_1' }, 'unknown', 'answer_malformed'],
    [200, { ...payout, status: 'new one' }, 'unknown', 'answer_malformed'],
  ])('an answer %d %j is %s', async (status, body, kind, code) => {
    answer(status, body);
    await expect(bank.getPayout('po_1')).rejects.toMatchObject({
      name: 'ProviderError',
      provider: 'bank_one',
      kind,
      code,
    });
  });
});

describe('webhooks of the bank', () => {
  const at = 1_700_000_000;
  const sign = (body: string, secret = 'whsec_0123456789abcdef', key = 'k1', time = at) =>
    `t=${time},kid=${key},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
  const body = JSON.stringify({ id: 'evt_1', type: 'transfer.booked', data: transfer });
  const read = (text: string, signature: string) => bank.readEvent(text, signature, new Date(at * 1000));

  test('are read with either of two keys', () => {
    const event = { id: 'evt_1', type: 'transfer.booked', reference: 'CW1' };
    expect(read(body, sign(body))).toEqual(event);
    expect(read(body, sign(body, 'whsec_fedcba9876543210', 'k2'))).toEqual(event);
  });

  test.each([
    ['no signature', body, '', 'signature_malformed'],
    ['another secret', body, sign(body, 'whsec_aaaaaaaaaaaaaaaa'), 'signature_wrong'],
    ['a retired key', body, sign(body, 'whsec_0123456789abcdef', 'k0'), 'signature_key_unknown'],
    ['the other key’s secret', body, sign(body, 'whsec_0123456789abcdef', 'k2'), 'signature_wrong'],
    ['too old', body, sign(body, undefined, undefined, at - 301), 'signature_time'],
    ['too far ahead', body, sign(body, undefined, undefined, at + 301), 'signature_time'],
    ['another body', `${body} `, sign(body), 'signature_wrong'],
    ['another amount', body.replace('5.00', '9.00'), sign(body), 'signature_wrong'],
    ['no event', '[]', sign('[]'), 'body_malformed'],
  ])('forged: %s', (_name, text, signature, refused) => expect(read(text, signature)).toEqual({ refused }));
});
