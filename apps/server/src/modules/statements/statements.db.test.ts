import { catalogueLanguages } from '../locales/catalogues.ts';
import { encodeForm, type FormValues } from '@causeway/contract/wire/encode-form';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApi } from '../../app.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { findUndrawable } from './open-paper.ts';
import { countTexts, drawnCharacters } from './fixtures/drawn-characters.ts';
import { readStatement } from './read-statement.ts';
import { toCell } from './write-statement.ts';

const world = await openOrderWorld();
await world.fundWallet('1');
afterEach(() => expectSound(world));
let app: Awaited<ReturnType<typeof createApi>>;
beforeAll(async () => {
  app = await createApi({ ...world.context, config: { ...world.context.config, RATE_LIMIT: 'off' } });
});

const today = () => new Date().toISOString().slice(0, 10);
const period = () => ({ currency: 'EUR', timeFrom: today(), timeTo: today() });

async function post(url: string, { access }: SignedInClient, fields: FormValues = {}, language = 'en') {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-authorization': `Bearer ${access}`,
    'accept-language': language,
  };
  return app.inject({ method: 'POST', url, headers, payload: encodeForm(fields).toString() });
}

async function sheet(client: SignedInClient, fields: FormValues = {}): Promise<string[][]> {
  const { body, headers } = await post('/balance/statement', client, { ...period(), fileType: 'csv', ...fields });
  expect(headers['content-type']).toBe('text/csv');
  expect(body.startsWith('\uFEFF')).toBe(true);
  return body
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}

/** What the ledger's own lines come to before a moment. */
async function bookedBefore({ niceId }: SignedInClient, moment: Date): Promise<string> {
  const { rows } = await sql<{ sum: bigint | null }>`
    select sum(line.amount) as sum from ledger_lines line join ledger_entries using (entry_id)
    where line.path = ${`client:${niceId}`} and line.currency = 'EUR' and ledger_entries.created_at < ${moment}
  `.execute(world.context.db);
  return formatUnits(rows[0]?.sum ?? 0n, 'EUR');
}

