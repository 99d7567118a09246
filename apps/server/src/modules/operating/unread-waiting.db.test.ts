import { runSql } from '@causeway/testing/run-sql';
import { expect, test, vi } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { holdPayout } from './fixtures/hold-payout.ts';
import { creditPayoutToBalance } from './blocked-payouts.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { checkEpoch } from '../payout-holds/check-epoch.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('0.05', 'BTC', 12);
await beginWork(context);
const operator = 'grace';

const hold = () => holdPayout(world);

/** A person allows it, and it waits for a block. */
async function allow(orderId: string) {
  const allowed = { status: 'planned', holdReason: '', allowedAt: new Date() };
  await context.db.updateTable('payouts').set(allowed).where('orderId', '=', orderId).execute();
  ageLooks();
  await buildPayouts(context, [{ orderId }]);
  const { status } = await context.db
    .selectFrom('payouts')
    .select('status')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('broadcast');
}

test.each([
  ['a copy of the database, with another forgotten pay-out in a block', 'database', true, 5000],
  ['a copy of files', 'files', false, 500],
] as const)(
  'nothing is given back that a waiting transaction pays, however many wait before it: %s',
  async (_what, of, isOther, strangers) => {
    const second = await hold();
    const first = isOther ? await hold() : undefined;
    await agreeWithChain(context, 'bitcoin');
    const start = await copyDatabase(world);
    if (first !== undefined) {
      await allow(first.orderId);
      await sandbox.mine('bitcoin', 1);
    }
    await allow(second.orderId);
    const { context: restored, ownerUrl } = await start();
    if (of === 'database') await checkEpoch(restored);
    else {
      const { identity } = await checkEpoch({ ...context, db: restored.db });
      await runSql(ownerUrl, 'delete from payout_holds');
      await restored.db.updateTable('databaseEpoch').set({ identity }).execute();
    }
    const { bitcoin } = restored.providers;
    // So many strangers' transactions wait, as they always do on the main network.
    const names = Array.from({ length: strangers }, (_unused, at) => at.toString(16).padStart(64, '0'));
    const shown: string[] = [];
    const crowded = {
      ...bitcoin,
      listWaiting: async () => [...names, ...(await bitcoin.listWaiting())],
      readSpend: async (txid: string) => {
        if (!names.includes(txid)) return bitcoin.readSpend(txid);
        shown.push(txid);
        return { txid, inputs: [], payments: [] };
      },
    };
    const later = {
      ...restored,
      config: { ...restored.config },
      providers: { ...restored.providers, bitcoin: crowded },
    };
    const said: string[] = [];
    const give = () =>
      creditPayoutToBalance(later, { niceId: second.niceId, operator }).catch((error: unknown) =>
        said.push(String(error)),
      );
    // A node that takes a second for each is read for some minutes, and what it has shown is not asked for again.
    const real = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + shown.length * 1000);
    await give();
    clock.mockRestore();
    expect(said.splice(0)).toEqual([
      expect.stringContaining(`what waits on bitcoin is not read to its end yet, and may have paid ${second.niceId}`),
    ]);
    const before = shown.length;
    expect(before).toBeLessThan(strangers);
    await give();
    expect(shown).toHaveLength(strangers);
    // The chain takes what waited.
    await sandbox.mine('bitcoin', 1);
    ageLooks();
    const paid = (await sandbox.balance('bitcoin', second.address)).transactions.length;
    const given = await readBalance(later.db, paths.client(second.client.niceId), 'BTC');
    expect(said).toEqual([expect.stringContaining(`may have paid ${second.niceId}: by-hand`)]);
    expect({ paid, given }).toEqual({ paid: 1, given: 0n });
  },
);
