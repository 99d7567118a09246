import { formatUnits } from '@causeway/domain/currencies/format-units';
import { someOf } from '@causeway/testing/test-length';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { openLossWorld, toBank } from '../losses/fixtures/open-loss-world.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase, type RestoredServer } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside, reconcile } from '../reconciliation/reconcile.ts';
import { bookForgotten } from './forgotten/book-forgotten.ts';
import { settleForgottenPayment } from './forgotten/settle-payment.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, buy, free, report, sendBack: returnPayout, spend } = await openLossWorld();
const { context, sandbox } = world;
const { bank, acquirers } = context.providers;
await beginWork(context);
beforeAll(() => sandbox.setBankMode('hold'));
afterAll(() => sandbox.setBankMode('auto'));
const operator = 'grace';

async function payOut(client: SignedInClient, amount: bigint, currency: string) {
  const niceId = await spend(client, amount, { ...toBank, payin_currency: currency });
  await world.work();
  const [made] = await sandbox.bankPayouts(niceId);
  return { id: made?.id ?? '', spent: formatUnits(amount, currency), currency };
}

/** What a person does on the copy, and what the outside says there. */
async function begin(start: () => Promise<RestoredServer>, client: SignedInClient) {
  const { context: own, work } = await start();
  await beginWork(own);
  await work({ isEarly: true });
  const look = async () => {
    for (let turn = 0; turn < 2; turn += 1) await work({ isEarly: true });
    await reconcile(own, { pauseMs: 0 });
  };
  const name = async ({ id, spent, currency }: Awaited<ReturnType<typeof payOut>>) =>
    void (await bookForgotten(own, operator, [bank.name, id, client.niceId, spent, currency]));
  const release = (houses: string) => releasePayouts(own, { chain: bank.name, operator, own: houses });
  const report = async (payment: string, result: 'chargeback' | 'won') => {
    await sandbox.settlePayment(payment, result, 0);
    await confirmCardPayment(own, { acquirer: 'card_one', acquirerPaymentId: payment });
    await look();
  };
  const sendBack = async ({ id }: { id: string }) => {
    await sandbox.endBankPayout(id, 'returned', 0);
    await look();
  };
  const [free, held] = [paths.client(client.niceId), paths.held(client.niceId)];
  const read = async () => [await readBalance(own.db, free, 'EUR'), await readBalance(own.db, held, 'EUR')] as const;
  return { own, name, release, report, sendBack, read };
}

const page = { description: 'forgotten', returnUrl: 'http://localhost/back', flow: 'page', isCardKept: false } as const;

const turns: ('charged back' | 'sent back' | 'won')[][] = [
  ['charged back', 'sent back'],
  ['sent back', 'charged back'],
  ['charged back', 'sent back', 'won'],
];

test.each(someOf(turns, 2))(
  'what a forgotten payment of a client had paid for, a forgotten pay-out too, is held as long as it is lost: %s, %s',
  async (...steps) => {
    const client = await world.signInClient();
    const start = await copyDatabase(world);
    await world.giveBalance(client, 10_000n, 'USD');
    const payout = await payOut(client, 10_000n, 'USD');
    const expiresAt = new Date(Date.now() + 600_000);
    const [key, amount] = [`CW${client.niceId}`, '100.00'];
    const acquirer = acquirers.find('card_one');
    const { id } = await acquirer.createPayment({ ...page, key, reference: key, amount, currency: 'USD', expiresAt });
    await sandbox.settlePayment(id, 'approved', 0);
    const { own, name, release, report, sendBack, read } = await begin(start, client);
    await release('1');
    await settleForgottenPayment(own, operator, ['card_one', id, client.niceId]);
    await name(payout);
    const take = {
      'charged back': () => report(id, 'chargeback'),
      'sent back': () => sendBack(payout),
      won: () => report(id, 'won'),
    };
    for (const step of steps) await take[step]();
    const [free, held] = await read();
    const isWon = steps.some((step) => step === 'won');
    expect({ isFree: free > 0n, isHeld: held > 0n }).toEqual({ isFree: isWon, isHeld: !isWon });
    expect(await compareWithOutside(own)).toEqual([]);
  },
);

test('of two forgotten pay-outs that come back one after the other no more is held than was lost', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  await world.giveBalance(client, amount / 2n, 'BTC');
  const start = await copyDatabase(world);
  const part = (amount * 3n) / 4n;
  const [first, second] = [await payOut(client, part, 'BTC'), await payOut(client, part, 'BTC')];
  const { own, name, release, report, sendBack, read } = await begin(start, client);
  for (const payout of [first, second]) await name(payout);
  await release('0');
  await report(payment, 'chargeback');
  await sendBack(first);
  const [free, held] = await read();
  expect([free, held > 0n]).toEqual([0n, true]);
  await sendBack(second);
  const [freeThen, heldThen] = await read();
  // A third of the second one is of the lost payment, as all of the first is.
  expect(Number(heldThen) / Number(held)).toBeCloseTo(4 / 3, 2);
  expect(Number(freeThen) / Number(held)).toBeCloseTo(2 / 3, 2);
  expect(await compareWithOutside(own)).toEqual([]);
});

/**
 * A restore forgets a pay-out for which a client has given all euros; then the payment is charged back, and only then
 * the bank sends that pay-out back.
 *
 * @returns what of it is free and held then, of so much that was spent, and once the dispute is won
 */
async function loseBeforeBack(client: SignedInClient, payment: string) {
  const spent = await free(client, 'EUR');
  const start = await copyDatabase(world);
  await world.giveBalance(client, 30_000n, 'USD');
  const payout = await payOut(client, 30_000n, 'USD');
  const { own, name, release, report: reportLater, sendBack, read } = await begin(start, client);
  await name({ ...payout, spent: formatUnits(spent, 'EUR'), currency: 'EUR' });
  await release('0');
  await reportLater(payment, 'chargeback');
  expect(await read()).toEqual([0n, 0n]);
  await sendBack(payout);
  const lost = await read();
  await reportLater(payment, 'won');
  expect(await compareWithOutside(own)).toEqual([]);
  return { spent, back: lost[0] + lost[1], lost, won: await read() };
}

describe('of a forgotten pay-out that is back after a payment was lost as much is held as that had given for it', () => {
  test('by what was left of a stopped order', async () => {
    const client = await world.signInClient();
    const { order } = await world.buy(client.access);
    const payment = await world.paymentOf(order.nice_id);
    await report(payment, 'approved');
    await report(payment, 'refunded', '50.00');
    expect(await free(client, 'EUR')).toBe(20_000n);
    await world.giveBalance(client, 5_000n, 'EUR');
    const { spent, back, lost, won } = await loseBeforeBack(client, payment);
    expect(spent).toBe(25_000n);
    expect(back).toBeGreaterThan(0n);
    const held = (back * 20_000n) / spent;
    expect(lost).toEqual([back - held, held]);
    expect(won).toEqual([back, 0n]);
  });

  test('by a pay-out of the books that had come back before', async () => {
    const client = await world.signInClient();
    const { payment, amount } = await buy(client);
    const niceId = await spend(client, amount, toBank);
    await world.work();
    await returnPayout(niceId);
    const { spent, back, lost, won } = await loseBeforeBack(client, payment);
    expect(spent).toBeGreaterThan(0n);
    expect([lost, won]).toEqual([
      [0n, back],
      [back, 0n],
    ]);
  });
});
