import { setTimeout as sleep } from 'node:timers/promises';
import { EffectWatch, type SeenEffect, type Side, type Target } from '@causeway/testing/effect-watch';
import { isFull, round } from '@causeway/testing/test-length';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Clients } from './clients.ts';
import { outsideEffects } from './effects.ts';
import { eventually } from './eventually.ts';
import { findFaults } from './find-faults.ts';
import { listLastTries } from './list-last-tries.ts';
import { openCampaign, type Campaign } from './open-campaign.ts';
import { printLine } from './print-line.ts';
import { WatchedOrder } from './watched-order.ts';
import type { Flow } from './flow.ts';
import { flows } from './flows.ts';

// The long form strikes every effect on both sides; the short one a moment of each third route.
/** Polls of a chain continue until a block is mined: more of them would be like the first ones. */
const mostOfAKind = 4;
/** So many orders recover side by side before all are compared with the books. */
const batchSize = 8;
// A poll of a chain comes before or after a block by chance: one of several orders has it where the first had it.
const tries = 6;
const sides: readonly Side[] = ['before', 'after'];

let campaign: Campaign;
let clients: Clients;

beforeAll(async () => {
  campaign = await openCampaign(new EffectWatch());
  clients = new Clients(campaign);
  printLine('everything runs');
}, 120_000);

afterAll(() => campaign?.close(), 60_000);

describe('a server killed at any effect of an order', () => {
  const plans = isFull
    ? flows.map((flow) => ({ name: flow.name, plan: () => learnStrokes(flow) }))
    : [{ name: `round ${round}`, plan: () => Promise.resolve(strokesOfRound()) }];

  test.each(plans)(
    'finishes the order after it is started again, paid and paid out once: $name',
    async ({ plan }) => {
      await strikeAll(await plan());
    },
    isFull ? 3_600_000 : 600_000,
  );
});

interface Stroke {
  flow: Flow;
  target: Target;
}

/** One moment of each third route. */
function strokesOfRound(): Stroke[] {
  return flows.flatMap((flow, index) => {
    if ((index + round) % 3 !== 0) return [];
    const moment = (round * flows.length + index * 7) % (flow.leastEffects * 2);
    return [{ flow, target: { place: 1 + Math.floor(moment / 2), side: sides[moment % 2] ?? 'before' } }];
  });
}

/** Every moment of one route. */
async function learnStrokes(flow: Flow): Promise<Stroke[]> {
  // What a look at the outside finds depends on its moment: only what each order does can be met.
  const other = new Set((await learnEffects(flow)).map(nameEffect));
  const effects = (await learnEffects(flow)).filter((effect) => other.has(nameEffect(effect)));
  printLine(`${flow.name} has ${effects.length} effects: ${effects.map(({ label }) => label).join(' | ')}`);
  expect(effects.length).toBeGreaterThanOrEqual(flow.leastEffects);
  // The effects listed for this route are struck below.
  const promised = Object.entries(outsideEffects).flatMap(([name, met]) =>
    'flow' in met && met.flow === flow.name ? [name] : [],
  );
  expect(effects.map(({ label }) => label)).toEqual(expect.arrayContaining(promised));
  return effects.flatMap(({ label, occurrence }) =>
    sides.map((side): Stroke => ({ flow, target: { label, occurrence, side } })),
  );
}

async function strikeAll(strokes: readonly Stroke[]): Promise<void> {
  let open: WatchedOrder[] = [];
  const missed: string[] = [];
  for (const stroke of strokes) {
    if (!(await strike(stroke, open))) missed.push(name(stroke));
    if (open.length < batchSize && stroke !== strokes.at(-1)) continue;
    await finishAll(open);
    open = [];
  }
  printLine(`struck ${strokes.length - missed.length} of ${strokes.length} moments, ${campaign.server.starts} starts`);
  expect(missed).toEqual([]);
}

const nameEffect = ({ label, occurrence }: SeenEffect) => `${label} #${occurrence}`;

/** One undisturbed order, until nothing more happens. */
async function learnEffects(flow: Flow): Promise<SeenEffect[]> {
  const order = await WatchedOrder.begin(campaign, await clients.next(flow), flow);
  await eventually('an undisturbed order ends', async () => ((await order.mineNext()) ? true : undefined));
  await sleep(1000);
  await finishAll([order]);
  // A statement that finds nothing to change leaves nothing behind.
  return order.followed.seen.filter(({ isIdle, occurrence }) => !isIdle && occurrence <= mostOfAKind);
}

/** Begins orders until one meets the strike; all of them are left to recover. */
async function strike(stroke: Stroke, open: WatchedOrder[]): Promise<boolean> {
  const { flow, target } = stroke;
  for (let count = 0; count < tries; count += 1) {
    await campaign.server.ready;
    // Between two strikes the server must run long enough to answer clients that still ask for their order.
    await eventually(
      'the orders before it are made',
      async () => open.every(({ niceId }) => niceId !== '') || undefined,
    );
    // A job that dies with one server after the other is given up, as intended; here each has a server to finish on.
    const { databaseUrl, server } = campaign;
    let last: string[] = [];
    const hasNone = async () => (last = await listLastTries(databaseUrl, server.startedAt)).length === 0 || undefined;
    // The next try of a job that runs once an hour may be minutes away.
    await eventually('no job has its last try', hasNone, 600_000).catch((error: unknown) => fail(error, last, open));
    const client = await clients.next(flow);
    const order = await WatchedOrder.begin(campaign, client, flow, { target, strike: () => campaign.server.crash() });
    open.push(order);
    await eventually(`${name(stroke)} or the end of order ${order.niceId}`, async () =>
      order.followed.hasStruck || (await order.mineNext()) ? true : undefined,
    ).catch((error: unknown) => fail(error, [], open));
    const { hasStruck, seen } = order.followed;
    printLine(`${hasStruck ? `struck (${seen.at(-1)?.label})` : 'did not meet'} ${name(stroke)}`);
    if (hasStruck) return true;
  }
  return false;
}

/** Lets all of them end, then compares everything with the outside. */
async function finishAll(orders: readonly WatchedOrder[]): Promise<void> {
  await campaign.server.ready;
  await eventually(
    'all orders end',
    async () => {
      if (orders.every(({ isFinished }) => isFinished)) return true;
      await campaign.sandbox.mine('bitcoin', 1);
      await campaign.sandbox.mine('ethereum', 1);
      return undefined;
    },
    240_000,
  ).catch((error: unknown) => fail(error, [], orders));
  let faults: string[] = [];
  await eventually('books, payments, pay-outs and letters agree', async () => {
    faults = await findFaults({ ...campaign, servers: [campaign.server, campaign.another] }, orders);
    return faults.length === 0 ? true : undefined;
  }).catch((error: unknown) => fail(error, faults, orders));
  for (const { followed } of orders) campaign.watch.unfollow(followed);
  printLine(`${orders.length} orders ended well`);
}

function fail(cause: unknown, faults: readonly string[], orders: readonly WatchedOrder[]): never {
  const seen = orders.map(
    ({ niceId, flow, followed }) => `${niceId} (${flow.name}): ${followed.seen.map(({ label }) => label).join(' | ')}`,
  );
  throw new Error([...faults, ...seen, campaign.server.logs().slice(-4000)].join('\n'), { cause });
}

function name({ flow, target }: Stroke): string {
  const what = 'place' in target ? `effect ${target.place}` : `${target.label} #${target.occurrence}`;
  return `${target.side} ${what} of ${flow.name}`;
}
