import { describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { openLossWorld, toEther } from '../losses/fixtures/open-loss-world.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { cardRepairs } from '../reconciliation/compare-cards.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { sellToCard } from './fixtures/sell-to-card.ts';

const { world, both, buy, report, spend } = await openLossWorld();
const { context, sandbox } = world;
const { clientWithCoins, sell } = sellToCard(world);
const { vault } = context.providers.acquirers.find('card_one');
if (vault === undefined) throw new Error('It pays to no cards.');
const payouts = vault;
const usual = vault.findPayouts.bind(vault);
const says = new Map<string, 'paid' | 'returned'>();
vault.findPayouts = async (reference) =>
  (await usual(reference)).map((payout) => ({ ...payout, status: says.get(reference) ?? payout.status }));

/** A pay-out to a card that the acquirer has paid, and what the acquirer says of it later. */
async function payOut(client: SignedInClient, niceId: string) {
  await world.work();
  const cents = BigInt(((await sandbox.cardPayouts(niceId))[0]?.amount ?? '').replace('.', ''));
  const treasury = await readBalance(context.db, paths.treasury, 'EUR');
  return {
    cents,
    /** Books and acquirer agree after it. */
    turnTo: async (status: 'paid' | 'returned') => {
      says.set(niceId, status);
      for (let turn = 0; turn < 2; turn += 1) expect(await reconcile(context, { pauseMs: 0 })).toEqual([]);
    },
    /** What is on the balance, what is held, and what the house has borne. */
    read: async () => {
      const borne = treasury - (await readBalance(context.db, paths.treasury, 'EUR'));
      return [...(await both(client, 'EUR')), borne];
    },
  };
}

/** One worker asks while the acquirer says so, and hears the answer after others have done their work. */
async function applyLateAnswer(
  niceId: string,
  status: 'paid' | 'returned',
  meanwhile: () => Promise<void>,
): Promise<void> {
  says.set(niceId, status);
  const { orderId = '' } = (await findOrder(context.db, { niceId })) ?? {};
  const finds = payouts.findPayouts;
  payouts.findPayouts = async (reference) => {
    const answer = await finds(reference);
    payouts.findPayouts = finds;
    await meanwhile();
    return answer;
  };
  await cardRepairs['repair-card-payout'](context, orderId);
}

let spendings = 0;
/** Money of the balance that has left for good. */
async function spendAway({ niceId }: SignedInClient, amount: bigint): Promise<void> {
  const postings = [{ from: paths.client(niceId), to: paths.rounding, amount, currency: 'EUR' }];
  const entry = { kind: 'test_balance', reference: niceId, idempotencyKey: `spent:${(spendings += 1)}`, postings };
  if (amount > 0n) await context.db.transaction().execute((trx) => postEntry(trx, context, entry));
}

describe('a card pay-out that comes back and is paid after all is with its client once, however often', () => {
  test.each([
    ['nothing', () => 0n],
    ['a euro each time', () => 100n],
    ['half each time', (has: bigint) => has / 2n],
    ['all', (has: bigint) => has],
  ] as const)('where the client spends %s', async (_what, share) => {
    const client = await clientWithCoins();
    const { cents, turnTo, read } = await payOut(client, await sell(client, await sandbox.cardToken(testCard.good)));
    let gone = 0n;
    for (let turn = 1; turn <= 4; turn += 1) {
      await turnTo('returned');
      // The house first has what it bore.
      expect(await read()).toEqual([cents - gone, 0n, 0n]);
      const amount = share(cents - gone);
      await spendAway(client, amount);
      gone += amount;
      await turnTo('paid');
      expect(await read()).toEqual([0n, 0n, gone]);
      if (turn > 1) continue;
      const open = context.db.selectFrom('alarms').select('details').where('clearedAt', 'is', null);
      const details = { again: `${cents}`, balance: `${cents - gone}`, currency: 'EUR' };
      expect(await open.where('kind', '=', 'payout_conflict').execute()).toContainEqual({ details });
    }
    await turnTo('returned');
    expect(await read()).toEqual([cents - gone, 0n, 0n]);
  });

  test('an answer from before it came back and was paid again does not bring it back', async () => {
    const client = await clientWithCoins();
    const niceId = await sell(client, await sandbox.cardToken(testCard.good));
    const { turnTo, read } = await payOut(client, niceId);
    await applyLateAnswer(niceId, 'returned', async () => {
      await turnTo('returned');
      await turnTo('paid');
    });
    expect(await read()).toEqual([0n, 0n, 0n]);
    const entries = context.db.selectFrom('ledgerEntries').select('kind').where('reference', '=', niceId);
    expect(await entries.where('kind', '=', 'card_payout_return').execute()).toHaveLength(1);
  });

  test('an answer from before it was paid again and came back does not take it', async () => {
    const client = await clientWithCoins();
    const niceId = await sell(client, await sandbox.cardToken(testCard.good));
    const { cents, turnTo, read } = await payOut(client, niceId);
    await turnTo('returned');
    await applyLateAnswer(niceId, 'paid', async () => {
      await turnTo('paid');
      await turnTo('returned');
    });
    expect(await read()).toEqual([cents, 0n, 0n]);
  });

  test('what is held of it for a lost payment pays for it, and is held again once it is back', async () => {
    const client = await world.signInClient();
    const { payment, amount } = await buy(client);
    const token = await sandbox.cardToken(testCard.good);
    const niceId = await spend(client, amount, {
      payout_currency: 'EUR',
      payout_group: 'card',
      dst_address: '',
      token,
    });
    const { cents, turnTo, read } = await payOut(client, niceId);
    await report(payment, 'chargeback');
    for (let turn = 1; turn <= 2; turn += 1) {
      await turnTo('returned');
      expect(await read()).toEqual([0n, cents, 0n]);
      await turnTo('paid');
      expect(await read()).toEqual([0n, 0n, 0n]);
    }
    await turnTo('returned');
    await report(payment, 'won');
    expect(await read()).toEqual([cents, 0n, 0n]);
  });

  test('what its client bought with it meanwhile is held where its payment is lost', async () => {
    const client = await world.signInClient();
    const { payment, amount } = await buy(client);
    const token = await sandbox.cardToken(testCard.good);
    const niceId = await spend(client, amount, {
      payout_currency: 'EUR',
      payout_group: 'card',
      dst_address: '',
      token,
    });
    const { cents, turnTo, read } = await payOut(client, niceId);
    await turnTo('returned');
    await spend(client, cents / 2n, { ...toEther, payin_currency: 'EUR' });
    const [ether] = await both(client, 'ETH');
    const [half, , sold = 0n] = await read();
    expect(half).toBe(cents - cents / 2n);
    await turnTo('paid');
    expect(await read()).toEqual([0n, 0n, sold + cents / 2n]);
    await turnTo('returned');
    expect(await read()).toEqual([half, 0n, sold]);
    await report(payment, 'chargeback');
    expect(await read()).toEqual([0n, half, sold]);
    expect(await both(client, 'ETH')).toEqual([0n, ether]);
  });
});
