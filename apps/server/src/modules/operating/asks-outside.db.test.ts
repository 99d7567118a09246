import { runSql } from '@causeway/testing/run-sql';
import { someOf } from '@causeway/testing/test-length';
import { beforeAll, expect, test } from 'vitest';
import { commands, usage } from '../../cli/commands/operate-commands.ts';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { sellToCard } from '../card-payouts/fixtures/sell-to-card.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { sendToAccount } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { returnUnplaced } from '../bank-payins/return-unplaced.ts';
import { findRequisites } from '../bank-payins/store.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { beginRecovery } from '../payout-holds/check-epoch.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
await beginWork(context);

/** The commands, as the help has them, with what each is given. */
const described = [...usage.matchAll(/^ {2}([a-z][\w-]*)((?: <[\w|-]+>)*) {2,}\S/gm)].map(
  ([, name = '', given = '']) => ({
    name,
    given: [...given.matchAll(/[\w|-]+/g)].map(([one]) => one),
  }),
);

function isDown(): Promise<never> {
  return Promise.reject(new ProviderError('outside', 'unreachable'));
}

/** Answers no question, and still has its name. */
function takeDown<Provider extends object>(provider: Provider): Provider {
  return new Proxy(provider, {
    get: (its, key) => {
      const value: unknown = Reflect.get(its, key);
      if (typeof value === 'object' && value !== null) return takeDown(value);
      return typeof value === 'function' ? isDown : value;
    },
  });
}

function withoutOutside(): AppContext {
  const { acquirers, bank, bitcoin, evm } = context.providers;
  const down = {
    acquirers: {
      ...acquirers,
      all: acquirers.all.map(takeDown),
      find: (name: string) => takeDown(acquirers.find(name)),
    },
    bank: takeDown(bank),
    bitcoin: takeDown(bitcoin),
    evm: takeDown(evm),
  };
  return { ...context, config: { ...context.config }, providers: { ...context.providers, ...down } };
}

async function buyCoins(most: number) {
  const client = await world.signInClient();
  const dst_address = await sandbox.outsideAddress('bitcoin');
  const to = { payout_currency: 'BTC', payout_group: 'bitcoin', dst_address };
  const { order } = await world.buy(client.access, { payin_amount: '250', ...to });
  const { orderId = '' } = (await findOrder(context.db, { niceId: order.nice_id })) ?? {};
  const { ORDER_MOST_EUR } = context.config;
  context.config.ORDER_MOST_EUR = most;
  await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
  await syncCardPayment(context, orderId);
  context.config.ORDER_MOST_EUR = ORDER_MOST_EUR;
  const held = { status: 'held', holdReason: 'fee' };
  await context.db.updateTable('payouts').set(held).where('orderId', '=', orderId).execute();
  return order.nice_id;
}

const operator = 'grace';

/** More blocks than are read in one look. */
async function mineMany() {
  for (let turn = 0; turn < 3; turn += 1) await sandbox.mine('bitcoin', 90);
}

/** The chain has so many blocks that the books have not read. */
async function forgetBlocks() {
  const scans = context.db.updateTable('ownSpendScans').where('chain', '=', 'bitcoin');
  await scans.set((row) => ({ height: row('height', '-', 250) })).execute();
}

/** As after a time without a worker, which may be a copy of files that was put back. */
async function loseTime(daysAgo = 0) {
  const before = (days: number) => new Date(Date.now() - days * 86_400_000);
  await scanDeposits(context, bitcoinDeposits);
  await context.db
    .updateTable('ownSpendScans')
    .set({ updatedAt: before(daysAgo + 1) })
    .execute();
  await beginRecovery({ clock: { now: () => before(daysAgo) } }, context.db, { isCertain: false });
}

/** All of them are read, as by the job that looks each minute. */
async function catchUp(): Promise<AppContext> {
  for (;;) {
    const own = { ...context, config: { ...context.config } };
    if (await agreeWithChain(own, 'bitcoin')) return own;
  }
}

