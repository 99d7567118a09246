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
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

async function report(payment: string, result: 'approved' | 'chargeback' | 'won') {
  await sandbox.settlePayment(payment, result, 0);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
}
const account = { iban: 'DE89370400440532013000', beneficiary_account: 'Ada Lovelace', is_agree_name: '1' };

test.each(['sepa', 'card'] as const)(
  'what a %s shows late, after the loss stopped it, is booked as sent',
  async (group) => {
    const { bank, acquirers } = context.providers;
    const { vault } = acquirers.find(payoutAcquirer);
    if (vault === undefined) throw new Error('It pays to no cards.');
    const real = {
      create: bank.createPayout.bind(bank),
      find: bank.findPayouts.bind(bank),
      payOut: vault.payOut.bind(vault),
      findCard: vault.findPayouts.bind(vault),
    };
    const client = await world.signInClient();
    const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
    const payment = await world.paymentOf(order.nice_id);
    await report(payment, 'approved');
    const amount = await readBalance(db, paths.client(client.niceId), 'BTC');
    const token = group === 'card' ? await sandbox.cardToken(testCard.good) : '';
    const destination = group === 'card' ? { token } : account;
    const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: formatUnits(amount, 'BTC') };
    const { body } = await world.buy(client.access, {
      ...paid,
      payout_currency: 'EUR',
      payout_group: group,
      dst_address: '',
      ...destination,
    });
    expect(body.errors).toEqual([]);
    const niceId = body.nice_id;
    // The call arrives, its answer does not, and for a moment it is not listed yet.
    const lost = () => new ProviderError('outside', 'unreachable');
    Object.assign(bank, {
      createPayout: async (one: Parameters<typeof real.create>[0]) => {
        await real.create(one);
        throw lost();
      },
      findPayouts: () => Promise.resolve([]),
    });
    Object.assign(vault, {
      payOut: async (one: Parameters<typeof real.payOut>[0]) => {
        await real.payOut(one);
        throw lost();
      },
      findPayouts: () => Promise.resolve([]),
    });
    await approveByCode(world, client, body);
    const sendJob = `send-${group === 'sepa' ? 'bank' : 'card'}-payout`;
    const jobs = allJobs.filter(({ definition }) => definition.name === sendJob);
    await drainJobs(context, world.boss, jobs, { isEarly: true });
    expect([...(await sandbox.bankPayouts(niceId)), ...(await sandbox.cardPayouts(niceId))]).toHaveLength(1);
    await report(payment, 'chargeback');
    await drainJobs(context, world.boss, jobs, { isEarly: true });
    Object.assign(bank, { createPayout: real.create, findPayouts: real.find });
    Object.assign(vault, { payOut: real.payOut, findPayouts: real.findCard });
    await world.work({ isEarly: true });
    await world.until(niceId, 'finished');
  },
);
