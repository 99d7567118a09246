import { setTimeout as sleep } from 'node:timers/promises';
import { compareLedgerWithJournal } from '@causeway/testing/compare-ledger-with-journal';
import type { SeenEffect, Target } from '@causeway/testing/effect-watch';
import { ProductClient } from '@causeway/testing/product-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from './eventually.ts';
import { openCampaign, type Campaign } from './open-campaign.ts';
import { Purchase } from './purchase.ts';

// The long form strikes every effect on both sides; the short one takes a few, spread over the whole way.
const isFull = process.env['CAMPAIGN'] === 'full';
const shortStrikes = 5;
/** So many orders recover side by side before all is held against the books. */
const batchSize = 8;
const ordersOfAClient = 10;
const tries = 3;
const startedAt = Date.now();

let campaign: Campaign;

beforeAll(async () => {
  campaign = await openCampaign();
  tell('everything runs');
}, 120_000);

afterAll(() => campaign?.close(), 60_000);

describe('a server killed at any effect of an order', () => {
  test(
    'finishes the order after it is started again, with one payment and one pay-out',
    async () => {
      const nextClient = clients();
      const effects = await learnEffects(await nextClient());
      tell(`an order has ${effects.length} effects: ${effects.map(({ label }) => label).join(' | ')}`);
      expect(effects.length).toBeGreaterThan(12);
      const targets = choose(
        effects.flatMap(({ label, occurrence }): Target[] => [
          { label, occurrence, side: 'before' },
          { label, occurrence, side: 'after' },
        ]),
      );
      let open: Purchase[] = [];
      const missed: string[] = [];
      for (const target of targets) {
        const struck = await strike(target, nextClient, open);
        if (!struck) missed.push(name(target));
        if (open.length < batchSize && target !== targets.at(-1)) continue;
        await finishAll(open);
        open = [];
      }
      tell(`struck ${targets.length - missed.length} of ${targets.length} moments, ${campaign.server.starts} starts`);
      expect(missed).toEqual([]);
    },
    isFull ? 3_600_000 : 600_000,
  );
});

/** One undisturbed order, until nothing more happens. */
async function learnEffects(client: ProductClient): Promise<SeenEffect[]> {
  const purchase = await Purchase.begin(campaign, client);
  await eventually('an undisturbed order ends', async () => ((await purchase.mineNext()) ? true : undefined));
  await sleep(1000);
  await finishAll([purchase]);
  // A statement that finds nothing to change leaves nothing behind.
  return purchase.followed.seen.filter(({ isIdle }) => !isIdle);
}

/** Orders until one is met by the strike; all of them are left to recover. */
async function strike(target: Target, nextClient: () => Promise<ProductClient>, open: Purchase[]): Promise<boolean> {
  for (let count = 0; count < tries; count += 1) {
    await campaign.server.ready;
    // Between two strikes the server must live long enough to answer those who still ask for their order.
    await eventually(
      'the orders before it are made',
      async () => open.every(({ niceId }) => niceId !== '') || undefined,
    );
    const client = await nextClient();
    const purchase = await Purchase.begin(campaign, client, { target, strike: () => campaign.server.crash() });
    open.push(purchase);
    await eventually(`${name(target)} or the end of order ${purchase.niceId}`, async () =>
      purchase.followed.hasStruck || (await purchase.mineNext()) ? true : undefined,
    );
    tell(`${purchase.followed.hasStruck ? 'struck' : 'did not meet'} ${name(target)}`);
    if (purchase.followed.hasStruck) return true;
  }
  return false;
}

/** Lets all of them come to their end, then holds everything against the outside. */
async function finishAll(purchases: readonly Purchase[]): Promise<void> {
  await campaign.server.ready;
  const state = () =>
    purchases
      .map(({ niceId, followed }) => `${niceId}: ${followed.seen.map(({ label }) => label).join(' | ')}`)
      .join('\n');
  await eventually(
    'all orders end',
    async () => {
      if (purchases.every(({ isFinished }) => isFinished)) return true;
      await campaign.sandbox.mine('bitcoin', 1);
      return undefined;
    },
    240_000,
  ).catch((error: unknown) => {
    throw new Error(`${state()}\n${campaign.server.logs().slice(-4000)}`, { cause: error });
  });
  let faults: string[] = [];
  await eventually('books, payments, pay-outs and letters agree', async () => {
    faults = await compareLedgerWithJournal(campaign.databaseUrl, campaign.sandbox);
    for (const purchase of purchases) faults.push(...(await purchase.findFaults()));
    return faults.length === 0 ? true : undefined;
  }).catch((error: unknown) => {
    throw new Error(`${faults.join('\n')}\n${state()}\n${campaign.server.logs().slice(-4000)}`, { cause: error });
  });
  for (const { followed } of purchases) campaign.watch.unfollow(followed);
  tell(`${purchases.length} orders ended well`);
}

/** A new client after so many orders, so that no limit is met. */
function clients(): () => Promise<ProductClient> {
  let client: ProductClient | undefined;
  let orders = 0;
  return async () => {
    if (client === undefined || orders % ordersOfAClient === 0) {
      client = new ProductClient(campaign.productUrl, campaign.sandbox);
      await client.register();
    }
    orders += 1;
    return client;
  };
}

function choose(targets: readonly Target[]): Target[] {
  // An odd step meets both sides.
  const step = isFull ? 1 : Math.max(1, Math.ceil(targets.length / shortStrikes) | 1);
  return targets.filter((_target, index) => index % step === 0);
}

function name({ side, label, occurrence }: Target): string {
  return `${side} ${label} #${occurrence}`;
}

function tell(line: string): void {
  process.stdout.write(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${line}\n`);
}
