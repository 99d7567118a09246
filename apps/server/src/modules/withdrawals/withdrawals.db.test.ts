import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readTurnover } from '../discounts/turnover.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { type Fields, openWithdrawalWorld, toBank, toBitcoin } from './fixtures/open-withdrawal-world.ts';

const world = await openWithdrawalWorld();
await world.fundWallet('1');
afterEach(() => expectSound(world));

const { ask, withdraw, codeOf, approve, held, clientWith } = world;

const item = z.object({ code: z.string(), field: z.string() });
const priceSeen = z.object({
  calc: z.looseObject({
    payin_amount: z.string(),
    payout_amount: z.string(),
    details: z
      .looseObject({ service_fee: z.string(), payout_fee_in_payin: z.string(), total_fee: z.string() })
      .nullable(),
  }),
  errors: z.array(item),
});
const pickerSeen = z.array(
  z.object({ groups: z.array(z.object({ code: z.string(), currency: z.string(), balance_amount: z.string() })) }),
);
const configSeen = z.object({
  payin_select: pickerSeen,
  payout_select: pickerSeen,
  default: z.record(z.string(), z.string()),
});

const price = async (client: SignedInClient, fields: Fields) =>
  priceSeen.parse(JSON.parse((await ask('GET', '/balance/withdrawal/calc', client, { ...toBitcoin, ...fields })).body));

