import { afterEach, describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { bookKeptMoney, freeHeldMoney, listKeptMoney } from '../operating/kept-money.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { openDepositWorld } from './fixtures/open-deposit-world.ts';

const world = await openDepositWorld();
const { context, sandbox, has, held, waiting } = world;
const { db } = context;
/** Blocks that bring bitcoin to a balance. */
const deep = chainSettings(context.config, 'bitcoin').balanceConfirmations;
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});

async function depositor(currency = 'BTC', group: 'bitcoin' | 'ethereum' = 'bitcoin') {
  const client = await world.signInClient();
  const { address } = await world.ask(client, { currency, group });
  const send = (amount: string, asset = currency) => sandbox.send(group, { address, amount, asset });
  return { client, address, send };
}
const operationsOf = async (client: Parameters<typeof has>[0]) => (await world.operations(client)).data;
const borne = () => readBalance(db, paths.lostDeposits, 'BTC');
const subjects = async (email: string) => {
  await world.work();
  return (await sandbox.inbox(email)).map(({ subject }) => subject);
};
const notified = async (clientId: string) =>
  (await db.selectFrom('notifications').select('template').where('clientId', '=', clientId).execute()).map(
    ({ template }) => template,
  );

describe('C-41 deposits to the balance', () => {
  test('1-17 coins are seen, wait for their confirmations, and are credited once', async () => {
    const { client, send } = await depositor('USDT', 'ethereum');
    await send('25');
    await world.mine(1, 'ethereum');
    expect(await has(client, 'USDT')).toBe(0n);
    expect(await operationsOf(client)).toMatchObject([
      {
        type: 'deposit',
        status: 'pending',
        amount: '25.000000',
        deposit: { confirmations: 1, confirmations_needed: 12, is_below_minimum: 0 },
      },
    ]);
    await world.mine(11, 'ethereum');
    expect(await has(client, 'USDT')).toBe(25_000_000n);
    await world.scan();
    await world.mine(20, 'ethereum');
    expect(await has(client, 'USDT')).toBe(25_000_000n);
    const [operation, ...others] = await operationsOf(client);
    expect(others).toEqual([]);
    expect(operation).toMatchObject({ status: 'finished', amount: '25.000000', deposit: null });
    expect(operation?.tx_link).toContain('/tx/0x');
    expect(await notified(client.clientId)).toEqual(['deposit-credited']);
    expect(await subjects(client.email)).toEqual(['Your deposit of 25.000000 USDT has arrived']);
  });

  test('bitcoin comes to the balance and can be spent by the wallet', async () => {
    const { client, send } = await depositor();
    const txid = await send('0.01');
    await world.confirm();
    expect(await has(client)).toBe(1_000_000n);
    // The look after it was credited settles it.
    await world.scan();
    const output = await db
      .selectFrom('walletOutputs')
      .select(['isSpendable', 'origin'])
      .where('txid', '=', txid)
      .executeTakeFirst();
    expect(output).toEqual({ isSpendable: true, origin: 'deposit' });
  });

  test('twelve scans at once credit it once', async () => {
    const { client, send } = await depositor();
    await send('0.01');
    await sandbox.mine('bitcoin', deep);
    await Promise.all(Array.from({ length: 12 }, () => world.scan()));
    expect(await has(client)).toBe(1_000_000n);
  });

  test('an address that is no longer shown still credits its client', async () => {
    const { client, send } = await depositor();
    await db
      .updateTable('balanceAddresses')
      .set({ shownUntil: context.clock.now() })
      .where('clientId', '=', client.clientId)
      .execute();
    await world.ask(client);
    await send('0.003');
    await world.confirm();
    expect(await has(client)).toBe(300_000n);
  });

  test('another token of the network is credited in its own currency', async () => {
    const { client, send } = await depositor('ETH', 'ethereum');
    await send('40', 'USDC');
    await world.confirm('ethereum');
    expect([await has(client, 'ETH'), await has(client, 'USDC')]).toEqual([0n, 40_000_000n]);
  });

  test('another client reads nothing of it', async () => {
    const { send } = await depositor();
    const stranger = await world.signInClient();
    await send('0.004');
    await world.mine(1);
    expect(await operationsOf(stranger)).toEqual([]);
    await world.confirm();
    expect([await operationsOf(stranger), await has(stranger)]).toEqual([[], 0n]);
  });
});

