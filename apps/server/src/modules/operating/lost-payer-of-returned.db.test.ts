import { formatUnits } from '@causeway/domain/currencies/format-units';
import { someOf } from '@causeway/testing/test-length';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { openLossWorld, toBank } from '../losses/fixtures/open-loss-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside, reconcile } from '../reconciliation/reconcile.ts';
import { bookForgotten } from './forgotten/book-forgotten.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, buy, spend } = await openLossWorld();
const { context, sandbox } = world;
const { bank } = context.providers;
await beginWork(context);
beforeAll(() => sandbox.setBankMode('hold'));
afterAll(() => sandbox.setBankMode('auto'));
const operator = 'grace';

type Step = 'charged back' | 'paid back in part' | 'sent back' | 'won';

/** A client pays by card, and spends all of it after the copy; a person books that against the client's balance. */
async function forgetSpent() {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  const start = await copyDatabase(world);
  const niceId = await spend(client, amount, toBank);
  await world.work();
  const [made] = await sandbox.bankPayouts(niceId);
  const id = made?.id ?? '';
  const { context: own, work } = await start();
  await beginWork(own);
  await work({ isEarly: true });
  await bookForgotten(own, operator, [bank.name, id, client.niceId, formatUnits(amount, 'BTC'), 'BTC']);
  await releasePayouts(own, { chain: bank.name, operator, own: '0' });
  const settle = async (result: 'chargeback' | 'refunded' | 'won', amount?: string) => {
    await sandbox.settlePayment(payment, result, 0, amount);
    await confirmCardPayment(own, { acquirer: 'card_one', acquirerPaymentId: payment });
  };
  const steps: Readonly<Record<Step, () => Promise<void>>> = {
    'charged back': () => settle('chargeback'),
    'paid back in part': () => settle('refunded', '100'),
    won: () => settle('won'),
    'sent back': () => sandbox.endBankPayout(id, 'returned', 0),
  };
  const take = async (step: Step) => {
    await steps[step]();
    for (let turn = 0; turn < 2; turn += 1) await work({ isEarly: true });
    await reconcile(own, { pauseMs: 0 });
  };
  const [free, held] = [paths.client(client.niceId), paths.held(client.niceId)];
  const read = async () => [await readBalance(own.db, free, 'EUR'), await readBalance(own.db, held, 'EUR')];
  return { take, read, compare: () => compareWithOutside(own) };
}

const turns = [
  [['charged back', 'sent back'], 'held'],
  [['sent back', 'charged back'], 'held'],
  [['paid back in part', 'sent back'], 'held in part'],
  [['sent back', 'paid back in part'], 'held in part'],
  [['charged back', 'sent back', 'won'], 'free'],
  [['sent back', 'charged back', 'won'], 'free'],
  [['charged back', 'won', 'sent back'], 'free'],
] as const;

test.each(someOf(turns, 3))(
  'of a card payment and the forgotten pay-out that it paid, %s: what is back is %s',
  async (steps, end) => {
    const { take, read, compare } = await forgetSpent();
    for (const step of steps) await take(step);
    const [free = 0n, held = 0n] = await read();
    expect({ isFree: free > 0n, isHeld: held > 0n }).toEqual({ isFree: end !== 'held', isHeld: end !== 'free' });
    expect(await compare()).toEqual([]);
  },
);