describe('C-42 to C-45, A-110 a withdrawal from the balance', () => {
  test('7-46 its config has the balances with what is on them, and everything that pays out', async () => {
    const client = await clientWith(2_000_000n);
    const config = configSeen.parse(JSON.parse((await ask('GET', '/onramp/balance-withdrawal-config', client)).body));
    const options = (picker: z.output<typeof pickerSeen>) => picker.flatMap(({ groups }) => groups);
    expect(new Set(options(config.payin_select).map(({ code }) => code))).toEqual(new Set(['balance']));
    expect(options(config.payin_select)).toContainEqual({
      code: 'balance',
      currency: 'BTC',
      balance_amount: '0.02000000',
    });
    expect(options(config.payout_select).map(({ code }) => code)).not.toContain('balance');
    expect(config.default).toMatchObject({ ...toBitcoin, payin_group: 'balance' });
  });

  test('what leaves in its own currency bears the fee of its network alone; it is held, approved by its code and sent', async () => {
    const client = await clientWith(2_000_000n);
    const { calc, errors } = await price(client, { payin_amount: '0.01' });
    expect(errors).toEqual([]);
    const units = (text: string) => BigInt(text.replace('.', ''));
    const fee = units(calc.details?.payout_fee_in_payin ?? '');
    expect(calc.details).toMatchObject({ service_fee: '0.00000000', total_fee: calc.details?.payout_fee_in_payin });
    expect(fee).toBeGreaterThan(0n);
    expect(units(calc.payout_amount)).toBe(1_000_000n - fee);

    const dstAddress = await world.sandbox.outsideAddress('bitcoin');
    const asked = { payin_amount: '0.01', dst_address: dstAddress };
    const { uuid, nice_id: niceId } = await withdraw(client, asked);
    expect(await held(client)).toBe(1_000_000n);
    const operations: unknown = JSON.parse((await ask('POST', '/balance/history', client)).body);
    expect(operations).toMatchObject({ data: [{ nice_id: niceId, type: 'withdrawal' }, {}] });
    expect((await world.read(niceId, client.access)).status).toBe('confirmation_pending');
    expect((await approve(client, uuid, '000000')).body).toMatchObject({
      success: 0,
      errors: [{ code: 'CODE_WRONG' }],
    });
    expect((await approve(client, uuid, await codeOf(client))).body).toMatchObject({ success: 1, nice_id: niceId });
    await world.work();
    await world.sandbox.mine('bitcoin', 2);
    await vi.waitUntil(
      async () => {
        await world.work({ isEarly: true });
        return (await world.read(niceId, client.access)).status === 'finished';
      },
      { timeout: 90_000 },
    );
    const { chain_out: sent } = await world.sandbox.journal();
    expect(sent.filter(({ address }) => address === dstAddress)).toHaveLength(1);
    expect((await world.read(niceId, client.access)).payout_amount).toBe(calc.payout_amount);
    expect(await held(client)).toBe(1_000_000n);
  });

  test('what leaves in its own currency counts for no tier, and is no first order', async () => {
    const client = await clientWith(20_000_000n);
    const finish = async (fields: Fields) => {
      const niceId = await world.approved(client, fields);
      const isThere = async () => {
        await world.work({ isEarly: true });
        await world.sandbox.mine('bitcoin', 1);
        return (await world.read(niceId, client.access)).status;
      };
      await expect.poll(isThere, { timeout: 90_000 }).toBe('finished');
    };
    const { db } = world.context;
    const charge = async (isFirstOrderFree: boolean, percent: string) => {
      await db.updateTable('pricingSettings').set({ isFirstOrderFree }).execute();
      const asked = async () => (await world.calculate({}, client.access)).calc.details?.margin_percent;
      await expect.poll(asked, { timeout: 5000 }).toBe(percent);
    };
    await finish({ payin_amount: '0.05' });
    expect(await readTurnover(db, client.clientId, new Date())).toBe(0n);
    await charge(true, '0.0000');
    const { order } = await world.buy(client.access);
    expect(order['details']).toMatchObject({ service_fee: '0.00' });
    await charge(true, '1.4000');
    await charge(false, '1.4000');
    await finish({ ...toBank, payin_currency: 'BTC', payin_amount: '0.01' });
    expect(await readTurnover(db, client.clientId, new Date())).toBeGreaterThan(0n);
  });

  test('another currency is exchanged at the price of an order, with its service fee', async () => {
    const client = await clientWith(50_000n, 'EUR');
    const fields = { payin_currency: 'EUR', payin_amount: '200' };
    const { calc } = await price(client, fields);
    const ordered = await world.calculate({ payin_group: 'balance', payin_amount: '200' }, client.access);
    expect(calc.payout_amount).toBe(ordered.calc.payout_amount);
    expect((await withdraw(client, fields)).success).toBe(1);
    expect(await held(client, 'EUR')).toBe(30_000n);
  });

  test.each<[string, Fields, string, string]>([
    ['more than there is', { payin_amount: '5' }, 'BALANCE_SHORT', 'payin_amount'],
    ['a wrong address', { payin_amount: '0.01', dst_address: 'nowhere' }, 'ADDRESS_INVALID', 'dst_address'],
    ['onto a balance', { payin_amount: '0.01', payout_group: 'balance' }, 'GROUP_UNKNOWN', 'payout_group'],
    ['no amount', {}, 'REQUIRED', 'payout_amount'],
    ['too little', { payin_amount: '0.00000700' }, 'AMOUNT_MIN', 'payin_amount'],
  ])('5-04, 8-12 %s is refused, and nothing is held', async (_name, fields, code, field) => {
    const client = await clientWith(2_000_000n);
    expect((await withdraw(client, fields)).errors).toContainEqual({ code, field });
    expect(await held(client)).toBe(2_000_000n);
  });

  test('A-113 what leaves is written of with e-mails about orders off too: a stolen session would switch them off', async () => {
    const client = await clientWith(2_000_000n);
    const { db } = world.context;
    await db.updateTable('clients').set({ isOrderLetters: false }).where('clientId', '=', client.clientId).execute();
    const dstAddress = await world.sandbox.outsideAddress('bitcoin');
    const { uuid } = await withdraw(client, { payin_amount: '0.01', dst_address: dstAddress });
    expect((await approve(client, uuid, await codeOf(client))).body).toMatchObject({ success: 1 });
    await world.work();
    const queued = db.selectFrom('letters').select('template').where('clientId', '=', client.clientId);
    const templates = (await queued.execute()).map(({ template }) => template);
    expect(templates).toEqual(expect.arrayContaining(['withdrawal-approved', 'withdrawal-sent']));
  });

  test('2.1-16 nothing is withdrawn while the feature is off', async () => {
    const client = await clientWith(2_000_000n);
    await world.open('');
    try {
      expect((await withdraw(client, { payin_amount: '0.01' })).errors).toContainEqual({
        code: 'PAYOUT_PAUSED',
        field: 'payout_group',
      });
    } finally {
      await world.open('new_widget_withdrawal');
    }
  });

  test('an order of C-29 still moves nothing in its own currency', async () => {
    const client = await clientWith(2_000_000n);
    const { body } = await world.buy(client.access, { ...toBitcoin, payin_group: 'balance', payin_amount: '0.01' });
    expect(body.errors).toMatchObject([{ code: 'CANT_EXCHANGE' }]);
  });

  test('another client can neither approve, cancel nor read the destination of a withdrawal', async () => {
    const [client, other] = [await clientWith(2_000_000n), await world.signInClient()];
    const dstAddress = await world.sandbox.outsideAddress('bitcoin');
    const { uuid, nice_id: niceId } = await withdraw(client, { payin_amount: '0.01', dst_address: dstAddress });
    expect((await approve(other, uuid, await codeOf(client))).status).toBe(404);
    expect((await world.call(`/onramp/o/${niceId}/cancel`, {}, other.access)).status).toBe(404);
    expect(JSON.stringify(await world.read(niceId, other.access))).not.toContain(dstAddress);
    expect(await held(client)).toBe(1_000_000n);
  });

  test('twelve withdrawals at once take no more than there is, and canceled at once give all of it back', async () => {
    const client = await clientWith(1_000_000n);
    const made = await Promise.all(Array.from({ length: 12 }, () => withdraw(client, { payin_amount: '0.003' })));
    const numbers = made.flatMap(({ success, nice_id: niceId }) => (success === 1 ? [niceId] : []));
    expect(numbers).toHaveLength(3);
    expect(await held(client)).toBe(100_000n);
    const cancels = numbers.flatMap((niceId) => [niceId, niceId, niceId, niceId]);
    await Promise.all(cancels.map((niceId) => world.call(`/onramp/o/${niceId}/cancel`, {}, client.access)));
    expect(await held(client)).toBe(1_000_000n);
  });

  test('an approval and cancels at once: it is sent whole, or it is all back', async () => {
    for (let round = 0; round < 3; round += 1) {
      const client = await clientWith(1_000_000n);
      const { uuid, nice_id: niceId } = await withdraw(client, { payin_amount: '0.003' });
      const code = await codeOf(client);
      const cancel = () => world.call(`/onramp/o/${niceId}/cancel`, {}, client.access);
      await Promise.all([cancel(), approve(client, uuid, code), cancel(), approve(client, uuid, code)]);
      const { status } = await world.read(niceId, client.access);
      expect(await held(client)).toBe(status === 'canceled' ? 1_000_000n : 700_000n);
      expect(['canceled', 'processing']).toContain(status);
    }
  });

  test('withdrawals and cancels in any order leave the balance that its operations say', async () => {
    const act = fc.record({ cents: fc.integer({ min: 3_000, max: 30_000 }), isCanceled: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 5 }), async (acts) => {
        const client = await clientWith(60_000n, 'EUR');
        let left = 60_000n;
        for (const { cents, isCanceled } of acts) {
          const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
          const fields = { payin_currency: 'EUR', payin_amount: amount };
          const { success, nice_id: niceId } = await withdraw(client, fields);
          expect(success).toBe(BigInt(cents) <= left ? 1 : 0);
          if (success !== 1) continue;
          if (isCanceled) await world.call(`/onramp/o/${niceId}/cancel`, {}, client.access);
          else left -= BigInt(cents);
        }
        const { rows } = z
          .object({ rows: z.array(z.object({ amount: z.string() })) })
          .parse({ rows: (await operationsOf(client)).data });
        const reported = rows.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n);
        expect([reported, await held(client, 'EUR')]).toEqual([left, left]);
      }),
      { numRuns: 6 },
    );
  });
});

async function operationsOf(client: SignedInClient) {
  const { body } = await ask('POST', '/balance/history', client, { length: '100' });
  return z.object({ data: z.array(z.object({ amount: z.string() })) }).parse(JSON.parse(body));
}
