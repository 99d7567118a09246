import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { crashAt, Crash } from '../orders/fixtures/crash-at.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { compareBank, repairBank } from '../reconciliation/compare-bank.ts';
import { allJobs } from '../../worker.ts';
import { listBlockedPayouts, retryPayout } from '../operating/blocked-payouts.ts';
import { dueBankPayouts } from './jobs.ts';
import { followBankPayout } from './follow-bank-payout.ts';
import { sendBankPayout } from './send-bank-payout.ts';

const world = await openOrderWorld();
const { db } = world.context;
let client: SignedInClient;
beforeEach(async () => {
  client = await world.signInClient();
  await world.giveBalance(client, 1_000_000n, 'BTC');
  await world.sandbox.setBankMode('hold');
});
const made: string[] = [];
afterEach(async () => {
  // An open order would be polled every two seconds for as long as the tests run.
  for (const niceId of made.splice(0))
    for (const { id, status } of await payouts(niceId))
      if (status === 'pending') await world.sandbox.endBankPayout(id, 'settled', 0);
  await work({ isEarly: true });
  await expectSound(world);
  expect(await compareBank(world.context)).toEqual([]);
});

const account = { iban: 'DE89 3704 0044 0532 0130 00', beneficiary_account: ' ada  Lovelace ', is_agree_name: '1' };
const sell = (changes: Record<string, string> = {}) =>
  world.buy(client.access, {
    payin_currency: 'BTC',
    payin_group: 'balance',
    payin_amount: '0.005',
    payout_currency: 'EUR',
    payout_group: 'sepa',
    dst_address: '',
    ...account,
    ...changes,
  });
const names = new Set(['send-bank-payout', 'follow-bank-payout', 'hear-bank']);
async function work(options: { isEarly?: boolean } = {}) {
  const jobs = allJobs.filter(({ definition }) => names.has(definition.name));
  await drainJobs(world.context, world.boss, jobs, options);
}

/** An order approved with its code, so that its pay-out is planned. */
async function sold(): Promise<string> {
  const { body, order } = await sell();
  const messages = allJobs.filter(({ definition }) => definition.name === 'send-letter');
  await drainJobs(world.context, world.boss, messages);
  const [code = ''] = (await world.sandbox.inbox(client.email)).flatMap(
    ({ subject }) => /^(\d{6}) approves/.exec(subject ?? '')?.[1] ?? [],
  );
  const captcha = await world.sandbox.captchaToken('code');
  const approval = { uuid: body.uuid, code, 'g-recaptcha-response': captcha };
  expect((await world.call('/order/approve_withdrawal', approval, client.access)).body.success).toBe(1);
  made.push(order.nice_id);
  return order.nice_id;
}

const see = (niceId: string) => world.read(niceId, client.access);
const statusOf = async (niceId: string) => (await see(niceId)).status;
const reasons = async (niceId: string) => (await see(niceId)).history.map(({ reason }) => reason).filter(Boolean);
const payouts = (niceId: string) => world.sandbox.bankPayouts(niceId);
const orderIdOf = async (niceId: string) =>
  (await db.selectFrom('orders').select('orderId').where('niceId', '=', niceId).executeTakeFirstOrThrow()).orderId;
const held = () => readBalance(db, paths.client(client.niceId), 'EUR');
const openAlarms = async (niceId: string) =>
  (
    await db.selectFrom('alarms').select('kind').where('subject', '=', niceId).where('clearedAt', 'is', null).execute()
  ).map(({ kind }) => kind);

describe('5-50 A-136 where to', () => {
  test.each([
    [{ iban: '' }, 'REQUIRED', 'iban'],
    [{ iban: 'DE88370400440532013000' }, 'BANK_ACCOUNT_INVALID', 'iban'],
    [{ iban: 'DE8937040044053201300' }, 'BANK_ACCOUNT_INVALID', 'iban'],
    [{ iban: 'ZZ89370400440532013000' }, 'BANK_ACCOUNT_INVALID', 'iban'],
    [{ beneficiary_account: '  ' }, 'REQUIRED', 'beneficiary_account'],
    [{ is_agree_name: '0' }, 'AGREEMENT_REQUIRED', 'is_agree_name'],
  ])('%j is refused as %s', async (changes, code, field) => {
    const { body } = await sell(changes);
    expect(body).toMatchObject({ success: 0, errors: [expect.objectContaining({ code, field })] });
  });
});

