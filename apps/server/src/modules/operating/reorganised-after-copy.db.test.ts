import { isFull } from '@causeway/testing/test-length';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { ethereumDeposits } from '../chain-payins/ethereum-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { followPayout } from '../chain-payouts/follow-payout.ts';
import { openShop } from '../merchants/fixtures/buy-at-shop.ts';
import { openOrderWorld, type OrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { beginPart, cancelUnpaid, findRow, mine, type Part, type Plan, take, workOnce } from './fixtures/any-part.ts';
import { doAll, type Operator, startWorker } from './fixtures/follow-runbook.ts';
import { isSettled, listOpen, nothing, requireRight } from './fixtures/judge-parts.ts';
import { serveCopy } from './fixtures/serve-copy.ts';

// Blocks that the copy knows are taken back before it is put back, deeper than what a payment waits for: what was in
// them is gone, or came again otherwise.
const first = await openOrderWorld({ connections: 4 });
const { sandbox } = first;
await first.fundWallet('5');
await first.fundWallet('30', 'ETH');
await beginWork(first.context);
await scanDeposits(first.context, bitcoinDeposits);
await scanDeposits(first.context, ethereumDeposits);
for (const [asset, eur] of Object.entries({ BTC: '58000', ETH: '3000' }))
  await sandbox.setPrice({ asset, eur, hold: true });
beforeAll(() => sandbox.setBankMode('hold'));
afterAll(() => sandbox.setBankMode('auto'));
const shop = await openShop(first);
let world: OrderWorld = first;
let stop: () => Promise<void> = async () => undefined;

type Act = 'go on' | 'pay' | 'work' | 'mine' | 'again' | 'settle payout' | Outside;
type Outside = 'lose' | 'pay again' | 'hurry';
interface Life {
  of: Plan;
  before: readonly Act[];
  between: readonly Act[];
}
/** The blocks of what was sent to it or for it are taken back, and no node has that any more. */
async function lose(part: Part): Promise<void> {
  const chain = 'bitcoin';
  const [one] = part.placed;
  const { transactions } = await sandbox.balance(chain, one?.deposit || one?.address || '');
  const depth = Math.max(...transactions.map(({ confirmations }) => confirmations));
  const txids = transactions.map(({ txid }) => txid);
  if (depth > 0) await sandbox.reorganise(chain, depth, txids);
  else for (const txid of txids) await sandbox.dropTransaction(chain, txid);
}

/** Miners ask for more than its pay-out gives. */
async function hurry({ placed }: Part): Promise<void> {
  const { context } = world;
  const bitcoin = { ...context.providers.bitcoin, estimateFeeRate: () => Promise.resolve(20n) };
  const clock = { ...context.clock, now: () => new Date(Date.now() + 21 * 60_000) };
  const { orderId } = (await findRow(world, placed[0]?.niceId ?? '')) ?? { orderId: '' };
  await followPayout({ ...context, clock, providers: { ...context.providers, bitcoin } }, orderId);
}

async function act(part: Part, what: Act): Promise<void> {
  const [one] = part.placed;
  if (what === 'lose') return lose(part);
  if (what === 'hurry') return hurry(part);
  // What is refused at this moment changes nothing.
  if (what !== 'pay again') return take(world, [part], { of: 0, what }).catch(() => undefined);
  await sandbox.send('bitcoin', { address: one?.deposit ?? '', amount: one?.amount ?? '' });
  await sandbox.mine('bitcoin', 3);
}

async function run({ of, before, between }: Life): Promise<void> {
  const part = await beginPart(world, of);
  for (const one of before) await act(part, one);
  const start = await copyDatabase(world);
  for (const one of between) await act(part, one);
  await stop();
  const restored = await start();
  stop = restored.stop;
  world = await serveCopy(world, restored);
  const parts = [part];
  const by: Operator = {
    parts,
    shopOwner: shop.clientId,
    givesBack: false,
    refusals: new Map(),
    given: new Map(),
    decided: [],
  };
  await startWorker(world, parts);
  await doAll(world, by);
  await cancelUnpaid(world, part);
  for (let turn = 0; turn < 6; turn += 1) {
    if (turn > 2 && (await isSettled(world, by))) break;
    for (const { niceId } of part.placed)
      for (const { id, status } of await sandbox.bankPayouts(niceId))
        if (status === 'pending') await sandbox.endBankPayout(id, 'settled', 0);
    await doAll(world, by);
    await mine(world);
    await workOnce(world);
  }
  expect(await listOpen(world, by)).toEqual({ ...nothing, refusals: expect.anything() });
  await requireRight(world, part);
  expect(await compareWithOutside(world.context)).toEqual([]);
}

/** A life takes long: the short form has some of them. */
type Sold = 'card' | 'sepa' | 'balance';
const sold = (...short: Sold[]): readonly Sold[] => (isFull ? ['card', 'sepa', 'balance'] : short);
const bought = { payin: 'card', payout: 'bitcoin' } as const;
/** In a block that is deep enough for a payment, and not for good. */
const done = ['pay', 'work', 'work', 'mine', 'work', 'settle payout', 'work'] as const;

test.each(sold())(
  'coins that were sold to %s are gone from the chain',
  (payout) => run({ of: { payin: 'bitcoin', payout }, before: done, between: ['lose'] }),
  300_000,
);
test.each(sold('balance'))(
  'coins that were sold to %s are gone, and came again to their address',
  (payout) => run({ of: { payin: 'bitcoin', payout }, before: done, between: ['lose', 'pay again'] }),
  300_000,
);
test.each(sold())(
  'coins that are sold to %s in the copy came in one block, and then in another',
  (payout) =>
    run({
      of: { payin: 'bitcoin', payout },
      before: ['pay', 'mine'],
      between: ['work', 'lose', 'pay again', 'mine', 'work'],
    }),
  300_000,
);
test.each(sold('sepa'))(
  'coins that came after the copy for %s are gone, and came again',
  (payout) =>
    run({
      of: { payin: 'bitcoin', payout },
      before: ['pay', 'work'],
      between: ['mine', 'work', 'settle payout', 'work', 'lose', 'pay again', 'mine', 'work'],
    }),
  300_000,
);
test.each(isFull ? [bought] : [])(
  'paid out in the copy, gone from the chain',
  (of) => run({ of, before: done, between: ['lose'] }),
  300_000,
);
test.each(isFull ? [bought] : [])(
  'paid out in the copy, gone, and sent again since',
  (of) => run({ of, before: done, between: ['lose', 'mine', 'go on', 'go on'] }),
  300_000,
);
test(
  'paid out in the copy, and replaced by another since',
  () => run({ of: bought, before: done, between: ['lose', 'hurry', 'go on', 'go on'] }),
  300_000,
);
