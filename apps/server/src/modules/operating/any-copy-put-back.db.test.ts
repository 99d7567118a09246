import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { openShop } from '../merchants/fixtures/buy-at-shop.ts';
import { openOrderWorld, type OrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { listHolds } from '../payout-holds/store.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import {
  beginPart,
  cancelUnpaid,
  findRow,
  type Part,
  plan,
  startUnits,
  step,
  take,
  workOnce,
} from './fixtures/any-part.ts';
import { doAll, doTask, listSent, type Operator, readLog, startWorker, tasks } from './fixtures/follow-runbook.ts';
import { serveCopy } from './fixtures/serve-copy.ts';
import { listBlockedPayouts } from './blocked-payouts.ts';
import { listHeldOrders } from './decide-held-order.ts';

// A copy of the database put back between any steps of some orders, with what the runbook says done in part, in
// any turn and twice: nothing is paid twice, and what came is once its payer's.
const first = await openOrderWorld({ connections: 4 });
const { sandbox } = first;
await first.fundWallet('5');
await beginWork(first.context);
// A server has looked at its chains before it takes orders.
await scanDeposits(first.context, bitcoinDeposits);
await sandbox.setPrice({ asset: 'BTC', eur: '58000', hold: true });
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

const units = (text: string, currency: string) => parseAmount(text, findCurrency(currency)?.precision ?? 2) ?? 0n;
/** In cents of EUR, at the price that stands still here. */
const worth = (amount: bigint, currency: string) =>
  currency === 'BTC' ? (amount * 5_800_000n) / 100_000_000n : currency === 'USD' ? (amount * 9n) / 10n : amount;
const worthOf = (text: string, currency: string) => worth(units(text, currency), currency);

/** What came for an order and is there. */
async function sumIn({ of }: Part, { niceId, deposit }: Part['placed'][number]): Promise<bigint> {
  let sum = 0n;
  if (of.payin === 'bitcoin')
    for (const { amount } of (await sandbox.balance('bitcoin', deposit)).transactions) sum += worthOf(amount, 'BTC');
  for (const one of await sandbox.bankTransfers(niceId))
    sum += worthOf(one.amount, 'EUR') - worthOf(one.returned_amount, 'EUR');
  for (const { id } of await sandbox.acquirerPayments(niceId)) {
    const paid = await world.context.providers.acquirers.find('card_one').getPayment(id);
    if (paid.status === 'approved' || paid.status === 'refunded')
      sum += worthOf(paid.amount, 'EUR') - worthOf(paid.refundedAmount, 'EUR');
  }
  return sum;
}

/** What was paid out for an order and did not come back. */
async function sumOut({ niceId, address }: Part['placed'][number]): Promise<bigint> {
  let sum = 0n;
  if (address !== '')
    for (const { amount } of (await sandbox.balance('bitcoin', address)).transactions) sum += worthOf(amount, 'BTC');
  for (const { amount, status } of [...(await sandbox.bankPayouts(niceId)), ...(await sandbox.cardPayouts(niceId))])
    if (status !== 'returned' && status !== 'failed') sum += worthOf(amount, 'EUR');
  return sum;
}

async function sumOn(path: (niceId: string) => string, niceId: string): Promise<bigint> {
  let sum = 0n;
  for (const currency of ['EUR', 'BTC', 'USD'])
    sum += worth(await readBalance(world.context.db, path(niceId), currency), currency);
  return sum;
}

const listAlarms = async () => {
  const alarms = world.context.db.selectFrom('alarms').select(['kind', 'subject', 'details']);
  return alarms.where('clearedAt', 'is', null).execute();
};

/** Numbers of orders, addresses and accounts: of none is there another owner. */
async function requireOwnNumbers(): Promise<void> {
  const { db } = world.context;
  const orders = await db.selectFrom('orders').select(['orderId', 'niceId']).execute();
  const addresses = await db
    .selectFrom('depositAddresses')
    .leftJoin('orders', 'orders.orderId', 'depositAddresses.orderId')
    .select(['address', 'chain', 'depositAddresses.orderId', 'depositAddresses.clientId as own', 'orders.clientId'])
    .execute();
  const accounts = await db.selectFrom('bankRequisites').select(['orderId', 'iban']).execute();
  const given = [
    ...orders.map(({ orderId, niceId }) => [niceId, orderId] as const),
    ...accounts.map(({ orderId, iban }) => [iban ?? orderId, orderId] as const),
    // One that was made again is its client's, and of no other order.
    ...addresses.map(({ own, clientId, address, chain }) => [`${chain} ${address}`, own ?? clientId ?? ''] as const),
    ...addresses.flatMap(({ orderId, address, chain }) =>
      orderId === null ? [] : [[`${chain} ${address} of an order`, orderId] as const],
    ),
  ];
  for (const [number, owner] of given) {
    expect(numbers.get(number) ?? owner, `${number} is given once`).toBe(owner);
    numbers.set(number, owner);
  }
}