describe('what leaves the account at the bank', () => {
  const { OUTFLOW_BANK_DAY_EUR } = world.context.config;
  afterEach(() => {
    world.context.config.OUTFLOW_BANK_DAY_EUR = OUTFLOW_BANK_DAY_EUR;
  });

  test('is capped by the day; above that a pay-out needs a person, and is sent once', async () => {
    const first = await sold();
    await work();
    const { used } = await db
      .selectFrom('walletOutflows')
      .select('used')
      .where('chain', '=', 'bank_one')
      .executeTakeFirstOrThrow();
    expect(used).toBeGreaterThan(0n);
    world.context.config.OUTFLOW_BANK_DAY_EUR = Number(used / 100n) + 1;
    const second = await sold();
    await work();
    await work({ isEarly: true });
    expect([await payouts(first), await payouts(second)].map((sent) => sent.length)).toEqual([1, 0]);
    expect(await listBlockedPayouts(world.context)).toMatchObject([
      { niceId: second, method: 'bank', reason: 'outflow' },
    ]);
    await retryPayout(world.context, { niceId: second, operator: 'ann' });
    await work();
    await work({ isEarly: true });
    expect(await payouts(second)).toHaveLength(1);
    expect(await listBlockedPayouts(world.context)).toEqual([]);
  });
});

