import { formatUnits } from '@causeway/domain/currencies/format-units';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { sellToCard } from '../card-payouts/fixtures/sell-to-card.ts';
import { openLossWorld, toBank } from '../losses/fixtures/open-loss-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside, reconcile } from '../reconciliation/reconcile.ts';
import { retryPayout, settleByHand } from './blocked-payouts.ts';
import { bookForgotten } from './forgotten/book-forgotten.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, spend } = await openLossWorld();
const { context, sandbox } = world;
const { bank, acquirers } = context.providers;
await beginWork(context);
beforeAll(() => sandbox.setBankMode('hold'));
afterAll(() => sandbox.setBankMode('auto'));
const operator = 'grace';

async function begin(start: Awaited<ReturnType<typeof copyDatabase>>) {
  const { context: later, work } = await start();
  await beginWork(later);
  const live = async () => {
    for (let turn = 0; turn < 3; turn += 1) await work({ isEarly: true });
    await reconcile(later, { pauseMs: 0 });
  };
  await live();
  return { later, live };
}

/** A pay-out to an account that a copy does not know, or holds for a person. */
async function forget(when: 'before it' | 'while it is held') {
  const client = await world.signInClient();
  await world.giveBalance(client, 500_000n, 'BTC');
  let start = await copyDatabase(world);
  const { OUTFLOW_BANK_DAY_EUR } = context.config;
  if (when === 'while it is held') context.config.OUTFLOW_BANK_DAY_EUR = 1;
  const niceId = await spend(client, 500_000n, toBank);
  await world.work();
  context.config.OUTFLOW_BANK_DAY_EUR = OUTFLOW_BANK_DAY_EUR;
  if (when === 'while it is held') {
    start = await copyDatabase(world);
    await retryPayout(context, { niceId, operator });
    await world.work();
  }
  const [made] = await sandbox.bankPayouts(niceId);
  const { later, live } = await begin(start);
  return { client, niceId, later, live, id: made?.id ?? '', cents: BigInt((made?.amount ?? '').replace('.', '')) };
}

const euros = (own: AppContext, path: string) => readBalance(own.db, path, 'EUR');
const listReturned = async ({ db }: AppContext, subject: string) => {
  const alarms = db.selectFrom('alarms').select('details').where('kind', '=', 'payout_returned');
  return (await alarms.where('subject', '=', subject).execute()).map(({ details }) => details);
};

