import { runSql } from '@causeway/testing/run-sql';
import { expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { checkEpoch } from '../payout-holds/check-epoch.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { holdPayout } from './fixtures/hold-payout.ts';
import { creditPayoutToBalance, settleByHand } from './blocked-payouts.ts';
import { releasePayouts } from './release-payouts.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
await beginWork(context);
const operator = 'grace';

const hold = () => holdPayout(world);

/** A person allows it, and a block has it. */
async function pay(orderId: string) {
  const allowed = { status: 'planned', holdReason: '', allowedAt: new Date() };
  await context.db.updateTable('payouts').set(allowed).where('orderId', '=', orderId).execute();
  // It reads the chain to its end first, in two looks.
  for (let turn = 0; turn < 2; turn += 1) {
    ageLooks();
    await buildPayouts(context, [{ orderId }]);
  }
  await sandbox.mine('bitcoin', 1);
}

/** More than are read in one look. */
async function mineMany() {
  for (let turn = 0; turn < 3; turn += 1) await sandbox.mine('bitcoin', 90);
}

/** A copy of the files leaves no trace; one of the database is a new epoch. */
async function restore(start: Awaited<ReturnType<typeof copyDatabase>>, isOfFiles: boolean) {
  const { context: later, ownerUrl } = await start();
  if (!isOfFiles) await checkEpoch(later);
  else {
    const { identity } = await checkEpoch({ ...context, db: later.db });
    await runSql(ownerUrl, 'delete from payout_holds');
    await later.db.updateTable('databaseEpoch').set({ identity }).execute();
  }
  return later;
}

const commands = {
  'to-balance': (own: AppContext, niceId: string) => creditPayoutToBalance(own, { niceId, operator }),
  'by-hand': (own: AppContext, niceId: string) => settleByHand(own, { niceId, operator, proof: 'transfer 4711' }),
};

test.each([
  ['to-balance', 'files, before the first look', true, false],
  ['by-hand', 'files, before the first look', true, false],
  ['to-balance', 'files, many blocks behind', true, true],
  ['by-hand', 'a database, many blocks behind', false, true],
] as const)('%s ends no order that the chain has paid since the copy of %s', async (name, _of, isOfFiles, isFar) => {
  const { niceId, orderId } = await hold();
  await agreeWithChain(context, 'bitcoin');
  const start = await copyDatabase(world);
  if (isFar) await mineMany();
  await pay(orderId);
  const later = await restore(start, isOfFiles);
  const give = () => commands[name](later, niceId);
  if (isFar) await expect(give()).rejects.toThrow('bitcoin is not read to its end yet');
  if (isFar) ageLooks();
  await expect(give()).rejects.toThrow(`may have paid ${niceId}: by-hand ${niceId}`);
});

test('what was found in the first blocks says nothing of an order that later ones have paid', async () => {
  const [first, second] = [await hold(), await hold()];
  await agreeWithChain(context, 'bitcoin');
  const start = await copyDatabase(world);
  await pay(first.orderId);
  await mineMany();
  await pay(second.orderId);
  const later = await restore(start, true);
  const give = () => creditPayoutToBalance(later, { niceId: second.niceId, operator });
  await expect(give()).rejects.toThrow('bitcoin is not read to its end yet');
  ageLooks();
  await expect(give()).rejects.toThrow(`may have paid ${second.niceId}: by-hand`);
});

test('release-chain waits for the end of a chain, as what it has found so far is not all that was sent', async () => {
  const { orderId } = await hold();
  await agreeWithChain(context, 'bitcoin');
  const start = await copyDatabase(world);
  await mineMany();
  await pay(orderId);
  const later = await restore(start, false);
  const release = (own: string) => releasePayouts(later, { chain: 'bitcoin', operator, own });
  await expect(release('0')).rejects.toThrow('bitcoin is not read to its end yet');
  ageLooks();
  await expect(release('0')).rejects.toThrow('went to the address of');
});

test('release-chain asks a bank first that could not be asked when the copy was put back', async () => {
  const client = await world.signInClient();
  const start = await copyDatabase(world);
  const iban = 'DE89370400440532013000';
  const made = { key: client.niceId, reference: client.niceId, amount: '50.00', currency: 'EUR' };
  const { bank } = context.providers;
  const { id } = await bank.createPayout({ ...made, iban, beneficiaryName: 'Ada Lovelace', description: '' });
  const { context: later } = await start();
  await checkEpoch(later);
  const release = (own: string) => releasePayouts(later, { chain: bank.name, operator, own });
  await expect(release('0')).rejects.toThrow(id);
  await release('1');
});
