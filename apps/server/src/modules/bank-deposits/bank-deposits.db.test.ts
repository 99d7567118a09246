import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { allJobs } from '../../worker.ts';
import { openDepositWorld } from '../balance-deposits/fixtures/open-deposit-world.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { returnAtBank, sendToAccount } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { returnUnplaced } from '../bank-payins/return-unplaced.ts';
import { hashBody } from '../idempotency/answer-once.ts';
import { readStanding } from '../limits/store.ts';
import { createOrder } from '../orders/create-order.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { deriveKeys } from '../../secrets/derive-key.ts';
import { openText } from '../../secrets/seal-text.ts';

const world = await openDepositWorld();
const { context, sandbox, has } = world;
const { db } = context;
afterEach(() => expectSound(world));

const account = z.object({ iban: z.string(), reference: z.string(), holder: z.string() });
const answerSeen = z.object({ account: account.nullable(), min_amount: z.string() });
const ask = async (client: { access: string }, fields: Record<string, string> = { is_agree_name: '1' }) =>
  answerSeen.parse((await world.post('/balance/deposit_reference', client, { currency: 'EUR', ...fields })).body);

/** Ada Lovelace, who sends from an account in her name. */
async function depositor() {
  const client = await world.signInClient();
  await db
    .updateTable('clients')
    .set({ firstName: 'Ada', lastName: 'Lovelace' })
    .where('clientId', '=', client.clientId)
    .execute();
  const { account: own } = await ask(client);
  if (own === null) throw new Error('There is no account.');
  return { ...client, ...own };
}

const bankJobs = ['credit-transfers', 'deposit-transfer', 'end-decision', 'expire-order', 'refund-money'];
const jobsOf = (...names: string[]) => allJobs.filter(({ definition }) => names.includes(definition.name));
async function collect(): Promise<void> {
  await collectTransfers(context);
  await drainJobs(context, world.boss, jobsOf(...bankJobs));
}
async function send(transfer: { iban: string; reference: string; amount: string }): Promise<string> {
  const id = await sendToAccount({ sandbox }, transfer);
  await collect();
  return id;
}
const ordersOf = ({ clientId }: { clientId: string }) =>
  db
    .selectFrom('orders')
    .select(['status', 'payinGroup', 'payoutGroup', 'niceId', 'orderId'])
    .where('clientId', '=', clientId)
    .execute();
const transferOf = (outsideId: string) =>
  db
    .selectFrom('bankTransfers')
    .select(['status', 'orderId', 'returnAfter'])
    .where('outsideId', '=', outsideId)
    .executeTakeFirstOrThrow();
const alarmsOf = async (subject: string) =>
  (
    await db.selectFrom('alarms').select('kind').where('subject', '=', subject).where('clearedAt', 'is', null).execute()
  ).map(({ kind }) => kind);

describe('C-93 a reference of the client’s own', () => {
  test('is given once the client has agreed, and stays the same for ever', async () => {
    const client = await world.signInClient();
    expect((await ask(client, {})).account).toBeNull();
    const first = (await ask(client)).account;
    expect(first?.reference).toMatch(/^CW-\d{4} \d{4}$/);
    expect((await ask(client)).account).toEqual(first);
    expect((await ask(client, {})).account).toEqual(first);
    const consents = db.selectFrom('consents').select(['purpose', 'subject', 'textKey']);
    expect(await consents.where('clientId', '=', client.clientId).execute()).toEqual([
      { purpose: 'own_account', subject: first?.reference, textKey: 'tpl:deposit:transfer_agree' },
    ]);
  });

  test('is not given while the e-mail address is unconfirmed: nothing could be credited', async () => {
    const client = await world.signInClient();
    const mine = db.updateTable('clients').where('clientId', '=', client.clientId);
    await mine.set({ level: 'unverified', emailConfirmedAt: null }).execute();
    const asked: Record<string, string>[] = [{ currency: 'EUR' }, { currency: 'EUR', is_agree_name: '1' }];
    for (const fields of asked) {
      const { status, body } = await world.post('/balance/deposit_reference', client, fields);
      expect([status, body]).toMatchObject([200, { success: 0, errors: [{ code: 'EMAIL_UNCONFIRMED' }] }]);
    }
    const drawn = db.selectFrom('depositReferences').selectAll().where('clientId', '=', client.clientId);
    expect(await drawn.execute()).toEqual([]);
    await mine.set({ level: 'identity', emailConfirmedAt: new Date() }).execute();
    expect((await ask(client)).account).not.toBeNull();
  });

  test('twelve requests at once draw one', async () => {
    const client = await world.signInClient();
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(client)));
    expect(new Set(answers.map(({ account: own }) => `${own?.reference} ${own?.iban}`)).size).toBe(1);
  });

  test('another client has another, and a currency that no transfer carries has none', async () => {
    const [one, two] = [await depositor(), await depositor()];
    expect(one.reference).not.toBe(two.reference);
    expect(one.iban).not.toBe(two.iban);
    const { status } = await world.post('/balance/deposit_reference', one, { currency: 'BTC', is_agree_name: '1' });
    expect(status).toBe(200);
    const { body } = await world.post('/balance/deposit_reference', one, { currency: 'BTC', is_agree_name: '1' });
    expect(body).toMatchObject({ success: 0, errors: [{ field: 'currency' }] });
  });
});

