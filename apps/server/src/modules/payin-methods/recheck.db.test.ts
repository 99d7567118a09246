import { afterEach, describe, expect, test } from 'vitest';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { listBalances } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { allJobs } from '../../worker.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { balancePayin } from '../balance-payins/balance-payin.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { payByTransfer, returnAtBank } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { ethereumDeposits } from '../chain-payins/ethereum-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { releaseOrder } from '../operating/decide-held-order.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { findPayinMethod, payinProviders } from './find-payin-method.ts';

const world = await openOrderWorld();
await world.fundWallet('20');
const { context, sandbox } = world;
const { db } = context;
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});

const work = async (...names: string[]) => {
  const jobs = allJobs.filter(({ definition }) => names.includes(definition.name));
  await drainJobs(context, world.boss, jobs);
};
const onBalance = { payout_group: 'balance', dst_address: '' };
const conversions = async (niceId: string) =>
  db
    .selectFrom('ledgerEntries')
    .select('kind')
    .where('reference', '=', niceId)
    .where('kind', '=', 'conversion')
    .execute();
const errorsOf = ({ errors }: { errors?: readonly { code: string }[] }) => (errors ?? []).map(({ code }) => code);

interface Setup {
  form: Readonly<Record<string, string>>;
  /** Part of the order's money comes, and its owner is asked. @returns what it is known by outside */
  pay(niceId: string, access: string): Promise<string>;
  /** Takes the money back outside, without a notification to the product. */
  reverse(id: string): Promise<void>;
}

async function payByCard(niceId: string): Promise<string> {
  const id = await world.paymentOf(niceId);
  await sandbox.settlePayment(id, 'approved', 0);
  await sandbox.settlePayment(id, 'refunded', 0, '100.00');
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: id });
  return id;
}

async function payByBank(niceId: string, amount = '100.00'): Promise<string> {
  const id = await payByTransfer(world, niceId, amount);
  await collectTransfers(context);
  await work('credit-transfers');
  return id;
}

const payByCoins = (chain: 'bitcoin' | 'ethereum') => async (niceId: string, access: string) => {
  const address = String((await world.read(niceId, access))['crypto_address']);
  const txid = await sandbox.send(chain, { address, amount: '0.002', asset: chain === 'bitcoin' ? 'BTC' : 'ETH' });
  await sandbox.mine(chain, 3);
  await scanDeposits(context, chain === 'bitcoin' ? bitcoinDeposits : ethereumDeposits);
  return txid;
};

const inCoins = (chain: 'bitcoin' | 'ethereum', currency: string): Setup => ({
  form: { ...onBalance, payin_currency: currency, payin_group: chain, payin_amount: '0.02', payout_currency: 'EUR' },
  pay: payByCoins(chain),
  reverse: async (txid) => void (await sandbox.reorganise(chain, 3, [txid])),
});

const setups: Readonly<Record<string, Setup>> = {
  card_one: {
    form: onBalance,
    pay: payByCard,
    reverse: async (id) => void (await sandbox.settlePayment(id, 'refunded', 0, '150.00')),
  },
  bank: {
    form: { ...onBalance, payin_group: 'sepa' },
    pay: (niceId) => payByBank(niceId),
    reverse: (id) => returnAtBank(world, id, '100.00'),
  },
  bitcoin: inCoins('bitcoin', 'BTC'),
  ethereum: inCoins('ethereum', 'ETH'),
};

describe('money that went back is not exchanged', () => {
  const methods = new Set(payinProviders.map(findPayinMethod));
  // What is on a balance is in the ledger and nowhere else.
  methods.delete(balancePayin);

  test('every provider’s way to pay has its set-up', () => {
    expect(new Set(Object.keys(setups).map(findPayinMethod))).toEqual(methods);
  });

  test.each(Object.entries(setups))('%s: "yes" finds that the money is gone', async (_provider, setup) => {
    const { access } = await world.signInClient();
    const { nice_id: niceId } = (await world.buy(access, setup.form)).order;
    const id = await setup.pay(niceId, access);
    expect(await world.read(niceId, access)).toMatchObject({ decision: { kind: 'partial' } });
    await setup.reverse(id);
    const { body } = await world.call('/lt_decision', { nice_id: niceId, answer: 'yes' }, access);
    expect(errorsOf(body)).toEqual(['DECISION_OVER']);
    expect(await conversions(niceId)).toEqual([]);
    expect(await world.read(niceId, access)).toMatchObject({ decision: null });
    for (const { balance } of await listBalances(db, paths.order(niceId))) expect(balance).toBe(0n);
  });

  test('a provider that cannot be asked leaves the question open', async () => {
    const { access } = await world.signInClient();
    const { nice_id: niceId } = (await world.buy(access, { ...onBalance, payin_group: 'sepa' })).order;
    await payByBank(niceId);
    const answer = async () => (await world.call('/lt_decision', { nice_id: niceId, answer: 'yes' }, access)).body;
    await sandbox.makeFault({ provider: 'bank', fault: 'error', count: 1 });
    expect(errorsOf(await answer())).toEqual(['PAYMENT_UNAVAILABLE']);
    expect((await answer()).success).toBe(1);
    expect(await conversions(niceId)).toHaveLength(1);
  });

  test('a part that is gone: its owner is asked again about the rest', async () => {
    const { access } = await world.signInClient();
    const { nice_id: niceId } = (await world.buy(access, { ...onBalance, payin_group: 'sepa' })).order;
    const id = await payByBank(niceId);
    await returnAtBank(world, id, '40.00');
    const answer = async (choice: string) =>
      (await world.call('/lt_decision', { nice_id: niceId, answer: choice }, access)).body;
    expect(errorsOf(await answer('yes'))).toEqual(['DECISION_OVER']);
    expect(await world.read(niceId, access)).toMatchObject({ received_amount: '60.00', decision: { kind: 'partial' } });
    expect((await answer('no')).success).toBe(1);
    await work('refund-money');
    expect((await sandbox.bankTransfers(niceId)).map((one) => one.returned_amount)).toEqual(['100.00']);
  });

  test('an order that waits for a person: what is gone is not released', async () => {
    context.config.ORDER_MOST_EUR = 200;
    const { access } = await world.signInClient();
    const { nice_id: niceId } = (await world.buy(access, { ...onBalance, payin_group: 'sepa' })).order;
    const id = await payByBank(niceId, '250.00');
    context.config.ORDER_MOST_EUR = 1_000_000;
    expect((await world.read(niceId)).status).toBe('processing');
    await returnAtBank(world, id, '250.00');
    await expect(releaseOrder(context, { niceId, operator: 'grace' })).rejects.toThrow('is not held');
    expect(await conversions(niceId)).toEqual([]);
    expect((await world.read(niceId)).status).toBe('error');
  });
});
