import { isFull, livesOf, someOf } from '@causeway/testing/test-length';
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
import { beginPart, cancelUnpaid, type Part, type Plan, step, type Step, take, workOnce } from './fixtures/any-part.ts';
import { doAll, doTask, type Operator, readLog, startWorker, type Task, tasks } from './fixtures/follow-runbook.ts';
import { listOpen, nothing, requireRight, settleAll } from './fixtures/judge-parts.ts';
import { serveCopy } from './fixtures/serve-copy.ts';

// The same copy put back twice, and a copy of a product that was itself put back: what a person decided in between is
// forgotten again, and the outside has the pay-outs of each life.
let world: OrderWorld = await openOrderWorld({ connections: 4 });
const { sandbox } = world;
await world.fundWallet('5');
await world.fundWallet('30', 'ETH');
await world.fundWallet('20000', 'USDT');
await beginWork(world.context);
// A server has looked at its chains before it takes orders.
await scanDeposits(world.context, bitcoinDeposits);
await scanDeposits(world.context, ethereumDeposits);
for (const [asset, eur] of Object.entries({ BTC: '58000', ETH: '3000', USDT: '0.9' }))
  await sandbox.setPrice({ asset, eur, hold: true });
beforeAll(() => sandbox.setBankMode('hold'));
afterAll(() => sandbox.setBankMode('auto'));
const shop = await openShop(world);
let stop: () => Promise<void> = async () => undefined;

/** What is done of the runbook, all of it, or what happens meanwhile. */
type Act = Task | 'all' | Step;
interface Age {
  acts: readonly Act[];
  /** Which copy is put back at its end: of its own beginning, or of an earlier one's. */
  goesBack: number;
}
interface Life {
  plans: readonly Plan[];
  before: readonly Step[];
  ages: readonly Age[];
}

const decidedLine = z.object({ event: z.enum(['payout_decided', 'withdrawal_canceled']), niceId: z.string() });

async function act(by: Operator, one: Act): Promise<void> {
  if (one === 'all') return doAll(world, by);
  return typeof one === 'string' ? doTask(world, by, one) : take(world, by.parts, one);
}

/** Copies of each age's beginning: as many as are put back. */
async function keepCopies(ages: readonly Age[], at: number) {
  const copies: Awaited<ReturnType<typeof copyDatabase>>[] = [];
  for (const { goesBack } of ages) if (goesBack === at) copies.push(await copyDatabase(world));
  return copies;
}

async function run({ plans, before, ages }: Life): Promise<void> {
  const parts: Part[] = [];
  for (const of of plans) parts.push(await beginPart(world, of));
  const operator = () => ({ parts, shopOwner: shop.clientId, givesBack: false, decided: [] });
  let by: Operator = { ...operator(), refusals: new Map(), given: new Map() };
  for (const one of before) await take(world, parts, one).catch(() => undefined);
  const kept: Awaited<ReturnType<typeof keepCopies>>[] = [];
  const lines: Readonly<Record<string, unknown>>[] = [];
  for (const [at, { acts, goesBack }] of ages.entries()) {
    const logs = [world.context.log, world.jobContext.log].map((log) => vi.spyOn(log, 'info'));
    kept.push(await keepCopies(ages, at));
    for (const one of acts) await act(by, one).catch(() => undefined);
    await workOnce(world);
    lines.push(...logs.flatMap(({ mock }) => mock.calls.map(([msg, fields]) => ({ msg, ...fields }))));
    const start = kept[goesBack]?.pop();
    if (start === undefined) throw new Error('No such copy.');
    await stop();
    const restored = await start();
    stop = restored.stop;
    world = await serveCopy(world, restored);
    const decided = lines.flatMap((line) => decidedLine.safeParse(line).data?.niceId ?? []);
    by = { ...operator(), refusals: new Map(), given: new Map(), decided };
    await readLog(
      world,
      lines.map((line) => JSON.stringify(line)),
    );
    await startWorker(world, parts);
  }
  await end(by);
}

async function end(by: Operator): Promise<void> {
  const { parts } = by;
  await doAll(world, by);
  await sandbox.clearFaults();
  // What was not paid by now never is.
  for (const part of parts) await cancelUnpaid(world, part);
  await settleAll(world, by);
  expect(await listOpen(world, by)).toEqual({ ...nothing, refusals: expect.anything() });
  for (const part of parts) await requireRight(world, part);
  expect(await compareWithOutside(world.context)).toEqual([]);
}

const go = (...what: Step['what'][]): Step[] => what.map((one) => ({ of: 0, what: one }));
const whole = go('go on', 'settle payout', 'go on');
const routes: Plan[] = [
  { payin: 'balance', payout: 'ethereum' },
  { payin: 'balance', payout: 'sepa' },
  { payin: 'balance', payout: 'card' },
  { payin: 'card', payout: 'bitcoin' },
  { payin: 'sepa', payout: 'token' },
];
const lives: [string, (plan: Plan) => Life][] = [
  [
    'the same copy twice, where nothing of the runbook was done',
    (of) => ({
      plans: [of],
      before: [],
      ages: [
        { acts: whole, goesBack: 0 },
        { acts: ['work'], goesBack: 0 },
      ],
    }),
  ],
  [
    'the same copy twice, where all of the runbook was done and more was paid out',
    (of) => ({
      plans: [of],
      before: [],
      ages: [
        { acts: whole, goesBack: 0 },
        { acts: ['all', 'all', ...go('again'), ...whole], goesBack: 0 },
      ],
    }),
  ],
  [
    'a paid order of the copy, released in between',
    (of) => ({
      plans: [of],
      before: go('pay', 'work'),
      ages: [
        { acts: [], goesBack: 0 },
        { acts: ['all', 'all', ...whole], goesBack: 0 },
      ],
    }),
  ],
  [
    'a copy of one that was put back, before the runbook',
    (of) => ({
      plans: [of],
      before: [],
      ages: [
        { acts: whole, goesBack: 0 },
        { acts: ['work', 'all', 'all', ...go('again'), ...whole], goesBack: 1 },
      ],
    }),
  ],
];
const known = lives.flatMap(([name, lifeOf]) =>
  routes.map((of) => [`${name}: ${of.payin} to ${of.payout}`, lifeOf(of)] as const),
);
/** A life takes long: the short form has one of them. */
const chosen = someOf(known, 1);

test.each(chosen)('%s', (_name, life) => run(life), 300_000);

const plan = fc.constantFrom(...routes);
const acts = fc.array(
  fc.oneof({ weight: 2, arbitrary: fc.constantFrom<Task | 'all'>('all', ...tasks) }, { weight: 3, arbitrary: step }),
  { minLength: 2, maxLength: 7 },
);
const life = fc.record({
  plans: fc.array(plan, { minLength: 1, maxLength: 3 }),
  before: fc.array(step, { maxLength: 5 }),
  ages: fc
    .array(fc.record({ acts, back: fc.nat(2) }), { minLength: 2, maxLength: 3 })
    .map((ages) => ages.map((age, at) => ({ acts: age.acts, goesBack: Math.max(0, at - age.back) }))),
});

test.each(isFull ? [livesOf(20)] : [])(
  'whatever was put back however often, each has its own once',
  async (numRuns) => {
    await fc.assert(fc.asyncProperty(life, run), { numRuns, endOnFailure: true });
  },
  3_000_000,
);
