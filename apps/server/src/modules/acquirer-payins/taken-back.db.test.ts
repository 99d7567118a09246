import { afterEach, describe, expect, test } from 'vitest';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { listBalances, readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { allJobs } from '../../worker.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { bookKeptMoney } from '../operating/kept-money.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside, reconcile } from '../reconciliation/reconcile.ts';
import { confirmCardPayment } from './results/apply-card-payment.ts';
import { watchCreditedPayments } from './watch-credited-payments.ts';

const world = await openOrderWorld();
await world.fundWallet('5');
const { context, sandbox } = world;
const { db } = context;
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});
const onBalance = { payout_group: 'balance', dst_address: '' };

async function order(changes: Readonly<Record<string, string>> = {}) {
  const client = await world.signInClient();
  const { order: made } = await world.buy(client.access, changes);
  const niceId = made.nice_id;
  return { client, niceId, payment: await world.paymentOf(niceId) };
}
const hear = async (payment: string) =>
  confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
const approve = (payment: string) => sandbox.settlePayment(payment, 'approved', 0);
const refundByHand = (payment: string, amount: string) => sandbox.settlePayment(payment, 'refunded', 0, amount);
const heldBy = async (niceId: string) => (await listBalances(db, paths.order(niceId))).map(({ balance }) => balance);
const loss = () => readBalance(db, paths.chargebackLoss, 'EUR');
const work = async (...names: string[]) =>
  drainJobs(
    context,
    world.boss,
    allJobs.filter(({ definition }) => names.includes(definition.name)),
  );

