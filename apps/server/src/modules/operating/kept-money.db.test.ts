import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { releaseProceeds } from '../losses/end-loss.ts';
import { holdProceeds } from '../losses/follow-loss.ts';
import { bookKeptMoney, freeHeldMoney, listKeptMoney } from './kept-money.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const operator = 'ann';

/** A client whose bitcoin is held: the card that paid for it was charged back. */
async function held() {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  const hear = () => confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  await sandbox.settlePayment(payment, 'approved', 0);
  await hear();
  await sandbox.settlePayment(payment, 'chargeback', 0);
  await hear();
  const amount = await readBalance(db, paths.held(client.niceId), 'BTC');
  expect(amount).toBeGreaterThan(0n);
  return { client: client.niceId, amount, orderNiceId: order.nice_id };
}
const on = (path: string) => readBalance(db, path, 'BTC');

describe('what is held waits for a person, who decides once', () => {
  test('it is listed, and freed onto the balance', async () => {
    const { client, amount } = await held();
    expect(await listKeptMoney(context)).toContainEqual({ client, why: 'held', amount, currency: 'BTC' });
    const decision = { client, currency: 'BTC', why: 'held', operator };
    const ends = await Promise.allSettled([
      freeHeldMoney(context, decision),
      freeHeldMoney(world.jobContext, decision),
    ]);
    expect(ends.map(({ status }) => status).toSorted((left, right) => left.localeCompare(right))).toEqual([
      'fulfilled',
      'rejected',
    ]);
    expect([await on(paths.held(client)), await on(paths.client(client))]).toEqual([0n, amount]);
    expect((await listKeptMoney(context)).filter((one) => one.client === client)).toEqual([]);
  });

  test('or is the house’s, with the reason on the record', async () => {
    const { client, amount } = await held();
    const before = await on(paths.treasury);
    await bookKeptMoney(context, { client, currency: 'BTC', why: 'held', operator, reason: 'chargeback lost' });
    expect([await on(paths.held(client)), (await on(paths.treasury)) - before]).toEqual([0n, amount]);
    const action = await db
      .selectFrom('operatorActions')
      .select(['action', 'details'])
      .where('subject', '=', client)
      .executeTakeFirstOrThrow();
    expect(action).toMatchObject({ action: 'kept_booked', details: { reason: 'chargeback lost' } });
    await expect(
      bookKeptMoney(context, { client, currency: 'BTC', why: 'held', operator, reason: 'x' }),
    ).rejects.toThrow('Nothing');
  });

  test('what was decided is not given again when the loss is settled later', async () => {
    const client = await world.signInClient();
    const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
    const payment = await world.paymentOf(order.nice_id);
    await sandbox.settlePayment(payment, 'approved', 0);
    await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
    const bought = await on(paths.client(client.niceId));
    const row = await findOrder(db, { niceId: order.nice_id });
    if (row === undefined) throw new Error('There is no order.');
    const loss = { key: 'loss', lost: row.payinAmount, reason: 'payment_charged_back' } as const;
    const { chargebackLoss: expense } = paths;
    await db.transaction().execute((trx) => holdProceeds(context, trx, row, { ...loss, expense }));
    await freeHeldMoney(context, { client: client.niceId, currency: 'BTC', why: 'held', operator });
    await db.transaction().execute((trx) => releaseProceeds(context, trx, ['loss']));
    await db.transaction().execute((trx) => releaseProceeds(context, trx, ['loss']));
    expect([await on(paths.client(client.niceId)), await on(paths.held(client.niceId))]).toEqual([bought, 0n]);
  });

  test('what a person frees is not given back as well because the loss ends meanwhile', async () => {
    const { client, amount, orderNiceId } = await held();
    const entries = db
      .selectFrom('ledgerEntries')
      .innerJoin('ledgerKeys', 'ledgerKeys.entryId', 'ledgerEntries.entryId');
    const holds = entries.select('idempotencyKey').where('kind', '=', 'proceeds_held');
    const { idempotencyKey } = await holds.where('reference', '=', orderNiceId).executeTakeFirstOrThrow();
    const key = idempotencyKey.slice('proceeds_held:'.length);
    const [from, to] = [paths.held(client), paths.client(client)];
    const before = await on(to);
    const freed = Promise.withResolvers<void>();
    const { db: other } = world.jobContext;
    const release = () => other.transaction().execute((trx) => releaseProceeds(world.jobContext, trx, [key]));
    const second = freed.promise.then(release);
    // As `freeHeldMoney` does, and the loss ends before that is committed.
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('clients').select('clientId').where('niceId', '=', client).forUpdate().execute();
      const entry = { kind: 'held_freed', reference: client, idempotencyKey: `held_freed:${key}` };
      await postEntry(trx, context, { ...entry, postings: [{ from, to, amount, currency: 'BTC' }] });
      freed.resolve();
      await sleep(500);
    });
    await second;
    expect([await on(to), await on(from)]).toEqual([before + amount, 0n]);
  });

  test('of two things that are kept, the one that is named', async () => {
    const { client, amount } = await held();
    await db.transaction().execute((trx) =>
      postEntry(trx, context, {
        kind: 'test_kept',
        reference: client,
        idempotencyKey: `test_kept:${client}`,
        postings: [{ from: paths.treasury, to: paths.waiting(client), amount: 7n, currency: 'BTC' }],
      }),
    );
    const decision = { client, currency: 'BTC', operator };
    await expect(freeHeldMoney(context, { ...decision, why: 'other' })).rejects.toThrow('not as other');
    await freeHeldMoney(context, { ...decision, why: 'small' });
    expect([await on(paths.held(client)), await on(paths.client(client))]).toEqual([amount, 7n]);
  });

  test('the client of small deposits that are freed gets the e-mail of a deposit', async () => {
    const { niceId: client, email } = await world.signInClient();
    await db.transaction().execute((trx) =>
      postEntry(trx, context, {
        kind: 'test_kept',
        reference: client,
        idempotencyKey: `test_kept:${client}`,
        postings: [{ from: paths.treasury, to: paths.waiting(client), amount: 7n, currency: 'BTC' }],
      }),
    );
    await freeHeldMoney(context, { client, currency: 'BTC', operator, why: 'small' });
    const queued = db.selectFrom('letters').select('template').where('recipient', '=', email);
    expect(await queued.execute()).toEqual([{ template: 'deposit-credited' }]);
  });

  test('a client or a currency that has nothing is refused', async () => {
    await expect(
      freeHeldMoney(context, { client: 'CLNOBODY', currency: 'BTC', why: 'held', operator }),
    ).rejects.toThrow('no client');
    const { client } = await held();
    await expect(freeHeldMoney(context, { client, currency: 'EUR', why: 'held', operator })).rejects.toThrow('Nothing');
  });
});