const ofOrder = (niceId: string) => async () => {
  const order = await findOrder(context.db, { niceId });
  const has = (currency = '') => readBalance(context.db, paths.order(niceId), currency);
  return [order?.status, await has(order?.payinCurrency), await has(order?.payoutCurrency)];
};

/** What a command is given by the names of the help, and what of the money about which it decides is where. */
interface Waiting {
  given: Readonly<Record<string, string>>;
  read: () => Promise<unknown[]>;
}

const waitFor = async (niceId: string): Promise<Waiting> => ({ given: { order: niceId }, read: ofOrder(niceId) });

const money = { amount: '50.00', currency: 'EUR' };
const [order, transfer, payment, acquirerOrBank, to] = [
  'order',
  'transfer',
  'payment',
  'acquirer|bank',
  'client|back|house|lost|won',
];

async function sendTransfer(): Promise<Waiting> {
  const client = await world.signInClient();
  const sepa = { payin_group: 'sepa', payin_amount: '500', is_agree_name: '1' };
  const [{ order: its }, { order: other }] = [
    await world.buy(client.access, sepa),
    await world.buy(client.access, sepa),
  ];
  const { orderId = '' } = (await findOrder(context.db, { niceId: other.nice_id })) ?? {};
  const { iban } = (await findRequisites(context.db, orderId)) ?? {};
  if (typeof iban !== 'string') throw new Error('It has no account yet.');
  const id = await sendToAccount(world, { iban, reference: its.nice_id, amount: money.amount });
  await collectTransfers(context);
  const row = context.db.selectFrom('bankTransfers').select(['status', 'returnAfter']).where('outsideId', '=', id);
  return {
    given: { [order]: its.nice_id, [transfer]: id, [acquirerOrBank]: 'bank_one', [payment]: id, [to]: client.niceId },
    read: async () => Object.values(await row.executeTakeFirstOrThrow()).map(String),
  };
}

async function forgetPayment(): Promise<Waiting> {
  const client = await world.signInClient();
  const ours = { ...money, key: client.niceId, reference: `CW${client.niceId}`, description: '' };
  const page = { returnUrl: 'http://localhost/', flow: 'page', isCardKept: false } as const;
  const expiresAt = new Date(Date.now() + 600_000);
  const acquirer = context.providers.acquirers.find('card_one');
  const { id } = await acquirer.createPayment({ ...ours, ...page, expiresAt });
  await sandbox.settlePayment(id, 'approved', 0);
  return {
    given: { [acquirerOrBank]: 'card_one', [payment]: id, [to]: client.niceId },
    read: async () => [await readBalance(context.db, paths.client(client.niceId), 'EUR')],
  };
}

const kinds = {
  'a pay-out on a chain': [order, async () => waitFor(await buyCoins(context.config.ORDER_MOST_EUR))],
  'an order that is worth much': [order, async () => waitFor(await buyCoins(100))],
  'a pay-out to a card': [order, async () => waitFor(await sellToCard(world).sellHeld())],
  'an unassigned transfer': [transfer, sendTransfer],
  'a transfer of a forgotten order': [payment, sendTransfer],
  'a forgotten card payment': [payment, forgetPayment],
} as const;

beforeAll(async () => {
  await mineMany();
  await catchUp();
});

const takersOf = [
  ['a pay-out on a chain', ['to-balance', 'by-hand'], []],
  ['an order that is worth much', ['give-back', 'release'], ['release']],
  ['a pay-out to a card', ['to-balance', 'by-hand'], ['to-balance', 'by-hand']],
  ['an unassigned transfer', ['place', 'return'], []],
  ['a transfer of a forgotten order', ['settle-payment'], []],
  ['a forgotten card payment', ['settle-payment'], []],
] as const;

