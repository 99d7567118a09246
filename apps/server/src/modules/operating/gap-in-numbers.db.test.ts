import { expect, test } from 'vitest';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { followPayout } from '../chain-payouts/follow-payout.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { listHolds } from '../payout-holds/store.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, sign, buy, restore, payoutOf, countPaid, follow } = await openNumberedWorld();
const { context, sandbox } = world;

const txidOf = async (orderId: string) => (await payoutOf(context, orderId)).txid ?? '';
/** The node loses these from its pool, and keeps what waits behind them. */
const lose = async (...orderIds: string[]) =>
  sandbox.reorganise('ethereum', 1, await Promise.all(orderIds.map((orderId) => txidOf(orderId))));
const numbers = async () =>
  (await context.db.selectFrom('accountTransactions').select('nonce').orderBy('nonce').execute()).map(({ nonce }) =>
    Number(nonce),
  );

test('a node that loses what others wait behind is sent it again, and pays each once', async () => {
  const sent = [await sign('ETH', true), await sign('ETH', true), await sign('ETH', true)] as const;
  await lose(sent[0].orderId);
  // What is signed while the gap is there takes the number behind all.
  const next = await sign('ETH', true);
  const all = [...sent, next];
  for (const { orderId } of all.toReversed()) await followPayout(context, orderId);
  await sandbox.mine('ethereum', 13);
  for (const { orderId } of all) await follow(context, orderId);
  for (const { address } of all) expect(await countPaid(address, 'ETH')).toBe(1);
  expect(await compareWithOutside(context)).toEqual([]);
  expect(await numbers()).toEqual((await numbers()).map((_number, place) => place));
});

test('a node that has lost all of its pool is sent all again', async () => {
  const all = [await sign('ETH', true), await sign('ETH', true)];
  await lose(...all.map(({ orderId }) => orderId));
  for (const { orderId } of all.toReversed()) await followPayout(context, orderId);
  await sandbox.mine('ethereum', 13);
  for (const { orderId } of all) await follow(context, orderId);
  for (const { address } of all) expect(await countPaid(address, 'ETH')).toBe(1);
  expect(await compareWithOutside(context)).toEqual([]);
});

test('law 3, what a restore forgot and waits behind a number that no node has is found before anything is signed', async () => {
  const { pay, ...known } = await buy('ETH');
  await pay();
  const start = await copyDatabase(world);
  const lost = await sign('ETH', true);
  await buildPayouts(context, [known]);
  await lose(lost.orderId);
  const { later, isAgreed } = await restore(start);
  const subjects = (await listHolds(later.db, 'ethereum')).map(({ subject }) => subject);
  await buildPayouts(later, [known]);
  expect([isAgreed, (await payoutOf(later, known.orderId)).status]).toEqual([false, 'planned']);
  const release = async (although: string[] = []) =>
    releasePayouts(later, { chain: 'ethereum', operator: 'grace', own: '0', although });
  await expect(release()).rejects.toThrow('--although <transaction>');
  expect(await release(subjects.filter((subject) => subject.startsWith('number ')))).toContain(
    'Give release-chain again',
  );
  await sandbox.mine('ethereum', 13);
  const look = async () => {
    ageLooks();
    return agreeWithChain(later, 'ethereum');
  };
  await look();
  await release();
  expect(await look()).toBe(true);
  await buildPayouts(later, [known]);
  await follow(later, known.orderId);
  expect([await countPaid(known.address, 'ETH'), await countPaid(lost.address, 'ETH')]).toEqual([1, 0]);
  expect(await compareWithOutside(later)).toEqual([]);
});