describe('what the bank sends back of a pay-out that a restore forgot', () => {
  test('is the client named for it, once', async () => {
    const { client, niceId, later, live, id, cents } = await forget('before it');
    await bookForgotten(later, operator, [bank.name, id, client.niceId, '0.005', 'BTC']);
    await releasePayouts(later, { chain: bank.name, operator, own: '0' });
    await live();
    expect([await euros(later, paths.client(client.niceId)), await compareWithOutside(later)]).toEqual([0n, []]);
    await sandbox.endBankPayout(id, 'returned', 0);
    for (const turn of ['finds it', 'finds nothing more']) {
      await live();
      expect([turn, await euros(later, paths.client(client.niceId))]).toEqual([turn, cents]);
    }
    expect(await listReturned(later, niceId)).toEqual([{ outcome: 'returned', payout: id, of: client.niceId }]);
    expect(await compareWithOutside(later)).toEqual([]);
  });

  test("is the house's where no client was named, and none can be named any more", async () => {
    const { client, niceId, later, live, id } = await forget('before it');
    const before = await euros(later, paths.treasury);
    await releasePayouts(later, { chain: bank.name, operator, own: '1' });
    await sandbox.endBankPayout(id, 'returned', 0);
    await live();
    expect([await euros(later, paths.treasury), await compareWithOutside(later)]).toEqual([before, []]);
    expect(await listReturned(later, niceId)).toEqual([{ outcome: 'returned', payout: id, of: 'house' }]);
    const given = [bank.name, id, client.niceId, '0.005', 'BTC'];
    await expect(bookForgotten(later, operator, given)).rejects.toThrow(`No ${id} is held`);
  });

  test('is of the order that was settled with it by hand', async () => {
    const client = await world.signInClient();
    await world.giveBalance(client, 500_000n, 'BTC');
    const { OUTFLOW_BANK_DAY_EUR } = context.config;
    context.config.OUTFLOW_BANK_DAY_EUR = 1;
    const niceId = await spend(client, 500_000n, toBank);
    await world.work();
    context.config.OUTFLOW_BANK_DAY_EUR = OUTFLOW_BANK_DAY_EUR;
    const { amount, iban } = await context.db
      .selectFrom('bankPayouts')
      .selectAll()
      .where('status', '=', 'held')
      .executeTakeFirstOrThrow();
    const start = await copyDatabase(world);
    const byHand = { key: 'by hand', reference: 'by hand', iban, beneficiaryName: 'Ada Lovelace', description: '' };
    const { id } = await bank.createPayout({ ...byHand, amount: formatUnits(amount, 'EUR'), currency: 'EUR' });
    const { later, live } = await begin(start);
    await settleByHand(later, { niceId, operator, proof: id });
    await releasePayouts(later, { chain: bank.name, operator, own: '0' });
    await sandbox.endBankPayout(id, 'returned', 0);
    await live();
    expect(await euros(later, paths.client(client.niceId))).toBe(amount);
    expect(await compareWithOutside(later)).toEqual([]);
  });

  test('is of its order where "retry" has booked it, no more than was promised', async () => {
    const { client, niceId, later, live, id, cents } = await forget('while it is held');
    const made = await later.providers.bank.findPayouts(niceId);
    const more = made.map((one) => ({ ...one, amount: '999.00' }));
    const dearer = vi.spyOn(later.providers.bank, 'findPayouts').mockResolvedValue(more);
    const usual = later.providers.bank.getPayout.bind(later.providers.bank);
    const same = vi.spyOn(later.providers.bank, 'getPayout');
    same.mockImplementation(async (payoutId) => ({ ...(await usual(payoutId)), amount: '999.00' }));
    await retryPayout(later, { niceId, operator });
    await live();
    await sandbox.endBankPayout(id, 'returned', 0);
    await live();
    dearer.mockRestore();
    same.mockRestore();
    expect(await euros(later, paths.client(client.niceId))).toBe(cents);
  });
});

test('a card pay-out that a restore forgot, and that fails after its release, is booked back', async () => {
  const seller = sellToCard(world);
  const client = await seller.clientWithCoins();
  const start = await copyDatabase(world);
  const niceId = await seller.sell(client, await sandbox.cardToken('4242424242424242'));
  await world.work();
  const { later } = await begin(start);
  const [made] = await sandbox.cardPayouts(niceId);
  await bookForgotten(later, operator, ['card_one', made?.id ?? '', client.niceId, '0.005', 'BTC']);
  await releasePayouts(later, { chain: 'card_one', operator, own: '0' });
  const { vault } = acquirers.find('card_one');
  const known = (await vault?.findPayouts(niceId)) ?? [];
  expect(known).toHaveLength(1);
  const { vault: own } = later.providers.acquirers.find('card_one');
  if (own === undefined) throw new Error('It pays to no cards.');
  const failed = known.map((one) => ({ ...one, status: 'failed', failureReason: 'reversed' }) as const);
  const before = await euros(later, paths.worldCard('card_one'));
  const reversed = vi.spyOn(own, 'findPayouts').mockResolvedValue(failed);
  await reconcile(later, { pauseMs: 0 });
  reversed.mockRestore();
  const cents = BigInt((made?.amount ?? '').replace('.', ''));
  expect(await euros(later, paths.client(client.niceId))).toBe(cents);
  expect(before - (await euros(later, paths.worldCard('card_one')))).toBe(cents);
  expect(await listReturned(later, niceId)).toEqual([{ outcome: 'failed', payout: made?.id, of: client.niceId }]);
});
