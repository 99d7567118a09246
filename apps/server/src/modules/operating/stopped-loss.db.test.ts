import { expect, test } from 'vitest';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { allJobs } from '../../worker.ts';
import { testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { payoutAcquirer } from '../cards/rules.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { listHolds, openHold, releaseHolds } from '../payout-holds/store.ts';
import { creditPayoutToBalance, listBlockedPayouts, retryPayout, settleByHand, stopPayout } from './blocked-payouts.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const operator = 'grace';

async function report(payment: string, result: 'approved' | 'chargeback' | 'refunded' | 'won', amount?: string) {
  await sandbox.settlePayment(payment, result, 0, amount);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
}

const both = async ({ niceId }: SignedInClient, currency: string) => [
  await readBalance(db, paths.client(niceId), currency),
  await readBalance(db, paths.held(niceId), currency),
];

/** What was bought by card is to be paid out. */
async function bought(destination: Readonly<Record<string, string>>, makeReady = (): unknown => undefined) {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  await report(payment, 'approved');
  const [amount = 0n] = await both(client, 'BTC');
  const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: formatUnits(amount, 'BTC') };
  const { body } = await world.buy(client.access, { ...paid, ...destination });
  expect(body.errors).toEqual([]);
  await makeReady();
  await approveByCode(world, client, body);
  return { client, payment, niceId: body.nice_id };
}

/** A person has stopped the payout in ether, to pay it from elsewhere. */
async function stopped() {
  const dst_address = await sandbox.outsideAddress('ethereum');
  const toEthereum = { payout_currency: 'ETH', payout_group: 'ethereum', dst_address };
  const sale = await bought(toEthereum);
  const chain = 'ethereum';
  await openHold(context, db, { chain, reason: 'restored', subject: dst_address });
  await stopPayout(context, { niceId: sale.niceId, operator });
  const holdIds = (await listHolds(db, chain)).map(({ holdId }) => holdId);
  await releaseHolds(context, db, { chain, holdIds, by: operator });
  return sale;
}

test('what a person pays by hand does not come to the balance as well because a part of its payment is lost', async () => {
  const { client, payment, niceId } = await stopped();
  await report(payment, 'refunded', '25.00');
  expect(await both(client, 'BTC')).toEqual([0n, 0n]);
  await settleByHand(context, { niceId, operator, proof: `by hand ${niceId}` });
  expect((await world.read(niceId)).status).toBe('finished');
  expect(await both(client, 'ETH')).toEqual([0n, 0n]);
  await expectSound(world);
});

test('what a person puts on the balance in place of that is held', async () => {
  const { client, payment, niceId } = await stopped();
  await report(payment, 'chargeback');
  await creditPayoutToBalance(context, { niceId, operator });
  const [free, kept = 0n] = await both(client, 'ETH');
  expect([free, kept > 0n]).toEqual([0n, true]);
  await report(payment, 'won');
  expect(await both(client, 'ETH')).toEqual([kept, 0n]);
  await expectSound(world);
});

const account = { iban: 'DE89370400440532013000', beneficiary_account: 'Ada Lovelace', is_agree_name: '1' };
const unreachable = () => Promise.reject(new ProviderError('outside', 'unreachable'));

test.each(['sepa', 'card'] as const)(
  'what a %s did not hear of before its payment was lost is not sent once it can be reached',
  async (group) => {
    const { bank, acquirers } = context.providers;
    const { vault } = acquirers.find(payoutAcquirer);
    if (vault === undefined) throw new Error('It pays to no cards.');
    const [createPayout, payOut] = [bank.createPayout.bind(bank), vault.payOut.bind(vault)];
    const token = group === 'card' ? await sandbox.cardToken(testCard.good) : '';
    const destination = group === 'card' ? { token } : account;
    const toOutside = { payout_currency: 'EUR', payout_group: group, dst_address: '', ...destination };
    const { client, payment, niceId } = await bought(toOutside, () => {
      Object.assign(bank, { createPayout: unreachable });
      Object.assign(vault, { payOut: unreachable });
    });
    const sendJob = `send-${group === 'sepa' ? 'bank' : 'card'}-payout`;
    const jobs = allJobs.filter(({ definition }) => definition.name === sendJob);
    await drainJobs(context, world.boss, jobs);
    await report(payment, 'chargeback');
    Object.assign(bank, { createPayout });
    Object.assign(vault, { payOut });
    await drainJobs(context, world.boss, jobs, { isEarly: true });
    expect((await listBlockedPayouts(context)).filter((one) => one.niceId === niceId)).toEqual([]);
    // What the provider may show late is no longer waited for.
    const own = db.selectFrom('orders').select('orderId').where('niceId', '=', niceId);
    const sentAt = new Date(context.clock.now().getTime() - 16 * 60_000);
    for (const table of ['bankPayouts', 'cardPayouts'] as const)
      await db.updateTable(table).set({ sentAt }).where('orderId', '=', own).execute();
    await drainJobs(context, world.boss, jobs, { isEarly: true });
    expect([...(await sandbox.bankPayouts(niceId)), ...(await sandbox.cardPayouts(niceId))]).toEqual([]);
    const blocked = (await listBlockedPayouts(context)).filter((one) => one.niceId === niceId);
    expect(blocked).toMatchObject([{ reason: 'taken_back' }]);
    await expect(retryPayout(context, { niceId, operator })).rejects.toThrow('was taken back');
    await creditPayoutToBalance(context, { niceId, operator });
    const [free, kept = 0n] = await both(client, 'EUR');
    expect([free, kept > 0n]).toEqual([0n, true]);
    await report(payment, 'won');
    expect(await both(client, 'EUR')).toEqual([kept, 0n]);
    await expectSound(world);
  },
);
