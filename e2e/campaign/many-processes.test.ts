import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer } from '@causeway/testing/balancer';
import { EffectWatch } from '@causeway/testing/effect-watch';
import { isFull } from '@causeway/testing/test-length';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from './eventually.ts';
import { openCampaign, type Campaign, type ExtraServer } from './open-campaign.ts';
import { OrderStream } from './order-stream.ts';
import { printLine } from './print-line.ts';

const each = isFull ? 3 : 2;
const aSecond = isFull ? 40 : 5;
const kills = isFull ? 12 : 2;
const everyMs = isFull ? 10_000 : 3000;

let campaign: Campaign;
let balancer: Awaited<ReturnType<typeof startBalancer>>;
const processes: ExtraServer[] = [];

beforeAll(async () => {
  campaign = await openCampaign(new EffectWatch());
  // It has filled the wallet; its port is the proxy's from now on.
  await campaign.server.stop();
  for (const ROLE of ['web', 'worker'])
    for (let count = 0; count < each; count += 1)
      processes.push(await campaign.serverOn(campaign.databaseUrl, { ROLE }));
  await Promise.all(processes.map(({ server }) => server.start()));
  const webs = processes.slice(0, each).map(({ productUrl }) => Number(new URL(productUrl).port));
  balancer = await startBalancer(Number(new URL(campaign.productUrl).port), webs);
}, 360_000);

afterAll(async () => {
  await balancer?.close();
  await campaign?.close();
}, 60_000);

describe('several processes of each kind over one database', () => {
  test(
    'one that is killed loses no answered order and makes none twice',
    async () => {
      const stream = await OrderStream.open(campaign, isFull ? 40 : 3);
      stream.start(aSecond);
      for (let kill = 0; kill < kills; kill += 1) {
        await sleep(everyMs);
        // A web process and a worker in turn, each of them in the end.
        const { server } = processes[(kill % 2) * each + (Math.floor(kill / 2) % each)] ?? {};
        await server?.crash();
      }
      await sleep(everyMs);
      await stream.stop();
      let faults: string[] = [];
      await eventually('every order is there once, paid once and finished', async () => {
        faults = await stream.findFaults();
        return faults.length === 0 || undefined;
      }).catch(() => {});
      expect(faults).toEqual([]);
      expect(stream.answered).toBeGreaterThan(aSecond);
      printLine(
        `${stream.answered} orders (${stream.rate.toFixed(1)} a second) over ${each} web processes and ${each} workers, ${kills} killed: none lost, none twice; longest ${stream.longestSilence.toFixed(1)} s without an answer`,
      );
    },
    isFull ? 1_200_000 : 300_000,
  );
});
