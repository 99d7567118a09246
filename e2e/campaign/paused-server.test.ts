import { setTimeout as sleep } from 'node:timers/promises';
import { EffectWatch, type Aim, type Followed, type Side } from '@causeway/testing/effect-watch';
import { HoldWatch } from '@causeway/testing/hold-watch';
import { isFull, round } from '@causeway/testing/test-length';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { Clients } from './clients.ts';
import { eventually } from './eventually.ts';
import { findFaults } from './find-faults.ts';
import { hasten } from './hasten.ts';
import { openCampaign, type Campaign } from './open-campaign.ts';
import { printLine } from './print-line.ts';
import { WatchedOrder } from './watched-order.ts';
import { flows } from './flows.ts';

const sides: readonly Side[] = ['before', 'after'];
/** Longer than the running server needs for its remaining work. */
const settleMs = 4000;
const calls = [
  { name: 'card to bitcoin', effect: 'RPC sendrawtransaction' },
  { name: 'card to a token', effect: 'RPC eth_sendRawTransaction' },
  { name: 'bitcoin to bank account', effect: 'POST /bank/v1/payouts' },
  { name: 'bitcoin to card', effect: 'POST /acquirer/v1/payouts' },
  { name: 'half a bank transfer and back', effect: 'POST /bank/v1/transfers/' },
].flatMap((pause) => sides.map((side) => ({ ...pause, side })));
/** In the middle of the transaction that writes the result, with all its locks. */
const commits = [
  { name: 'card to bitcoin', effect: 'job follow-payout, job send-letter, ledger_keys', side: 'before' },
  { name: 'bitcoin to bank account', effect: 'bank_payouts, job follow-bank-payout', side: 'before' },
] as const;
/** While a deposit is moved to the hot wallet: the gas that is sent for it, and its tokens. */
const collections = [1, 2].flatMap((occurrence) =>
  sides.map((side) => ({
    name: 'token to balance, and collected',
    effect: 'RPC eth_sendRawTransaction',
    side,
    occurrence,
  })),
);
const signings = [1, 2].map((occurrence) => ({
  name: 'token to balance, and collected',
  effect: 'account_attempts, account_nonces, account_transactions',
  side: 'before' as const,
  occurrence,
}));
const pauses = [...calls, ...commits, ...collections, ...signings].map((pause) => ({ occurrence: 1, ...pause }));
// The long form pauses at each of them; the short one at another every day.
const chosen = isFull ? pauses : pauses.filter((_pause, index) => index === round % pauses.length);

/** Here the server is watched, and not its orders. */
class PausingWatch extends HoldWatch {
  readonly #orders = new EffectWatch();

  follow(name: string, aim?: Aim): Followed {
    return this.#orders.follow(name, aim);
  }
}

let campaign: Campaign<PausingWatch>;
let clients: Clients;

beforeAll(async () => {
  campaign = await openCampaign(new PausingWatch());
  clients = new Clients(campaign);
  printLine('everything runs');
}, 120_000);

afterAll(async () => {
  campaign?.server.resume();
  await campaign?.close();
}, 60_000);

describe('two servers, one of them paused in the middle of a pay-out or of collecting', () => {
  test.each(chosen)('do it once: $name, $side $effect #$occurrence', async ({ name, effect, side, occurrence }) => {
    const { watch, server, another } = campaign;
    const flow = flows.find((one) => one.name === name);
    if (flow === undefined) throw new Error(`There is no way ${name}.`);
    let isPaused = false;
    const onHeld = () => {
      server.pause();
      isPaused = true;
    };
    watch.hold(effect, side, onHeld, occurrence);
    const client = await clients.next(flow);
    const order = await WatchedOrder.begin(campaign, client, flow);
    await eventually('the server is paused', async () => {
      await goOn();
      return isPaused || undefined;
    });
    printLine(`paused ${side} ${effect}`);
    await another.start();
    await expectSound('the other server has finished the order', order);
    printLine('the other has done the work');
    server.resume();
    watch.letGo();
    await eventually('the order is finished for its client', async () => {
      await goOn();
      return order.isFinished || undefined;
    });
    await sleep(settleMs);
    // A row that the resumed server could not settle has an alarm until it is looked at again.
    await expectSound('both servers have done it once', order);
    await another.stop();
    printLine('done once');
  });
});

/** @throws Error with what is wrong with the order, its books or the alarms, if that lasts */
async function expectSound(what: string, order: WatchedOrder): Promise<void> {
  let faults: string[] = [];
  await eventually(what, async () => {
    await goOn();
    faults = await findFaults({ ...campaign, servers: [campaign.server, campaign.another] }, [order]);
    return faults.length === 0 || undefined;
  }).catch((error: unknown) => {
    throw new Error(`${faults.join('\n')}\n${campaign.another.logs()}`, { cause: error });
  });
}

/** Blocks are mined, and deposits are collected at once. */
async function goOn(): Promise<void> {
  await hasten(campaign.databaseUrl, 'collect-deposits');
  await campaign.sandbox.mine('bitcoin', 1);
  await campaign.sandbox.mine('ethereum', 1);
}