/** What still waits for somebody. */
async function listOpen(by: Operator) {
  const { context } = world;
  const open = context.db.selectFrom('orders').select(['niceId', 'status']).where('status', '=', 'processing');
  const unplaced = context.db.selectFrom('bankTransfers').select('outsideId').where('status', '=', 'unplaced');
  return {
    holds: (await listHolds(context.db)).map(({ chain, reason, subject }) => `${chain} ${reason} ${subject}`),
    blocked: await listBlockedPayouts(context),
    held: await listHeldOrders(context),
    open: await open.execute(),
    unplaced: await unplaced.execute(),
    refusals: [...by.refusals],
  };
}
const nothing = { holds: [], blocked: [], held: [], open: [], unplaced: [] };
const isSettled = async (by: Operator) =>
  Object.entries(await listOpen(by)).every(([what, found]) => what === 'refusals' || found.length === 0);

async function requireRight(part: Part): Promise<void> {
  const { of, client, placed } = part;
  let came = of.payin === 'balance' ? worth(startUnits, 'BTC') : 0n;
  let out = 0n;
  for (const one of placed) {
    expect((await listSent(world, one)).length, `${one.niceId} is paid once`).toBeLessThanOrEqual(1);
    came += await sumIn(part, one);
    out += await sumOut(one);
  }
  const [free, held] = [await sumOn(paths.client, client.niceId), await sumOn(paths.held, client.niceId)];
  if (of.payout === 'shop') return;
  const states: string[] = [];
  for (const { niceId } of placed) states.push((await findRow(world, niceId))?.status ?? 'forgotten');
  const rest = came > out ? came - out : 0n;
  const seen = JSON.stringify({ of, came: `${came}`, out: `${out}`, free: `${free}`, held: `${held}`, states });
  expect(free <= (rest * 102n) / 100n + 100n, `its client has it once: ${seen}`).toBe(true);
  const isNamed = (await listAlarms()).some(
    ({ kind, subject }) => kind === 'payout_returned' && placed.some(({ niceId }) => niceId === subject),
  );
  if (isNamed) return;
  expect(out + free + held >= (came * 90n) / 100n - 1500n, `its client has it: ${seen}`).toBe(true);
}

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
  await requireOwnNumbers();
  await workOnce(world);
  const lines = logs.flatMap(({ mock }) => mock.calls.map(([msg, fields]) => ({ msg, ...fields })));
  const decided = lines.flatMap((line) => decidedLine.safeParse(line).data?.niceId ?? []);
  await stop();
  const restored = await start();
  stop = restored.stop;
  world = await serveCopy(world, restored);
  world.context.config.ORDER_MOST_EUR = isHeld ? 1 : most;
  const by: Operator = { parts, shopOwner: shop.clientId, givesBack, refusals: new Map(), decided };
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
  for (let turn = 0; turn < 5; turn += 1) {
    if (turn > 1 && (await isSettled(by))) break;
    for (const part of parts)
      for (const { niceId } of part.placed)
        for (const { id, status } of await sandbox.bankPayouts(niceId))
          if (status === 'pending') await sandbox.endBankPayout(id, 'settled', 0);
    await doAll(world, by);
  }
  expect(await listOpen(by)).toEqual({ ...nothing, refusals: expect.anything() });
  await requireOwnNumbers();
  for (const part of parts) await requireRight(part);
  expect(await compareWithOutside(world.context)).toEqual([]);
}
const decidedLine = z.object({ event: z.enum(['payout_decided', 'withdrawal_canceled']), niceId: z.string() });

test.each(['sepa', 'card'] as const)(
  'coins that were sold and paid out to %s are their client’s once',
  async (payout) => {
    const between = (['go on', 'go on', 'settle payout', 'go on'] as const).map((what) => ({ of: 0, what }));
    const idle = { isHeld: false, before: [], runbook: [], after: [], givesBack: false };
    await run({ ...idle, plans: [{ payin: 'bitcoin', payout }], between });
  },
  300_000,
);

test('whatever happened between a copy and its return, the books come to have what the outside has, and each its own', async () => {
  const property = fc.asyncProperty(life, run);
  await fc.assert(property, { numRuns: process.env['CAMPAIGN'] === 'full' ? 40 : 2, endOnFailure: true });
}, 3_000_000);