describe('lost is lost: what the acquirer gives back by hand, in part', () => {
  test('before the credit: only the rest is credited, and its owner is asked', async () => {
    const { client, niceId, payment } = await order(onBalance);
    await approve(payment);
    await refundByHand(payment, '100.00');
    await hear(payment);
    expect(await world.read(niceId, client.access)).toMatchObject({
      received_amount: '150.00',
      decision: { kind: 'partial' },
    });
    await refundByHand(payment, '50.00');
    await hear(payment);
    expect((await world.read(niceId)).status).toBe('refunded');
    expect(await readBalance(db, paths.client(client.niceId), 'EUR')).toBe(10_000n);
    expect(await heldBy(niceId)).toEqual([0n]);
  });

  test('before the pay-out is signed: the exchange is reversed, nothing is sent, and the rest is the client’s', async () => {
    const { client, niceId, payment } = await order();
    await approve(payment);
    await hear(payment);
    expect((await world.read(niceId)).status).toBe('processing');
    const before = await loss();
    await refundByHand(payment, '100.00');
    await hear(payment);
    await hear(payment);
    expect((await world.read(niceId)).status).toBe('error');
    expect(await heldBy(niceId)).toEqual([0n, 0n]);
    expect(await readBalance(db, paths.client(client.niceId), 'EUR')).toBe(15_000n);
    expect(await loss()).toBe(before);
    await world.work();
    expect((await world.read(niceId)).txid).toBe('');
  });

  test('after it is on a balance: its share of what is left there is held, once, and the operator bears the rest', async () => {
    const { client, niceId, payment } = await order(onBalance);
    await approve(payment);
    await hear(payment);
    const bought = await readBalance(db, paths.client(client.niceId), 'BTC');
    const before = await loss();
    await refundByHand(payment, '100.00');
    await Promise.all([hear(payment), hear(payment)]);
    const share = (bought * 2n) / 5n;
    expect(await readBalance(db, paths.held(client.niceId), 'BTC')).toBe(share);
    expect((await loss()) - before).toBe(-10_000n);
    await refundByHand(payment, '100.00');
    await hear(payment);
    expect(await readBalance(db, paths.held(client.niceId), 'BTC')).toBe((bought * 4n) / 5n);
    // The last part makes it a payment that is given back as a whole.
    await refundByHand(payment, '50.00');
    await hear(payment);
    await hear(payment);
    expect((await loss()) - before).toBe(-25_000n);
    expect((await world.read(niceId)).status).toBe('finished');
  });

  test('a part that was given back and then the chargeback of the rest', async () => {
    const { client, payment } = await order(onBalance);
    await approve(payment);
    await hear(payment);
    const before = await loss();
    await refundByHand(payment, '100.00');
    await hear(payment);
    await sandbox.settlePayment(payment, 'chargeback', 0);
    await hear(payment);
    await hear(payment);
    expect((await loss()) - before).toBe(-25_000n);
    expect(await readBalance(db, paths.client(client.niceId), 'BTC')).toBeLessThan(2n);
  });

  test('after its owner has it on the balance, as nothing was bought: it is held there', async () => {
    const { client, niceId, payment } = await order(onBalance);
    await approve(payment);
    await refundByHand(payment, '100.00');
    await hear(payment);
    await world.call('/lt_decision', { nice_id: niceId, answer: 'no' }, client.access);
    const euros = async () => [
      await readBalance(db, paths.client(client.niceId), 'EUR'),
      await readBalance(db, paths.held(client.niceId), 'EUR'),
    ];
    expect(await euros()).toEqual([15_000n, 0n]);
    await sandbox.settlePayment(payment, 'chargeback', 0);
    await hear(payment);
    expect(await euros()).toEqual([0n, 15_000n]);
    await sandbox.settlePayment(payment, 'won', 0);
    await hear(payment);
    expect(await readBalance(db, paths.held(client.niceId), 'EUR')).toBe(0n);
  });

  test('a lost webhook is made good within a minute, before the payout is signed', async () => {
    const { niceId, payment } = await order();
    await approve(payment);
    await hear(payment);
    await refundByHand(payment, '0.01');
    await watchCreditedPayments(context);
    expect((await world.read(niceId)).status).toBe('error');
  });

  test('however many payments there are: those whose money has not left are asked about first', async () => {
    const made = [];
    for (const changes of [onBalance, {}, onBalance, {}, {}]) {
      const one = await order(changes);
      await approve(one.payment);
      await hear(one.payment);
      made.push({ ...one, isOpen: (await world.read(one.niceId)).status === 'processing' });
    }
    expect(made.map(({ isOpen }) => isOpen)).toEqual([false, true, false, true, true]);
    const opened = made.filter(({ isOpen }) => isOpen);
    for (const { payment } of opened) await refundByHand(payment, '0.01');
    const asked: string[] = [];
    const acquirer = context.providers.acquirers.find('card_one');
    const usual = acquirer.getPayment.bind(acquirer);
    acquirer.getPayment = async (id) => {
      asked.push(id);
      return usual(id);
    };
    try {
      await watchCreditedPayments(context, { size: 1 });
    } finally {
      acquirer.getPayment = usual;
    }
    for (const { niceId } of opened) expect((await world.read(niceId)).status).toBe('error');
    const payments = made.map(({ payment }) => payment);
    const turns = [...new Set(asked)].filter((id) => payments.includes(id));
    const first = turns.slice(0, opened.length);
    expect(first.toSorted()).toEqual(opened.map(({ payment }) => payment).toSorted());
    expect(turns.toSorted()).toEqual(payments.toSorted());
  });

  test('all that sees it runs each half minute or more often, and does not wait for a reconciliation', () => {
    const every = new Map(allJobs.map(({ definition: { name, everySeconds } }) => [name, everySeconds]));
    // By card, at the bank, on both chains, and what our own keys have sent.
    const seeing = [
      'watch-credited-payments',
      'watch-returns',
      'watch-bank',
      'scan-bitcoin-deposits',
      'scan-ethereum-deposits',
    ] as const;
    for (const name of seeing) expect(every.get(name), name).toBeLessThanOrEqual(30);
    expect(every.get('watch-wallets')).toBeLessThanOrEqual(60);
  });
});