describe('a transfer that names it', () => {
  test('comes to the balance once, as an order of its own', async () => {
    const client = await depositor();
    const id = await send({ ...client, amount: '250' });
    const [order, ...others] = await ordersOf(client);
    expect(others).toEqual([]);
    expect(order).toMatchObject({ status: 'finished', payinGroup: 'sepa', payoutGroup: 'balance' });
    const had = await has(client, 'EUR');
    expect(had).toBeGreaterThan(20_000n);
    expect(had).toBeLessThanOrEqual(25_000n);
    await collect();
    expect([await has(client, 'EUR'), (await ordersOf(client)).length]).toEqual([had, 1]);
    expect(await transferOf(id)).toMatchObject({ status: 'taken', orderId: order?.orderId });
    expect(await alarmsOf(id)).toEqual([]);
  });

  test.each([
    ['as people type it', (text: string) => text.toLowerCase().replace('cw-', 'deposit cw ')],
    ['with letters for digits', (text: string) => text.replaceAll('0', 'O').replaceAll('1', 'I')],
    ['left out, to the client’s own account number', () => 'rent'],
  ])('is found %s', async (_name, write) => {
    const client = await depositor();
    await send({ iban: client.iban, reference: write(client.reference), amount: '100' });
    expect(await has(client, 'EUR')).toBeGreaterThan(0n);
  });

  test('each transfer is an order; twelve looks at once credit each once', async () => {
    const client = await depositor();
    await sendToAccount({ sandbox }, { ...client, amount: '100' });
    await sendToAccount({ sandbox }, { ...client, amount: '100' });
    await Promise.all(Array.from({ length: 12 }, () => collectTransfers(context)));
    await collect();
    expect((await ordersOf(client)).map(({ status }) => status)).toEqual(['finished', 'finished']);
  });

  test('from another person’s account goes back, and the balance gets nothing', async () => {
    const client = await depositor();
    await db
      .updateTable('clients')
      .set({ firstName: 'Grace', lastName: 'Hopper' })
      .where('clientId', '=', client.clientId)
      .execute();
    await send({ ...client, amount: '250' });
    await collect();
    expect(await has(client, 'EUR')).toBe(0n);
    const [order] = await ordersOf(client);
    expect(order?.status).toBe('canceled');
    expect(await alarmsOf(order?.niceId ?? '')).toContain('transfer_name');
    expect((await sandbox.bankTransfers(client.reference))[0]?.returned_amount).toBe('250.00');
  });

  test('and the same money sent ten times by a stranger uses up nothing of the month, and opens no account number', async () => {
    const client = await depositor();
    for (let count = 0; count < 10; count += 1)
      await sendToAccount({ sandbox }, { ...client, amount: '1900', sender_name: 'Charles Babbage' });
    await collect();
    await collect();
    expect(new Set((await ordersOf(client)).map(({ status }) => status))).toEqual(new Set(['canceled']));
    const standing = await readStanding(db, client.clientId, context.clock.now());
    expect(standing?.usedThisMonth).toEqual({ EUR: 0n, USD: 0n });
    const ids = (await ordersOf(client)).map(({ orderId }) => orderId);
    expect(await db.selectFrom('bankRequisites').selectAll().where('orderId', 'in', ids).execute()).toEqual([]);
    await send({ ...client, amount: '1900' });
    expect(await has(client, 'EUR')).toBeGreaterThan(0n);
  });

  test.each([
    ['in part', '100.00', '250.00'],
    ['whole', '250.00', '250.00'],
  ])('taken back %s before it is credited ends its order, and nothing is awaited', async (_name, taken, gone) => {
    const client = await depositor();
    const id = await sendToAccount({ sandbox }, { ...client, amount: '250' });
    await collectTransfers(context);
    await drainJobs(context, world.boss, jobsOf('deposit-transfer'));
    expect((await ordersOf(client)).map(({ status }) => status)).toEqual(['payin_pending']);
    await returnAtBank(world, id, taken);
    await collect();
    await collect();
    expect([await has(client, 'EUR'), (await ordersOf(client)).map(({ status }) => status)]).toEqual([
      0n,
      ['canceled'],
    ]);
    expect((await sandbox.bankTransfers(client.reference))[0]?.returned_amount).toBe(gone);
  });

  test('that a person returned meanwhile makes no order', async () => {
    const client = await depositor();
    const id = await sendToAccount({ sandbox }, { ...client, amount: '250' });
    await collectTransfers(context);
    const { transferId } = await db
      .selectFrom('bankTransfers')
      .select('transferId')
      .where('outsideId', '=', id)
      .executeTakeFirstOrThrow();
    const { clientId } = client;
    const pair = { payinCurrency: 'EUR', payinGroup: 'sepa', payoutCurrency: 'EUR', payoutGroup: 'balance' };
    const request = { ...pair, payinAmount: '250', isFloatingRate: true, isAgreeRate: true, isAgreeName: true };
    const call = { actor: 'transfer', key: transferId, bodyHash: hashBody({ transferId }) };
    const order = {
      openClient: async () => clientId,
      sessionId: '',
      request,
      language: 'en',
      call,
      transferId,
    } as const;
    await db
      .updateTable('bankTransfers')
      .set({ returnAfter: new Date(0) })
      .where('outsideId', '=', id)
      .execute();
    await returnUnplaced(context);
    await expect(createOrder(context, order)).rejects.toMatchObject({ items: [{ code: 'ORDER_STATUS_CHANGED' }] });
    await collect();
    expect([await ordersOf(client), await alarmsOf(id)]).toEqual([[], []]);
  });

  test.each([
    ['too little', '1'],
    ['above what the client may', '900000'],
  ])('%s makes no order: a person sees why, and it goes back after its week', async (_name, amount) => {
    const client = await depositor();
    const id = await send({ ...client, amount });
    expect([await has(client, 'EUR'), await ordersOf(client)]).toEqual([0n, []]);
    expect(await transferOf(id)).toMatchObject({ status: 'unplaced' });
    expect(await alarmsOf(id)).toEqual(['transfer_unplaced']);
    await db.updateTable('bankTransfers').set({ returnAfter: new Date() }).where('outsideId', '=', id).execute();
    await returnUnplaced(context);
    expect((await transferOf(id)).status).toBe('returned');
    expect(await alarmsOf(id)).toEqual([]);
    // The client learns it, once.
    await returnUnplaced(context);
    const said = db.selectFrom('notifications').select(['template', 'parameters']);
    expect(await said.where('clientId', '=', client.clientId).execute()).toMatchObject([
      { template: 'transfer-returned', parameters: { path: '/balance/deposit?depositCurrency=EUR' } },
    ]);
  });

  test('many that a stranger sends are one alarm, and one e-mail of the largest when they go back', async () => {
    const client = await depositor();
    const ids: string[] = [];
    for (const amount of ['0.01', '0.03', '0.02']) ids.push(await sendToAccount({ sandbox }, { ...client, amount }));
    await collect();
    const open = db.selectFrom('alarms').select('subject').where('kind', '=', 'transfer_unplaced');
    const ofThem = open.where('subject', 'in', ids).where('clearedAt', 'is', null);
    expect(await ofThem.execute()).toHaveLength(1);
    await db.updateTable('bankTransfers').set({ returnAfter: new Date() }).where('outsideId', 'in', ids).execute();
    await returnUnplaced(context);
    expect(await ofThem.execute()).toEqual([]);
    const said = db.selectFrom('notifications').select('template').where('clientId', '=', client.clientId);
    expect(await said.execute()).toHaveLength(3);
    const emails = db.selectFrom('letters').select(['template', 'parameters']).where('clientId', '=', client.clientId);
    const returned = (await emails.execute()).filter(({ template }) => template === 'transfer-returned');
    expect(returned).toHaveLength(1);
    const { sealed } = z.object({ sealed: z.string() }).parse(returned[0]?.parameters);
    expect(openText(deriveKeys(context.config, 'letters'), sealed)).toContain('0.03 EUR');
  });

  test('with a wrong digit has no owner, unless it came to the client’s own account number', async () => {
    const [client, other] = [await depositor(), await depositor()];
    const last = Number(client.reference.at(-1));
    const wrong = `${client.reference.slice(0, -1)}${(last + 1) % 10}`;
    await send({ iban: other.iban, reference: wrong, amount: '100' });
    expect([await has(client, 'EUR'), (await has(other, 'EUR')) > 0n]).toEqual([0n, true]);
  });

  test('naming one client on the account number of another has no owner', async () => {
    const [one, two] = [await depositor(), await depositor()];
    const id = await send({ iban: one.iban, reference: two.reference, amount: '100' });
    expect(await transferOf(id)).toMatchObject({ status: 'unplaced', orderId: null });
    expect([await has(one, 'EUR'), await has(two, 'EUR')]).toEqual([0n, 0n]);
    expect(await alarmsOf(id)).toEqual(['transfer_unplaced']);
  });

  test('whose sender is on a list of sanctioned people waits for a person', async () => {
    const client = await depositor();
    const { sanctions } = context.providers;
    const real = sanctions.find;
    sanctions.find = async () => [{ list: 'un', entry: 'Ada Lovelace', date: '2026-01-01' }];
    const id = await send({ ...client, amount: '100' }).finally(() => (sanctions.find = real));
    expect(await transferOf(id)).toMatchObject({ status: 'unplaced', returnAfter: null });
    expect(await has(client, 'EUR')).toBe(0n);
  });
});
