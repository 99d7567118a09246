import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { expectSound } from '../../orders/fixtures/expect-sound.ts';
import { openCardWorld, testCard, type PayinCase } from '../fixtures/open-card-world.ts';

const world = await openCardWorld();
const access = await world.signIn();
afterEach(() => expectSound(world));
const codes = ({ body }: { body: { errors: readonly { code: string }[] } }) => body.errors.map(({ code }) => code);
const sheet = z.object({ name: z.string(), method: z.url(), data: z.string() });

async function openSheets(niceId: string, as = access, fields: Readonly<Record<string, string>> = {}) {
  const answer = await world.call(`/onramp/o/${niceId}/wallets`, fields, as);
  const { sheets, merchant_session } = z
    .looseObject({ sheets: z.array(sheet).default([]), merchant_session: z.string().default('') })
    .parse(answer.body);
  const { status, body } = answer;
  return { status, body, sheets, merchantSession: merchant_session };
}

/** A press on a card of the sandbox's sheet. */
async function pressSheet({ method, data }: z.output<typeof sheet>, number: string): Promise<string> {
  const { payment } = z.object({ payment: z.string() }).parse(JSON.parse(data));
  const answer = await fetch(`${method}cards`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment, number }),
  });
  return answer.text();
}

async function orderWithSheet(payinCase: PayinCase, as = access) {
  const niceId = await world.order(as, payinCase);
  const [first] = (await openSheets(niceId, as)).sheets;
  if (first === undefined) throw new Error('The order has no sheet.');
  return { niceId, sheet: first };
}

const payByWallet = (niceId: string, token: string, fields: Readonly<Record<string, string>> = {}) =>
  world.call(`/onramp/o/${niceId}/pay`, { wallet: 'google_pay', wallet_token: token, ...fields }, access);

describe('C-94 the sheet of a wallet, through the acquirer’s session', () => {
  test.each(['page', 'form', 'session'] as const)('pays an order of the kind %s, without a name', async (kind) => {
    const { niceId, sheet: shown } = await orderWithSheet(kind);
    expect(shown).toMatchObject({ name: 'google_pay', method: expect.stringMatching(/^http:.+\/sheet\/$/) });
    const paid = await payByWallet(niceId, await pressSheet(shown, testCard.good));
    expect(paid.body).toMatchObject({ success: 1, redirect: '', errors: [] });
    expect(await world.read(niceId, access)).toMatchObject({ status: 'processing', card_last4: '4242' });
    expect(await world.creditsOf(niceId)).toBe(1);
  });

  test('the card of a sheet is kept nowhere', async () => {
    const { niceId, sheet: shown } = await orderWithSheet('form');
    await payByWallet(niceId, await pressSheet(shown, testCard.good), { save_card: '1' });
    const cards = await world.context.db.selectFrom('cards').select('isListed').where('isListed', '=', true).execute();
    expect(cards).toEqual([]);
  });

  test('a bank that asks although the device did is answered on its page', async () => {
    const { niceId, sheet: shown } = await orderWithSheet('form');
    const asked = await payByWallet(niceId, await pressSheet(shown, testCard.challenge));
    expect(asked.body).toMatchObject({ success: 1, redirect: expect.stringContaining('/acquirer/3ds/') });
    await world.answerPage(asked.body.redirect, { answer: 'approve' });
    await world.until(niceId, 'processing');
  });

  test('a decline is answered, and the wallet pays with another card', async () => {
    const { niceId, sheet: shown } = await orderWithSheet('page');
    expect(codes(await payByWallet(niceId, await pressSheet(shown, testCard.declined)))).toEqual(['PAYMENT_DECLINED']);
    expect((await payByWallet(niceId, await pressSheet(shown, testCard.good))).body.success).toBe(1);
    expect(await world.creditsOf(niceId)).toBe(1);
  });

  test('20 presses at once charge once', async () => {
    const { niceId, sheet: shown } = await orderWithSheet('form');
    const token = await pressSheet(shown, testCard.good);
    await Promise.all(Array.from({ length: 20 }, () => payByWallet(niceId, token)));
    expect(await world.creditsOf(niceId)).toBe(1);
  });

  test('an order is what was promised: what a sheet gave for one order pays no other', async () => {
    const small = await orderWithSheet('form');
    const other = await world.order(access, 'form', { payin_amount: '400' });
    const token = await pressSheet(small.sheet, testCard.good);
    expect(codes(await payByWallet(other, token))).toEqual(['CARD_INVALID']);
    expect((await world.read(other, access))['payment_status']).toBe('created');
  });

  test.each([
    ['CARD_INVALID', 'text that no sheet gave', { wallet_token: '{"signedMessage":"x"}' }],
    ['PAYMENT_METHOD_UNKNOWN', 'a wallet that is not offered', { wallet: 'apple_pay' }],
    ['CARD_INVALID', 'a type of card that is not taken', {}],
  ])('%s refuses %s, and nothing is charged', async (code, _name, fields) => {
    const { niceId, sheet: shown } = await orderWithSheet('form');
    const token = await pressSheet(shown, testCard.amex);
    expect(codes(await payByWallet(niceId, token, fields))).toEqual([code]);
    expect(await world.creditsOf(niceId)).toBe(0);
  });

  test('of a paid order or another client’s there is none', async () => {
    const { niceId, sheet: shown } = await orderWithSheet('form');
    expect((await openSheets(niceId, await world.signIn())).status).toBe(404);
    await payByWallet(niceId, await pressSheet(shown, testCard.good));
    expect(codes(await openSheets(niceId))).toEqual(['ORDER_STATUS_CHANGED']);
  });

  test('Apple’s sheet gets the acquirer’s proof for our own domain, and only Apple gets our name', async () => {
    const { acquirers } = world.context.providers;
    const { vault } = acquirers.find('card_one');
    if (vault === undefined) throw new Error('There are no cards.');
    const niceId = await world.order(access, 'form');
    const ask = (validation_url: string) => openSheets(niceId, access, { validation_url });
    const real = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';
    expect(codes(await ask(real))).toEqual(['PAYMENT_METHOD_UNKNOWN']);
    const { wallets } = vault;
    vault.wallets = ['apple_pay'];
    try {
      const proof = z.object({ domainName: z.string() }).parse(JSON.parse((await ask(real)).merchantSession));
      expect(proof.domainName).toBe(new URL(world.context.config.PUBLIC_URL).hostname);
      const elsewhere = [
        'https://apple.com.evil.example/',
        'http://a.apple.com/',
        'https://127.0.0.1/',
        'x',
        // Other programs read another host out of these, or another door of the same one.
        'https://evil.example\\@a.apple.com/',
        'https://a.apple.com\\.evil.example/',
        'https:\\\\a.apple.com/',
        'https://evil.example@a.apple.com/',
        'https://a:b@a.apple.com/',
        'https://a.apple.com:8443/',
        'https://a.apple.com/@evil.example',
        'https://a.apple\n.com/',
        ' https://a.apple.com/',
      ];
      for (const url of elsewhere) expect(codes(await ask(url)), url).toEqual(['FIELD_INVALID']);
      const proveShop = vi.spyOn(vault, 'proveShop');
      await ask('https://A.apple.com:443/a/../b');
      expect(proveShop.mock.lastCall?.[0].validationUrl).toBe('https://a.apple.com/b');
    } finally {
      vault.wallets = wallets;
    }
  });
});
