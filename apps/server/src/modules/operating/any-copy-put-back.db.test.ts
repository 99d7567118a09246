import { isFull, someOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { ethereumDeposits } from '../chain-payins/ethereum-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { openShop } from '../merchants/fixtures/buy-at-shop.ts';
import { openOrderWorld, type OrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import {
  beginPart,
  cancelUnpaid,
  type Part,
  type Plan,
  plan,
  type Step,
  step,
  take,
  workOnce,
} from './fixtures/any-part.ts';
import { doAll, doTask, type Operator, readLog, startWorker, tasks } from './fixtures/follow-runbook.ts';
import { listOpen, nothing, requireOwnNumbers, requireRight, settleAll } from './fixtures/judge-parts.ts';
import { serveCopy } from './fixtures/serve-copy.ts';

// A copy of the database put back between any steps of some orders, with what the runbook says done in part, in
// any turn and twice: nothing is paid twice, and what came is once its payer's.
const first = await openOrderWorld({ connections: 4 });
const { sandbox } = first;
await first.fundWallet('5');
await first.fundWallet('30', 'ETH');
await first.fundWallet('20000', 'USDT');
await beginWork(first.context);
// A server has looked at its chains before it takes orders.
await scanDeposits(first.context, bitcoinDeposits);
await scanDeposits(first.context, ethereumDeposits);
const prices = { BTC: '58000', ETH: '3000', USDT: '0.9' } as const;
for (const asset of ['BTC', 'ETH', 'USDT'] as const) await sandbox.setPrice({ asset, eur: prices[asset], hold: true });
beforeAll(() => sandbox.setBankMode('hold'));
afterAll(() => sandbox.setBankMode('auto'));
let world: OrderWorld = first;
let stop: () => Promise<void> = async () => undefined;
const shop = await openShop(first);
const numbers = new Map<string, string>();

const life = fc.record({
  plans: fc.array(plan, { minLength: 2, maxLength: 4 }),
  isHeld: fc.nat(3).map((one) => one === 0),
  before: fc.array(step, { maxLength: 7 }),
  between: fc.array(step, { minLength: 2, maxLength: 9 }),
  /** What is done of the runbook before all of it is, and what happens meanwhile. */
  runbook: fc.array(fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...tasks) }, step), { maxLength: 6 }),
  after: fc.array(step, { maxLength: 3 }),
  givesBack: fc.boolean(),
});
type Life = typeof life extends fc.Arbitrary<infer Value> ? Value : never;

async function run({ plans, isHeld, before, between, runbook, after, givesBack }: Life): Promise<void> {
  const parts: Part[] = [];
  for (const of of plans) parts.push(await beginPart(world, of));
  const { config } = world.context;
  const most = config.ORDER_MOST_EUR;
  config.ORDER_MOST_EUR = isHeld ? 1 : most;
  const logs = [world.context.log, world.jobContext.log].map((log) => vi.spyOn(log, 'info'));
  // What is refused at this moment, or whose answer is lost, changes nothing.
  for (const one of before) await take(world, parts, one).catch(() => undefined);
  const start = await copyDatabase(world);
  for (const logged of logs) logged.mockClear();
  for (const one of between) await take(world, parts, one).catch(() => undefined);
  await requireOwnNumbers(world, numbers);
  await workOnce(world);
  const lines = logs.flatMap(({ mock }) => mock.calls.map(([msg, fields]) => ({ msg, ...fields })));
  const decided = lines.flatMap((line) => decidedLine.safeParse(line).data?.niceId ?? []);
  await stop();
  const restored = await start();
  stop = restored.stop;
  world = await serveCopy(world, restored);
  world.context.config.ORDER_MOST_EUR = isHeld ? 1 : most;
  const by: Operator = { parts, shopOwner: shop.clientId, givesBack, refusals: new Map(), given: new Map(), decided };
  await readLog(
    world,
    lines.map((line) => JSON.stringify(line)),
  );
  await startWorker(world, parts);
  for (const one of runbook)
    await (typeof one === 'string' ? doTask(world, by, one) : take(world, parts, one)).catch(() => undefined);
  await doAll(world, by);
  for (const one of after) await take(world, parts, one).catch(() => undefined);
  world.context.config.ORDER_MOST_EUR = most;
  await sandbox.clearFaults();
  // What was not paid by now never is.
  for (const part of parts) await cancelUnpaid(world, part);
  await settleAll(world, by);
  expect(await listOpen(world, by)).toEqual({ ...nothing, refusals: expect.anything() });
  await requireOwnNumbers(world, numbers);
  for (const part of parts) await requireRight(world, part);
  expect(await compareWithOutside(world.context)).toEqual([]);
}
const decidedLine = z.object({ event: z.enum(['payout_decided', 'withdrawal_canceled']), niceId: z.string() });

const idle = { isHeld: false, before: [], runbook: [], after: [], givesBack: false };
const go = (...what: Step['what'][]) => what.map((one) => ({ of: 0, what: one }));
const sale = go('go on', 'go on', 'settle payout', 'go on');
const whole = go('go on', 'go on');
const known: [string, Partial<Life> & Pick<Life, 'plans' | 'between'>][] = [
  ['coins that were sold and paid out to sepa', { plans: [{ payin: 'bitcoin', payout: 'sepa' }], between: sale }],
  ['coins that were sold and paid out to card', { plans: [{ payin: 'bitcoin', payout: 'card' }], between: sale }],
  ['a balance that was paid out in ether', { plans: [{ payin: 'balance', payout: 'ethereum' }], between: whole }],
  ...(['bitcoin', 'ethereum', 'token'] as const).flatMap((payout): typeof known => {
    const plans: Plan[] = [{ payin: 'card', payout }];
    return [
      [`${payout} that the copy has signed`, { plans, before: go('pay', 'work'), between: whole }],
      [`${payout} that went where another went`, { plans, before: whole, between: go('again', 'go on', 'go on') }],
      [
        `${payout} that went where the copy has to pay`,
        { plans, before: go('pay'), between: go('go on', 'go on', 'again', 'go on', 'go on') },
      ],
    ];
  }),
];

test.each(someOf(known, 3))('%s: it is its client’s once', (_name, of) => run({ ...idle, ...of }), 900_000);

test('whatever happened between a copy and its return, the books come to have what the outside has, and each its own', async () => {
  const property = fc.asyncProperty(life, run);
  await fc.assert(property, { numRuns: isFull ? 40 : 1, endOnFailure: true });
}, 3_000_000);