test.each(someOf(takersOf, 3))(
  'no command takes the money of %s while the outside cannot be asked, nor before what may have paid it is read',
  async (what, takers, ofAnother) => {
    const [took, early]: string[][] = [[], []];
    const [subject, wait] = kinds[what];
    for (const { name, given } of described.filter((one) => one.given.includes(subject))) {
      const { given: its, read } = await wait();
      const before = await read();
      const said = given.map((one) => its[one] ?? 'transfer 4711');
      const run = (own: AppContext) => commands[name]?.run(own, operator, said).catch(() => undefined);
      const hasTaken = async () => String(await read()) !== String(before);
      await loseTime();
      await run(withoutOutside());
      expect([name, await hasTaken()]).toEqual([name, false]);
      await forgetBlocks();
      await run({ ...context, config: { ...context.config } });
      if (await hasTaken()) early?.push(name);
      const own = await catchUp();
      if (!(await hasTaken())) await run(own);
      if (await hasTaken()) took?.push(name);
    }
    expect([took?.toSorted(), early?.toSorted()]).toEqual([takers.toSorted(), ofAnother.toSorted()]);
  },
  180_000,
);

test.each(['an unassigned transfer', 'a transfer of a forgotten order', 'a forgotten card payment'] as const)(
  'chains are asked about %s only where its order can have been forgotten since it came',
  async (what) => {
    const [subject, wait] = kinds[what];
    const { bitcoin, evm } = withoutOutside().providers;
    const noChains = { ...context, config: { ...context.config }, providers: { ...context.providers, bitcoin, evm } };
    for (const { name, given } of described.filter((one) => one.given.includes(subject)))
      for (const lostDaysAgo of [undefined, 2, 0]) {
        await runSql(world.ownerUrl, 'delete from address_recoveries');
        if (lostDaysAgo !== undefined) await loseTime(lostDaysAgo);
        const { given: its, read } = await wait();
        const before = await read();
        const said = given.map((one) => its[one] ?? '');
        const refused = await commands[name]?.run(noChains, operator, said).then(() => undefined, String);
        expect([name, lostDaysAgo, refused]).toEqual([
          name,
          lostDaysAgo,
          lostDaysAgo === 0 ? expect.anything() : undefined,
        ]);
        expect([name, String(await read()) !== String(before)]).toEqual([name, lostDaysAgo !== 0]);
      }
  },
);

/** They take or give what is no payment from outside and no pay-out, or look at it themselves. */
const others = ['clear-alarm', 'find-address', 'transfers', 'trust-clock', 'accept-price', 'free-held', 'book-kept'];
const ofChains = ['coins-returned', 'close-coins', 'book-forgotten', 'release-chain', 'recover-addresses'];

test('every command about money is given what these laws are about, or is named here', () => {
  const subjects = new Set<string>(Object.values(kinds).map(([subject]) => subject));
  const rest = described.filter(({ name, given }) => {
    return commands[name]?.role === 'money' && !given.some((one) => subjects.has(one));
  });
  expect(rest.map(({ name }) => name).toSorted()).toEqual([...others, ...ofChains].toSorted());
});

test('a transfer that is due goes back only once what may have been paid for it is read', async () => {
  const { given } = await sendTransfer();
  const sweep = (own: AppContext, days: number) =>
    returnUnplaced({ ...own, clock: { now: () => new Date(Date.now() + days * 86_400_000) } });
  const read = async () => (await context.providers.bank.findReturns(given[transfer] ?? '')).length;
  const isHeld = async () =>
    (
      await context.db
        .selectFrom('alarms')
        .select('kind')
        .where('subject', '=', given[transfer] ?? '')
        .execute()
    ).length;
  const alarms = await isHeld();
  await forgetBlocks();
  await loseTime();
  await sweep({ ...context, config: { ...context.config } }, 8);
  expect([await read(), await isHeld()]).toEqual([0, alarms]);
  await sweep(await catchUp(), 9);
  expect(await read()).toBe(1);
});