describe('a dispute that was won gives back what was booked as lost', () => {
  const charge = (payment: string) => sandbox.settlePayment(payment, 'chargeback', 0);
  const win = (payment: string) => sandbox.settlePayment(payment, 'won', 0);
  const chargebacks = async (niceId: string) =>
    db
      .selectFrom('alarms')
      .select('subject')
      .where('kind', '=', 'chargeback')
      .where('subject', '=', niceId)
      .where('clearedAt', 'is', null)
      .execute();
  /** Bought onto the balance, and charged back. */
  async function lost() {
    const made = await order(onBalance);
    await approve(made.payment);
    await hear(made.payment);
    const { niceId } = made.client;
    const bought = await readBalance(db, paths.client(niceId), 'BTC');
    const before = await loss();
    await charge(made.payment);
    await hear(made.payment);
    expect(await readBalance(db, paths.held(niceId), 'BTC')).toBe(bought);
    const stands = async () => [
      (await loss()) - before,
      await readBalance(db, paths.held(niceId), 'BTC'),
      await readBalance(db, paths.client(niceId), 'BTC'),
    ];
    return { ...made, bought, stands };
  }

  test('once, to who bore it, and what was held is its client’s; and it can be lost and won again', async () => {
    const { niceId, payment, bought, stands } = await lost();
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await stands()).toEqual([-25_000n, bought, 0n]);
      expect(await chargebacks(niceId)).toHaveLength(1);
      await win(payment);
      await Promise.all([hear(payment), hear(payment)]);
      await hear(payment);
      expect(await stands()).toEqual([0n, 0n, bought]);
      expect(await chargebacks(niceId)).toEqual([]);
      expect(await compareWithOutside(context)).toEqual([]);
      await charge(payment);
      await hear(payment);
      await hear(payment);
    }
    expect(await stands()).toEqual([-25_000n, bought, 0n]);
  });

  test('in part: the rest stays lost and held', async () => {
    const { client, payment, bought, stands } = await lost();
    const acquirer = context.providers.acquirers.find('card_one');
    const usual = acquirer.getPayment.bind(acquirer);
    acquirer.getPayment = async (id) => ({ ...(await usual(id)), status: 'approved', refundedAmount: '100.00' });
    try {
      await hear(payment);
      await hear(payment);
    } finally {
      acquirer.getPayment = usual;
    }
    const share = (bought * 2n) / 5n;
    expect(await stands()).toEqual([-10_000n, share, bought - share]);
    await win(payment);
    await hear(payment);
    expect(await stands()).toEqual([0n, 0n, bought]);
    expect(await readBalance(db, paths.client(client.niceId), 'EUR')).toBe(0n);
  });

  test('in part, after a person has booked what was held: the rest takes no other money of its client', async () => {
    const { client, payment, bought } = await lost();
    const decided = { client: client.niceId, currency: 'BTC', why: 'held', operator: 'grace', reason: 'lost' };
    await bookKeptMoney(context, decided);
    const { order: next } = await world.buy(client.access, onBalance);
    const other = await world.paymentOf(next.nice_id);
    await approve(other);
    await hear(other);
    const stands = async () => [
      await readBalance(db, paths.client(client.niceId), 'BTC'),
      await readBalance(db, paths.held(client.niceId), 'BTC'),
    ];
    const before = await stands();
    expect(bought).toBeGreaterThan(0n);
    const acquirer = context.providers.acquirers.find('card_one');
    const usual = acquirer.getPayment.bind(acquirer);
    acquirer.getPayment = async (id) => ({ ...(await usual(id)), status: 'approved', refundedAmount: '100.00' });
    try {
      await hear(payment);
    } finally {
      acquirer.getPayment = usual;
    }
    expect(await stands()).toEqual(before);
    await win(payment);
    await hear(payment);
    expect(await stands()).toEqual(before);
  });

  test('what a person has booked of it is not given again out of what another loss holds', async () => {
    const { client, payment, bought } = await lost();
    const decided = { client: client.niceId, currency: 'BTC', why: 'held', operator: 'grace', reason: 'lost' };
    await bookKeptMoney(context, decided);
    const { order: next } = await world.buy(client.access, onBalance);
    const other = await world.paymentOf(next.nice_id);
    for (const report of [approve, charge]) {
      await report(other);
      await hear(other);
    }
    const held = () => readBalance(db, paths.held(client.niceId), 'BTC');
    const still = await held();
    expect(still).toBeGreaterThanOrEqual((bought * 9n) / 10n);
    await win(payment);
    await hear(payment);
    expect([await held(), await readBalance(db, paths.client(client.niceId), 'BTC')]).toEqual([still, 0n]);
    await win(other);
    await hear(other);
    expect([await held(), await readBalance(db, paths.client(client.niceId), 'BTC')]).toEqual([0n, still]);
  });

  test('in part, when what another loss held was decided before: no more than the rest is held', async () => {
    const { client, payment, bought, stands } = await lost();
    await win(payment);
    await hear(payment);
    const { order: next } = await world.buy(client.access, onBalance);
    const other = await world.paymentOf(next.nice_id);
    for (const report of [approve, charge]) {
      await report(other);
      await hear(other);
    }
    const decided = { client: client.niceId, currency: 'BTC', why: 'held', operator: 'grace', reason: 'lost' };
    await bookKeptMoney(context, decided);
    await charge(payment);
    await hear(payment);
    const [, kept = 0n] = await stands();
    expect(kept).toBeGreaterThan(0n);
    const acquirer = context.providers.acquirers.find('card_one');
    const usual = acquirer.getPayment.bind(acquirer);
    acquirer.getPayment = async (id) => ({ ...(await usual(id)), status: 'approved', refundedAmount: '100.00' });
    try {
      await hear(payment);
    } finally {
      acquirer.getPayment = usual;
    }
    const share = (bought * 2n) / 5n;
    expect((await stands()).slice(1)).toEqual([share, bought - share]);
    await win(payment);
    await hear(payment);
    expect((await stands()).slice(1)).toEqual([0n, bought]);
  });

  test('an answer from before the chargeback gives nothing back', async () => {
    const { payment, bought, stands } = await lost();
    const acquirer = context.providers.acquirers.find('card_one');
    const usual = acquirer.getPayment.bind(acquirer);
    let asked = 0;
    acquirer.getPayment = async (id) => {
      asked += 1;
      return { ...(await usual(id)), ...(asked === 1 && { status: 'approved' }) };
    };
    try {
      await hear(payment);
    } finally {
      acquirer.getPayment = usual;
    }
    expect([asked, await stands()]).toEqual([2, [-25_000n, bought, 0n]]);
  });

  test('what its order gave, having stopped, is on its client’s balance, and held when it is lost again', async () => {
    const { client, niceId, payment } = await order();
    await approve(payment);
    await hear(payment);
    const before = await loss();
    await charge(payment);
    await hear(payment);
    expect([(await world.read(niceId)).status, await loss()]).toEqual(['error', before]);
    await win(payment);
    await hear(payment);
    await hear(payment);
    expect(await heldBy(niceId)).toEqual([0n, 0n]);
    expect(await readBalance(db, paths.client(client.niceId), 'EUR')).toBe(25_000n);
    await charge(payment);
    await hear(payment);
    expect(await readBalance(db, paths.held(client.niceId), 'EUR')).toBe(25_000n);
    expect((await loss()) - before).toBe(-25_000n);
  });

  test('what came and went before its order had it is not refunded once more', async () => {
    const { client, niceId, payment } = await order();
    await approve(payment);
    await charge(payment);
    await hear(payment);
    await win(payment);
    await hear(payment);
    await hear(payment);
    await work('refund-card-payment');
    expect(await heldBy(niceId)).toEqual([0n]);
    expect(await readBalance(db, paths.client(client.niceId), 'EUR')).toBe(25_000n);
    await charge(payment);
    await hear(payment);
    await hear(payment);
    expect(await readBalance(db, paths.held(client.niceId), 'EUR')).toBe(25_000n);
  });

  test('a payment that stays approved with all of it refunded came and went, once', async () => {
    const { niceId, payment } = await order();
    await approve(payment);
    const acquirer = context.providers.acquirers.find('card_one');
    const usual = acquirer.getPayment.bind(acquirer);
    acquirer.getPayment = async (id) => {
      const found = await usual(id);
      return found && { ...found, refundedAmount: found.amount };
    };
    await hear(payment);
    await hear(payment);
    acquirer.getPayment = usual;
    expect((await world.read(niceId)).status).toBe('refunded');
    expect(await heldBy(niceId)).toEqual([0n]);
    await charge(payment);
    await hear(payment);
  });

  test('a lost webhook of it is made good by the reconciliation', async () => {
    const { payment, bought, stands } = await lost();
    await win(payment);
    expect(await reconcile(context, { pauseMs: 0 })).toEqual([]);
    expect(await stands()).toEqual([0n, 0n, bought]);
  });
});

