import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { collectTransfers } from './collect-transfers.ts';
import { returnUnplaced } from './return-unplaced.ts';

const world = await openOrderWorld();
await world.fundWallet('20');
const { context, sandbox } = world;
const { db } = context;
afterEach(() => expectSound(world));

const requisites = z.looseObject({
  purchase_params_payin: z.object({ sepa_account: z.object({ iban: z.string(), reference: z.string() }) }),
});
const sender = { sender_name: 'Ada Lovelace', sender_iban: 'DE89370400440532013000', currency: 'EUR', notify: 0 };
const reported = z.looseObject({ reference: z.string() });

async function order() {
  const access = await world.signIn();
  const bought = await world.buy(access, { payin_group: 'sepa', payin_amount: '500' });
  const niceId = bought.order.nice_id;
  const { iban } = requisites.parse(await world.read(niceId, access)).purchase_params_payin.sepa_account;
  return { niceId, access, pay: () => sandbox.bankTransfer({ ...sender, iban, reference: niceId, amount: '500' }) };
}

/** A transfer that matches no order. */
async function stray(reference: string) {
  await sandbox.bankTransfer({ ...sender, iban: await sandbox.bankIban(), reference, amount: '10' });
}

/** The real bank, but with changes to one transfer. */
function reporting(reference: string, changes: Readonly<Record<string, unknown>>): AppContext {
  const { bank } = context.providers;
  const listTransfers: typeof bank.listTransfers = async (after, limit) =>
    (await bank.listTransfers(after, limit)).map((report) => {
      const body = reported.parse(report.body);
      return body.reference === reference ? { ...report, body: { ...body, ...changes } } : report;
    });
  return { ...context, providers: { ...context.providers, bank: { ...bank, listTransfers } } };
}

const openAlarms = async (part: string) =>
  (
    await db
      .selectFrom('alarms')
      .select(['kind', 'subject'])
      .where('subject', 'like', `%${part}%`)
      .where('clearedAt', 'is', null)
      .execute()
  ).map(({ kind }) => kind);

describe('every transfer is settled alone: reports of the bank', () => {
  const unreadable: [string, Record<string, unknown>][] = [
    ['a currency that is none of ours', { currency: 'XPF' }],
    ['an amount with decimals that its currency has not', { currency: 'JPY', amount: '5000.00' }],
    ['nothing', { amount: '0.00' }],
    ['a correction below zero', { amount: '-5.00' }],
    ['more than there is', { amount: `1${'0'.repeat(40)}` }],
    ['no text for a name', { sender_name: null }],
    ['a reference longer than any', { reference: 'x'.repeat(501) }],
    ['no id', { id: '' }],
  ];
  test.each(unreadable)('%s is kept with an alarm, and the payment behind it is taken', async (_name, changes) => {
    const reference = `poison ${randomUUID()}`;
    await stray(reference);
    const behind = await order();
    await behind.pay();
    await collectTransfers(reporting(reference, changes));
    await world.work();
    expect((await world.read(behind.niceId, behind.access)).status).toBe('processing');
    const kept = await db.selectFrom('unreadableNews').selectAll().where('settledAt', 'is', null).execute();
    expect(kept).toHaveLength(1);
    const outsideId = kept[0]?.outsideId ?? '';
    expect(await openAlarms(outsideId)).toEqual(['news_unreadable']);

    // A corrected report, or a version that can parse it, is processed; an order can be canceled meanwhile.
    const canceled = await order();
    expect((await world.call(`/onramp/o/${canceled.niceId}/cancel`, {}, canceled.access)).status).toBe(200);
    const body = JSON.stringify({ ...reported.parse(kept[0]?.body), ...right(reference, outsideId) });
    await db
      .updateTable('unreadableNews')
      .set({ body, triedAt: new Date(0) })
      .where('settledAt', 'is', null)
      .execute();
    await collectTransfers(context);
    expect(await openAlarms(outsideId)).toEqual(['transfer_unplaced']);
    expect(await db.selectFrom('unreadableNews').select('outsideId').where('settledAt', 'is', null).execute()).toEqual(
      [],
    );
  });

  const right = (reference: string, id: string) => ({
    id,
    reference,
    amount: '10.00',
    currency: 'EUR',
    sender_name: 'Ada Lovelace',
  });

  test('a return that the bank refuses holds back no other, is named, and comes last the next time', async () => {
    const [first, second] = [`first ${randomUUID()}`, `second ${randomUUID()}`];
    await stray(first);
    await stray(second);
    await collectTransfers(context);
    const rows = () =>
      db
        .selectFrom('bankTransfers')
        .selectAll()
        .where('reference', 'in', [first, second])
        .orderBy('createdAt')
        .execute();
    const due = (minutes: number) => new Date(context.clock.now().getTime() - minutes * 60_000);
    for (const [reference, minutes] of [
      [first, 2],
      [second, 1],
    ] as const)
      await db
        .updateTable('bankTransfers')
        .set({ returnAfter: due(minutes) })
        .where('reference', '=', reference)
        .execute();
    const [refused] = await rows();
    const { bank } = context.providers;
    const returnTransfer: typeof bank.returnTransfer = async (asked) => {
      if (asked.id === refused?.outsideId) throw new ProviderError('bank_one', 'refused', { code: 'account_frozen' });
      return bank.returnTransfer(asked);
    };
    await returnUnplaced({ ...context, providers: { ...context.providers, bank: { ...bank, returnTransfer } } });
    expect((await rows()).map(({ status }) => status)).toEqual(['unplaced', 'returned']);
    expect((await rows())[0]?.returnAfter?.getTime()).toBeGreaterThan(context.clock.now().getTime());
    expect(await openAlarms(refused?.outsideId ?? '')).toEqual(expect.arrayContaining(['item_failed']));
    await db
      .updateTable('bankTransfers')
      .set({ returnAfter: due(1) })
      .where('reference', '=', first)
      .execute();
    await returnUnplaced(context);
    expect((await rows()).map(({ status }) => status)).toEqual(['returned', 'returned']);
    expect(await openAlarms(refused?.outsideId ?? '')).toEqual([]);
  });
});
