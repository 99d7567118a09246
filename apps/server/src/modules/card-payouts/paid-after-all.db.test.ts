import { expect, test } from 'vitest';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { openLossWorld } from '../losses/fixtures/open-loss-world.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { sellToCard } from './fixtures/sell-to-card.ts';

const { world, both } = await openLossWorld();
const { context, sandbox } = world;
const { clientWithCoins, sell } = sellToCard(world);
const { vault } = context.providers.acquirers.find('card_one');
if (vault === undefined) throw new Error('It pays to no cards.');
const usual = vault.findPayouts.bind(vault);
const says = new Map<string, 'paid' | 'returned'>();
vault.findPayouts = async (reference) =>
  (await usual(reference)).map((payout) => ({ ...payout, status: says.get(reference) ?? payout.status }));

test.each([0n, 100n])(
  'a card pay-out that came back and is paid after all is with its client once: %s cents spent',
  async (gone) => {
    const client = await clientWithCoins();
    const niceId = await sell(client, await sandbox.cardToken(testCard.good));
    await world.work();
    const cents = BigInt(((await sandbox.cardPayouts(niceId))[0]?.amount ?? '').replace('.', ''));
    const turnTo = async (status: 'paid' | 'returned') => {
      says.set(niceId, status);
      for (let turn = 0; turn < 2; turn += 1) expect(await reconcile(context, { pauseMs: 0 })).toEqual([]);
    };
    await turnTo('returned');
    expect(await both(client, 'EUR')).toEqual([cents, 0n]);
    const posting = { from: paths.client(client.niceId), to: paths.treasury, amount: gone, currency: 'EUR' };
    const spent = { kind: 'test_balance', reference: niceId, idempotencyKey: `spent:${niceId}`, postings: [posting] };
    if (gone > 0n) await context.db.transaction().execute((trx) => postEntry(trx, context, spent));
    await turnTo('paid');
    expect(await both(client, 'EUR')).toEqual([0n, 0n]);
    const open = context.db.selectFrom('alarms').select('details').where('clearedAt', 'is', null);
    const details = { again: `${cents}`, balance: `${cents - gone}`, currency: 'EUR' };
    expect(await open.where('kind', '=', 'payout_conflict').execute()).toContainEqual({ details });
    await turnTo('returned');
    expect(await both(client, 'EUR')).toEqual([cents, 0n]);
  },
);