describe('money that comes too late goes back once', () => {
  async function late() {
    const made = await order();
    await world.call(`/onramp/o/${made.niceId}/cancel`, {}, made.client.access);
    await sandbox.settlePayment(made.payment, 'approved', 0);
    return made;
  }

  test('a part of it that a person has given back already is not given twice', async () => {
    const { niceId, payment } = await late();
    await hear(payment);
    await refundByHand(payment, '100.00');
    await work('refund-card-payment');
    expect(await heldBy(niceId)).toEqual([0n]);
    expect((await sandbox.acquirerPayments(niceId))[0]).toMatchObject({ status: 'refunded' });
  });

  test('and charged back after that: there is nothing to lose any more', async () => {
    const { niceId, payment } = await late();
    await hear(payment);
    await work('refund-card-payment');
    const acquirer = context.providers.acquirers.find('card_one');
    const usual = acquirer.getPayment.bind(acquirer);
    acquirer.getPayment = async (id) => ({ ...(await usual(id)), status: 'charged_back' });
    try {
      await hear(payment);
    } finally {
      acquirer.getPayment = usual;
    }
    expect(await heldBy(niceId)).toEqual([0n]);
  });

  test('charged back on its way back, and won: it is its client’s, and nothing more goes back', async () => {
    const { client, niceId, payment } = await late();
    await hear(payment);
    await sandbox.settlePayment(payment, 'chargeback', 0);
    const acquirer = context.providers.acquirers.find('card_one');
    const usual = acquirer.getPayment.bind(acquirer);
    // Some acquirers count what a dispute has taken as given back.
    acquirer.getPayment = async (id) => ({ ...(await usual(id)), refundedAmount: '250.00' });
    try {
      await work('refund-card-payment');
      await hear(payment);
    } finally {
      acquirer.getPayment = usual;
    }
    expect(await heldBy(niceId)).toEqual([0n]);
    await sandbox.settlePayment(payment, 'won', 0);
    await hear(payment);
    await hear(payment);
    await work('refund-card-payment');
    expect(await heldBy(niceId)).toEqual([0n]);
    expect(await readBalance(db, paths.client(client.niceId), 'EUR')).toBe(25_000n);
    expect((await sandbox.acquirerPayments(niceId))[0]).toMatchObject({ status: 'approved' });
  });

  test('a part that was given back before it was seen is not booked', async () => {
    const { niceId, payment } = await late();
    await refundByHand(payment, '100.00');
    await hear(payment);
    await work('refund-card-payment');
    expect(await heldBy(niceId)).toEqual([0n]);
    expect((await sandbox.acquirerPayments(niceId))[0]).toMatchObject({ status: 'refunded' });
  });

  test('one that the books have forgotten is found at the acquirer', async () => {
    const { niceId, payment } = await late();
    await hear(payment);
    // As the database did before a restore, under a key that it no longer has.
    await refundByHand(payment, '250.00');
    await work('refund-card-payment');
    expect(await heldBy(niceId)).toEqual([0n]);
  });
});