describe('below the smallest deposit', () => {
  test('A-109 it waits, says so, and comes with the deposit that makes the sum large enough', async () => {
    const { client, send } = await depositor();
    await send('0.00015');
    await world.confirm();
    expect([await has(client), await waiting(client)]).toEqual([0n, 15_000n]);
    expect(await operationsOf(client)).toMatchObject([
      { status: 'pending', amount: '0.00015000', deposit: { is_below_minimum: 1 } },
    ]);
    expect(await world.ask(client)).toMatchObject({
      payin_min_amount: '0.00020000',
      min_amount: '0.00005000',
      payin_min_worth: expect.stringMatching(/^1\d\.\d\d$/),
      min_worth: expect.stringMatching(/^[23]\.\d\d$/),
    });
    expect(await subjects(client.email)).toEqual(['Your deposit of 0.00015000 BTC waits for more']);
    await send('0.00005');
    await world.confirm();
    expect([await has(client), await waiting(client)]).toEqual([20_000n, 0n]);
    const operations = await operationsOf(client);
    expect(operations.map(({ status, amount }) => `${status} ${amount}`).toSorted()).toEqual([
      'finished 0.00005000',
      'finished 0.00015000',
    ]);
    expect((await world.ask(client)).min_amount).toBe('0.00020000');
  });

  test('an operator gives it to its client, or books it', async () => {
    const by = { currency: 'BTC', why: 'small', operator: 'ann' };
    const [one, two] = [await depositor(), await depositor()];
    for (const { send } of [one, two]) await send('0.0001');
    await world.confirm();
    const listed = (await listKeptMoney(context)).filter(({ why }) => why === 'small').map((row) => row.client);
    expect(listed).toEqual(expect.arrayContaining([one.client.niceId, two.client.niceId]));
    await freeHeldMoney(context, { client: one.client.niceId, ...by });
    expect([await has(one.client), await waiting(one.client)]).toEqual([10_000n, 0n]);
    expect(await operationsOf(one.client)).toMatchObject([{ status: 'finished' }]);
    const booking = { client: two.client.niceId, ...by, reason: 'sent back by hand' };
    await expect(bookKeptMoney(context, booking)).rejects.toThrow('not settled');
    await world.scan();
    await bookKeptMoney(context, booking);
    expect([await has(two.client), await waiting(two.client)]).toEqual([0n, 0n]);
    expect(await operationsOf(two.client)).toEqual([]);
  });

  test('one that a reorganisation takes is taken from what waits', async () => {
    const { client, send } = await depositor();
    const txid = await send('0.00012');
    await world.confirm();
    const before = await borne();
    await sandbox.reorganise('bitcoin', deep, [txid]);
    await world.mine(2);
    expect([await has(client), await waiting(client), await borne()]).toEqual([0n, 0n, before]);
    expect(await operationsOf(client)).toEqual([]);
    await send('0.0003');
    await world.confirm();
    expect(await has(client)).toBe(30_000n);
  });
});

describe('a reorganisation', () => {
  test.each([
    ['USDT', 'ethereum', '30'],
    ['BTC', 'bitcoin', '0.01'],
  ] as const)('while it can be expected, %s is on no balance, so that nothing of it can be moved', async (...one) => {
    const [currency, chain, amount] = one;
    const { balanceConfirmations, settledConfirmations } = chainSettings(context.config, chain);
    expect(balanceConfirmations).toBe(settledConfirmations);
    const { client, send } = await depositor(currency, chain);
    const txid = await send(amount);
    const before = await readBalance(db, paths.lostDeposits, currency);
    for (let block = 1; block < settledConfirmations; block += 1) {
      await world.mine(1, chain);
      expect([block, await has(client, currency), await waiting(client, currency)]).toEqual([block, 0n, 0n]);
    }
    await sandbox.reorganise(chain, settledConfirmations - 1, [txid]);
    await world.confirm(chain);
    expect([await has(client, currency), await held(client, currency), await operationsOf(client)]).toEqual([
      0n,
      0n,
      [],
    ]);
    expect(await readBalance(db, paths.lostDeposits, currency)).toBe(before);
  });

  test('after the credit what is left is held until it is back', async () => {
    const { client, send } = await depositor();
    const txid = await send('0.01');
    await world.confirm();
    await sandbox.reorganise('bitcoin', deep, [txid]);
    await world.scan();
    expect([await has(client), await held(client), await borne()]).toEqual([0n, 1_000_000n, -1_000_000n]);
    await send('0.01');
    await world.confirm();
    expect([await has(client), await held(client), await borne()]).toEqual([1_000_000n, 0n, 0n]);
  });

  test('what comes to another address of the client pays for it, for as long as it is there', async () => {
    const { client, address, send } = await depositor();
    const first = await send('0.01');
    await world.confirm();
    await sandbox.reorganise('bitcoin', deep, [first]);
    await world.scan();
    await db
      .updateTable('balanceAddresses')
      .set({ shownUntil: context.clock.now() })
      .where('clientId', '=', client.clientId)
      .execute();
    const another = (await world.ask(client)).address;
    expect(another).not.toBe(address);
    const second = await sandbox.send('bitcoin', { address: another, amount: '0.015' });
    await world.confirm();
    expect([await has(client), await held(client), await borne()]).toEqual([1_500_000n, 0n, 0n]);
    await sandbox.reorganise('bitcoin', deep, [second]);
    await world.scan();
    expect([await has(client), await held(client), await borne()]).toEqual([0n, 1_500_000n, -1_500_000n]);
    await sandbox.send('bitcoin', { address, amount: '0.025' });
    await world.confirm();
    expect([await has(client), await held(client), await borne()]).toEqual([2_500_000n, 0n, 0n]);
  });

  test('one that is only moved to another block stays credited', async () => {
    const { client, send } = await depositor();
    await send('0.01');
    await world.confirm();
    await sandbox.reorganise('bitcoin', deep, []);
    await world.mine(2);
    expect([await has(client), await held(client), await borne()]).toEqual([1_000_000n, 0n, 0n]);
  });

  test('after it was spent the operator bears it, and the next deposit pays for it first', async () => {
    const { client, send } = await depositor();
    const txid = await send('0.01');
    await world.confirm();
    const spender = await world.signInClient();
    await spend(client.niceId, spender.niceId, 700_000n);
    await sandbox.reorganise('bitcoin', deep, [txid]);
    await world.scan();
    expect([await has(client), await held(client), await borne()]).toEqual([0n, 300_000n, -1_000_000n]);
    await send('0.012');
    await world.confirm();
    expect([await has(client), await held(client), await borne()]).toEqual([500_000n, 0n, 0n]);
  });
});

/** Money goes from one balance to another, as by an order. */
async function spend(from: string, to: string, amount: bigint) {
  await db.transaction().execute((trx) =>
    postEntry(trx, context, {
      kind: 'test_spend',
      reference: from,
      idempotencyKey: `test_spend:${from}`,
      postings: [{ from: paths.client(from), to: paths.client(to), amount, currency: 'BTC' }],
    }),
  );
}
