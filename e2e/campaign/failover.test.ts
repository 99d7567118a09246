import { setTimeout as sleep } from 'node:timers/promises';
import { startPlainPair, type DatabasePair } from '@causeway/testing/database-pair';
import { EffectWatch } from '@causeway/testing/effect-watch';
import { ProductClient } from '@causeway/testing/product-client';
import { hasPatroni, startPatroniPair } from '@causeway/testing/patroni-pair';
import { queryRows } from '@causeway/testing/query-rows';
import { isFull } from '@causeway/testing/test-length';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import { findFaults } from './find-faults.ts';
import { openCampaign, type Campaign } from './open-campaign.ts';
import { OrderStream } from './order-stream.ts';
import { printLine } from './print-line.ts';
import type { ServerKeeper } from './server-keeper.ts';
import { WatchedOrder } from './watched-order.ts';
import { flows } from './flows.ts';

// The long form loses the leader ten times, under Patroni where the machine has it; the short one once, promoted by a
// script.
const failovers = isFull ? 10 : 1;
const atOnce = 4;
const names = ['card to balance', 'card to bitcoin', 'bank transfer to bitcoin', 'card to a token'];

let pair: DatabasePair;
let campaign: Campaign;
const servers: ServerKeeper[] = [];

beforeAll(async () => {
  pair = isFull && hasPatroni() ? await startPatroniPair() : await startPlainPair();
  campaign = await openCampaign(new EffectWatch(), pair.url);
  printLine(`everything runs over ${pair.name}`);
  // It has filled the wallets. From here on no proxy of this program is between product and database.
  await campaign.server.stop();
  const { port } = new URL(campaign.productUrl);
  const PUBLIC_URL = campaign.productUrl;
  const web = await campaign.serverOn(pair.url, { ROLE: 'web', PORT: port, PUBLIC_URL });
  const worker = await campaign.serverOn(pair.url, { ROLE: 'worker', PUBLIC_URL });
  servers.push(web.server, worker.server);
  await Promise.all(servers.map((server) => server.start()));
}, 360_000);

afterAll(async () => {
  await campaign?.close();
  await pair?.remove();
}, 60_000);

describe('the database fails over while orders are under way', () => {
  test(
    'what was answered is kept, every order ends, and no client is paid twice',
    async () => {
      const orders: WatchedOrder[] = [];
      const over = new AbortController();
      const mined = new AbortController();
      // Each goes on with the next order when its last one has ended, whatever happens to the database.
      const buy = async (lane: number) => {
        const flow = flows.find(({ name }) => name === names[lane % names.length]);
        if (flow === undefined) throw new Error('There is no such way.');
        while (!over.signal.aborted) {
          // A client of its own each: what it signs in with outlives no ten failovers.
          const client = new ProductClient(campaign.productUrl, campaign.sandbox);
          await client.register();
          const order = await WatchedOrder.begin(campaign, client, flow);
          orders.push(order);
          await eventually('the order ends', async () => order.isFinished || undefined, 600_000);
        }
      };
      const mining = mine(mined.signal);
      const stream = await OrderStream.open(campaign, isFull ? 60 : 1);
      stream.start(isFull ? 40 : 2);
      const startedAt = performance.now();
      const lanes = Array.from({ length: atOnce }, (_unused, lane) => buy(lane));
      const took: number[] = [];
      for (let count = 0; count < failovers; count += 1) {
        const before = orders.length;
        await eventually('orders go on', async () => orders.length > before + atOnce || undefined, 300_000);
        const lostAt = performance.now();
        await pair.loseLeader();
        await eventually('the server is ready again', async () => (await isReady()) || undefined);
        took.push((performance.now() - lostAt) / 1000);
        printLine(`failover ${count + 1} took ${took.at(-1)?.toFixed(1)} s, ${orders.length} orders so far`);
      }
      over.abort();
      await Promise.all([...lanes, stream.stop()]);
      mined.abort();
      await mining;
      const seconds = (performance.now() - startedAt) / 1000;
      let faults: string[] = [];
      await eventually('books, outside and letters are right, and no alarm is open', async () => {
        await mineOnce();
        faults = [...(await findFaults({ ...campaign, servers }, orders)), ...(await stream.findFaults())];
        return faults.length === 0 || undefined;
      }).catch((error: unknown) => {
        throw new Error(`${faults.join('\n')}\n${servers.map((server) => server.logs()).join('\n')}`, { cause: error });
      });
      expect(faults).toEqual([]);
      const slowest = Math.max(...took).toFixed(1);
      printLine(
        `${orders.length} orders in ${seconds.toFixed(0)} s (${(orders.length / seconds).toFixed(2)} a second), ${failovers} failovers of at most ${slowest} s: none lost, none twice`,
      );
      printLine(`pay-outs waited until the outside and the books agreed: ${await listWaits()}`);
      printLine(
        `${stream.answered} more at ${stream.rate.toFixed(1)} a second beside them; longest ${stream.longestSilence.toFixed(1)} s without an answer`,
      );
    },
    isFull ? 3_600_000 : 600_000,
  );
});

async function mine(over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await mineOnce();
    await sleep(1000);
  }
}

async function mineOnce(): Promise<void> {
  await campaign.sandbox.mine('bitcoin', 1);
  await campaign.sandbox.mine('ethereum', 1);
}

const wait = z.object({ outside: z.string(), seconds: z.coerce.number() });

/** The longest hold of each chain, bank and acquirer. */
async function listWaits(): Promise<string> {
  const sql = `
    select chain as outside, max(extract(epoch from released_at - opened_at)) as seconds from payout_holds
    where released_at is not null group by chain order by chain`;
  const waits = await queryRows(pair.url, wait, sql);
  return waits.map(({ outside, seconds }) => `${outside} at most ${seconds.toFixed(1)} s`).join(', ');
}

async function isReady(): Promise<boolean> {
  const answer = await fetch(`${campaign.productUrl}/readyz`).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}