describe('C-86, 1-17 a statement of the balance', () => {
  test('opens and closes with what the ledger has, and its movements lead from one to the other', async () => {
    const client = await world.signInClient();
    await world.giveBalance(client, 90_000n, 'EUR');
    await world.giveBalance(client, 5n, 'BTC');
    const begin = new Date();
    await vi.waitUntil(() => Date.now() > begin.getTime());
    await world.giveBalance(client, 10_000n, 'EUR');
    const { order } = await world.buy(client.access, { payin_group: 'balance', payin_amount: '40' });
    const end = new Date(Date.now() + 1);
    const asked = { clientId: client.clientId, currency: 'EUR', from: begin, until: end, rowsMost: 10 };
    const { opening, closing, rows } = await readStatement(world.context, asked);
    expect(formatUnits(opening, 'EUR')).toBe(await bookedBefore(client, begin));
    expect(formatUnits(closing, 'EUR')).toBe(await bookedBefore(client, end));
    expect([opening, closing]).toEqual([90_000n, 96_000n]);
    expect(rows.map(({ amount, number }) => [amount, number])).toEqual([
      [10_000n, ''],
      [-4_000n, order['number']],
    ]);

    const [head, first, ...others] = await sheet(client);
    expect(head).toEqual(['Date', 'Operation', 'Order', 'Amount', 'Balance', 'Currency']);
    expect(first).toEqual([today(), 'Opening balance', '', '', '0.00', 'EUR']);
    expect(others.at(-1)).toEqual([today(), 'Closing balance', '', '', await bookedBefore(client, new Date()), 'EUR']);
    expect(others.slice(0, -1).map(([, , , amount, balance]) => [amount, balance])).toEqual([
      ['900.00', '900.00'],
      ['100.00', '1000.00'],
      ['-40.00', '960.00'],
    ]);
    const cents = others.slice(0, -1).map(([, , , amount = '']) => parseAmount(amount.replace('-', ''), 2) ?? 0n);
    expect(cents).toEqual([90_000n, 10_000n, 4_000n]);
  });

  test('is a document in each language, whose font has every letter of its texts', async () => {
    const client = await world.signInClient();
    await world.giveBalance(client, 90_000n, 'EUR');
    for (const language of catalogueLanguages) {
      const { rawPayload, headers } = await post(
        '/balance/statement',
        client,
        { ...period(), fileType: 'pdf' },
        language,
      );
      expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
      expect(headers['content-disposition']).toBe(`attachment; filename="statement-EUR-${today()}-${today()}.pdf"`);
      const text = rawPayload.toString('latin1');
      expect(text.startsWith('%PDF-1.')).toBe(true);
      expect(text).toContain(`/Lang (${language})`);
      expect(text).toContain('/Count 1');
      const say = (key: string) => world.context.texts.say(language, key, { page: 1, pages: 2, brand: 'Causeway' });
      for (const key of ['title', 'holder', 'opening', 'closing', 'came', 'went', 'legal', 'page', 'empty'])
        expect(await findUndrawable(say(`tpl:statement:${key}`)), `${language} ${key}`).toEqual([]);
    }
  });

  test('goes on over pages, and is refused where a period is longer than a file', async () => {
    const client = await world.signInClient();
    for (let turn = 0; turn < 60; turn += 1) await world.giveBalance(client, 100n, 'EUR');
    const { rawPayload } = await post('/balance/statement', client, { ...period(), fileType: 'pdf' });
    expect(rawPayload.toString('latin1')).toContain('/Count 2');
    const asked = { clientId: client.clientId, currency: 'EUR', from: new Date(0), until: new Date(), rowsMost: 59 };
    await expect(readStatement(world.context, asked)).rejects.toThrow('STATEMENT_TOO_LONG');
    const refused = await post('/balance/statement', client, { ...period(), timeFrom: '2020-01-01', fileType: 'pdf' });
    expect(refused.json()).toMatchObject({ success: 0, errors: [{ code: 'STATEMENT_TOO_LONG', field: 'time_to' }] });
    const reversed = await post('/balance/statement', client, { ...period(), timeTo: '2020-01-01', fileType: 'csv' });
    expect(reversed.json()).toMatchObject({ success: 0, errors: [{ code: 'STATEMENT_TOO_LONG' }] });
    const unknown = await post('/balance/statement', client, { ...period(), currency: 'XXX', fileType: 'csv' });
    expect(unknown.json()).toMatchObject({ success: 0, errors: [{ code: 'CURRENCY_UNKNOWN' }] });
  });

  test('has nothing of another client', async () => {
    const [client, other] = [await world.signInClient(), await world.signInClient()];
    await world.giveBalance(other, 90_000n, 'EUR');
    expect(await sheet(client)).toHaveLength(3);
    expect(JSON.stringify(await sheet(client))).not.toContain('900.00');
  });

  test.each([
    ['=1+1', `'=1+1`],
    ['+1', `'+1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['-1+2', `'-1+2`],
    ['-12.50', '-12.50'],
    ['a,"b"', '"a,""b"""'],
    ['\t=1', `'\t=1`],
  ])('the cell %s is written as %s, so that no spreadsheet calculates it', (text, cell) => {
    expect(toCell(text)).toBe(cell);
  });
});

describe('C-87 the receipt of an order', () => {
  test('is a document once it is finished, for its owner alone', async () => {
    const [client, other] = [await world.signInClient(), await world.signInClient()];
    const sent = vi.spyOn(world.context.providers.mailer, 'send');
    const { order } = await world.buy(client.access);
    const url = `/onramp/o/${order.nice_id}/receipt`;
    expect((await post(url, client)).statusCode).toBe(404);
    await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
    await world.until(order.nice_id, 'processing');
    await world.work();
    await world.sandbox.mine('bitcoin', 2);
    await vi.waitUntil(
      async () => {
        await world.work({ isEarly: true });
        return (await world.read(order.nice_id, client.access)).status === 'finished';
      },
      { timeout: 90_000 },
    );
    const { rawPayload, headers } = await post(url, client, {}, 'uk');
    expect(headers).toMatchObject({ 'content-type': 'application/pdf' });
    const file = `receipt-${String(order['number']).replaceAll(' ', '-')}.pdf`;
    expect(headers['content-disposition']).toBe(`attachment; filename="${file}"`);
    expect(rawPayload.toString('latin1')).toContain('/Count 1');
    expect((await post(url, other)).statusCode).toBe(404);

    await world.work({ isEarly: true });
    // The last e-mail brings it along, to the owner's own address and with no name in it.
    const [attached, ...more] = sent.mock.calls.flatMap(([{ to, attachments = [] }]) =>
      to === client.email ? attachments : [],
    );
    expect(more).toEqual([]);
    expect(attached).toMatchObject({ filename: file, contentType: 'application/pdf' });
    expect(drawnCharacters(attached?.content ?? Buffer.alloc(0))).toContain('U+0040');
    sent.mockRestore();

    // The holder is named by the address only until there is a name.
    expect(drawnCharacters(rawPayload)).toContain('U+0040');
    const name = { firstName: 'Żofia', lastName: 'Nowak' };
    await world.context.db.updateTable('clients').set(name).where('clientId', '=', client.clientId).execute();
    const named = drawnCharacters((await post(url, client, {}, 'uk')).rawPayload);
    expect(named).toContain('U+017b');
    expect(named).not.toContain('U+0040');
    // The number that people read has the only dash; the link has none.
    expect(named).toContain('U+002d');

    // What came after the end has a line of its own: a paid order alone would not be true.
    const before = countTexts((await post(url, client)).rawPayload);
    const payment = await world.paymentOf(order.nice_id);
    await world.sandbox.settlePayment(payment, 'chargeback', 0);
    await confirmCardPayment(world.context, { acquirer: 'card_one', acquirerPaymentId: payment });
    expect(countTexts((await post(url, client)).rawPayload)).toBe(before + 2);
  });
});