describe('a pay-out by SEPA', () => {
  test('is sent once and finishes the order when the bank has settled it', async () => {
    const niceId = await sold();
    await work();
    expect(await payouts(niceId)).toMatchObject([{ status: 'pending', iban: 'DE89370400440532013000' }]);
    const order = await see(niceId);
    expect(order).toMatchObject({ status: 'processing', iban: 'DE89370400440532013000' });
    const [payout] = await payouts(niceId);
    expect(payout?.amount).toBe(order.payout_amount);
    await work({ isEarly: true });
    expect(await statusOf(niceId)).toBe('processing');
    await world.sandbox.endBankPayout(payout?.id ?? '', 'settled', 0);
    await work({ isEarly: true });
    expect(await statusOf(niceId)).toBe('finished');
    expect(await reasons(niceId)).toEqual(['payment_received', 'payout_sent']);
  });

  test('finishes by the bank’s webhook alone', async () => {
    const niceId = await sold();
    await work();
    const [payout] = await payouts(niceId);
    await world.sandbox.endBankPayout(payout?.id ?? '', 'settled', 5);
    await expect
      .poll(
        async () => {
          await work();
          return statusOf(niceId);
        },
        { timeout: 15_000 },
      )
      .toBe('finished');
  });

  test('what the bank has paid under the order already is booked as it was paid, with an alarm', async () => {
    const niceId = await sold();
    const { bank } = world.context.providers;
    // Like a payout that a restore has removed from the books, at the price of that time.
    const forgotten = { reference: niceId, iban: 'DE89370400440532013000', beneficiaryName: 'Ada Lovelace' };
    await bank.createPayout({ ...forgotten, key: niceId, amount: '100.00', currency: 'EUR', description: niceId });
    await work();
    expect((await payouts(niceId)).map(({ amount }) => amount)).toEqual(['100.00']);
    expect(await compareBank(world.context)).toEqual([]);
    expect(await readBalance(db, paths.order(niceId), 'EUR')).toBe(0n);
    const orderId = await orderIdOf(niceId);
    expect(await openAlarms(orderId)).toEqual(['payout_conflict']);
  });

  test.each(['error', 'drop_answer'])('a bank with the fault %s pays once', async (fault) => {
    const niceId = await sold();
    await world.sandbox.makeFault({ provider: 'bank', fault, count: 1, call: 'pay' });
    await expect
      .poll(
        async () => {
          await work({ isEarly: true });
          return reasons(niceId);
        },
        { timeout: 90_000 },
      )
      .toContain('payout_sent');
    expect(await payouts(niceId)).toHaveLength(1);
  });

  test('a bank that hangs is looked up, not asked twice', async () => {
    const niceId = await sold();
    await world.sandbox.makeFault({ provider: 'bank', fault: 'hang', count: 1, call: 'pay' });
    await work();
    expect(await payouts(niceId)).toHaveLength(0);
    await expect
      .poll(
        async () => {
          await work({ isEarly: true });
          return (await payouts(niceId)).length;
        },
        { timeout: 15_000 },
      )
      .toBe(1);
  });

  test.each([
    [1, 'before'],
    [1, 'after'],
    [2, 'before'],
    [2, 'after'],
  ] as const)('the program dies in transaction %d, %s its commit: sent once, and finished', async (at, when) => {
    const niceId = await sold();
    const orderId = await orderIdOf(niceId);
    const payOut = async (tools: AppContext) => {
      await sendBankPayout(tools, orderId);
      const [payout] = await payouts(niceId);
      if (payout?.status === 'pending') await world.sandbox.endBankPayout(payout.id, 'settled', 0);
      await followBankPayout(tools, orderId);
    };
    const crashing = crashAt(db, at, when);
    await expect(payOut({ ...world.context, db: crashing.db })).rejects.toThrow(Crash);
    expect(crashing.count()).toBe(at);
    await payOut(world.context);
    expect(await payouts(niceId)).toMatchObject([{ status: 'settled' }]);
    expect(await statusOf(niceId)).toBe('finished');
    expect((await reasons(niceId)).filter((reason) => reason === 'payout_sent')).toHaveLength(1);
  });

  test('one that comes back is on the client’s balance, with an alarm', async () => {
    const niceId = await sold();
    await work();
    const [payout] = await payouts(niceId);
    await world.sandbox.endBankPayout(payout?.id ?? '', 'returned', 0);
    await work({ isEarly: true });
    const order = await see(niceId);
    expect(order).toMatchObject({ status: 'refunded', refund_method: 'balance' });
    expect(await openAlarms(niceId)).toEqual(['payout_returned']);
    const [whole, cents] = order.payout_amount.split('.');
    expect(await held()).toBe(BigInt(`${whole}${cents}`));
    expect(await reasons(niceId)).toContain('payout_returned');
  });

  test('one that comes back after the end leaves the order finished and the money on the balance', async () => {
    const niceId = await sold();
    await work();
    const [payout] = await payouts(niceId);
    await world.sandbox.endBankPayout(payout?.id ?? '', 'settled', 0);
    await work({ isEarly: true });
    expect(await statusOf(niceId)).toBe('finished');
    await world.sandbox.endBankPayout(payout?.id ?? '', 'returned', 3);
    await expect
      .poll(
        async () => {
          await work();
          return openAlarms(niceId);
        },
        { timeout: 15_000 },
      )
      .toEqual(['payout_returned']);
    expect(await see(niceId)).toMatchObject({ status: 'finished' });
    expect((await held()) > 0n).toBe(true);
  });

  test('one that came back and whose webhook was lost for good is found by comparing the books', async () => {
    const niceId = await sold();
    await work();
    const [payout] = await payouts(niceId);
    await world.sandbox.endBankPayout(payout?.id ?? '', 'settled', 0);
    await work({ isEarly: true });
    await world.sandbox.endBankPayout(payout?.id ?? '', 'returned', 0);
    await work({ isEarly: true });
    expect(await openAlarms(niceId)).toEqual([]);
    expect(await compareBank(world.context)).toHaveLength(1);
    await repairBank(world.context);
    expect(await openAlarms(niceId)).toEqual(['payout_returned']);
  });

  test('one that the bank refuses for good is on the client’s balance', async () => {
    const niceId = await sold();
    const used = async () =>
      (await db.selectFrom('walletOutflows').select('used').where('chain', '=', 'bank_one').execute())[0]?.used ?? 0n;
    const before = await used();
    await world.sandbox.makeFault({ provider: 'bank', fault: 'reject', count: 1, call: 'pay' });
    await work();
    expect(await see(niceId)).toMatchObject({ status: 'refunded', refund_method: 'balance' });
    expect(await payouts(niceId)).toEqual([]);
    expect((await held()) > 0n).toBe(true);
    // Nothing has left, so it does not use up the day's limit.
    expect(await used()).toBe(before);
  });

  test('one whose answer was lost and which the bank does not show yet is not given back where it is refused then', async () => {
    const niceId = await sold();
    const orderId = await orderIdOf(niceId);
    const { bank } = world.context.providers;
    const [create, find] = [bank.createPayout.bind(bank), bank.findPayouts.bind(bank)];
    const name = bank.name;
    bank.findPayouts = async () => [];
    bank.createPayout = async (input) => {
      await create(input);
      throw new ProviderError(name, 'unreachable', { message: 'lost' });
    };
    await expect(sendBankPayout(world.context, orderId)).rejects.toThrow();
    bank.createPayout = async () => Promise.reject(new ProviderError(name, 'refused', { code: 'account_closed' }));
    await sendBankPayout(world.context, orderId);
    expect(await statusOf(niceId)).toBe('processing');
    bank.findPayouts = find;
    bank.createPayout = create;
    await sendBankPayout(world.context, orderId);
    expect(await payouts(niceId)).toHaveLength(1);
    expect(await held()).toBe(0n);
  });

  test('is due until it is settled', async () => {
    const niceId = await sold();
    const orderId = await orderIdOf(niceId);
    const due = async () =>
      (
        await dueBankPayouts(db, new Date(Date.now() + 1000), {
          after: '00000000-0000-0000-0000-000000000000',
          size: 100,
        })
      ).flatMap((one) => (one.orderId === orderId ? [one.job.name] : []));
    expect(await due()).toEqual(['send-bank-payout']);
    await work();
    expect(await due()).toEqual(['follow-bank-payout']);
    const [payout] = await payouts(niceId);
    await world.sandbox.endBankPayout(payout?.id ?? '', 'settled', 0);
    await work({ isEarly: true });
    expect(await due()).toEqual([]);
  });
});
