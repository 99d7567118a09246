import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { creditPayoutToBalance, stopPayout } from './blocked-payouts.ts';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { bookForgotten } from './forgotten/book-forgotten.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, buy, send, follow, restore, countPaid } = await openNumberedWorld();
const { sandbox } = world;
const operator = 'grace';
const chain = 'ethereum';

test('an order is paid where what went to its address was sent for another one, as a person says', async () => {
  const waiting = [await buy(), await buy(), await buy()];
  const [one, other, third] = waiting.map(({ niceId }) => niceId);
  for (const { pay } of waiting) await pay();
  const payer = await world.signInClient();
  await world.giveBalance(payer, 6_000n, 'EUR');
  const start = await copyDatabase(world);
  const proofs: string[] = [];
  for (const { address: dst_address } of waiting) {
    const forgotten = await buy('ETH', { dst_address });
    await forgotten.pay();
    proofs.push(await send(forgotten.orderId));
  }
  const { later } = await restore(start);
  const release = (although: string[]) => releasePayouts(later, { chain, operator, own: '2', although });
  const book = (...although: string[]) =>
    bookForgotten(later, operator, [chain, proofs[0] ?? '', payer.niceId, '60', 'EUR', ...although]);
  await expect(release([])).rejects.toThrow(`Where it was sent for another order: --although ${one}`);
  await expect(book()).rejects.toThrow(`Where it was sent for another order: --although ${one}`);
  await book(one ?? '');
  await expect(release([other ?? ''])).rejects.toThrow(`--although ${third}`);
  await stopPayout(later, { niceId: third ?? '', operator });
  await release([other ?? '', third ?? '']);
  await creditPayoutToBalance(later, { niceId: third ?? '', operator });
  ageLooks();
  await buildPayouts(later, waiting);
  await sandbox.mine(chain, 13);
  for (const { orderId } of waiting.slice(0, 2)) await follow(later, orderId);
  const paid = await Promise.all(waiting.map(({ address }) => countPaid(address, 'ETH')));
  expect([paid, await compareWithOutside(later)]).toEqual([[2, 2, 1], []]);
  expect(await readBalance(later.db, paths.client(payer.niceId), 'EUR')).toBe(0n);
  const actions = later.db.selectFrom('operatorActions').select(sql<string>`details ->> 'although'`.as('although'));
  const kept = await actions.where('action', 'in', ['forgotten_booked', 'payouts_released']).execute();
  expect(new Set(kept.map(({ although }) => although))).toEqual(new Set([one, `${other} ${third}`]));
});
