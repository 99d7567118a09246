import { expect, test } from 'vitest';
import { commands, usage } from '../../cli/commands/operate-commands.ts';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { sellToCard } from '../card-payouts/fixtures/sell-to-card.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
await beginWork(context);

/** The commands that are given an order, as the help has them, with what each is given. */
const ofOrders = [...usage.matchAll(/^ {2}([a-z][\w-]*)((?: <[\w|-]+>)*) {2,}\S/gm)]
  .map(([, name = '', given = '']) => ({ name, given: [...given.matchAll(/[\w|-]+/g)].map(([one]) => one) }))
  .filter(({ given }) => given.includes('order'));

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

const waiting = {
  'a pay-out on a chain': () => buyCoins(context.config.ORDER_MOST_EUR),
  'an order that is worth much': () => buyCoins(100),
  'a pay-out to a card': sellToCard(world).sellHeld,
};

async function moneyOf(niceId: string) {
  const order = await findOrder(context.db, { niceId });
  const has = (currency = '') => readBalance(context.db, paths.order(niceId), currency);
  return [order?.status, await has(order?.payinCurrency), await has(order?.payoutCurrency)];
}

test.each([
  ['a pay-out on a chain', ['to-balance', 'by-hand']],
  ['an order that is worth much', ['give-back', 'release']],
  ['a pay-out to a card', ['to-balance', 'by-hand']],
] as const)(
  'no command takes the money of %s while the outside cannot be asked',
  async (what, takers) => {
    const took: string[] = [];
    for (const { name, given } of ofOrders) {
      const niceId = await waiting[what]();
      const before = await moneyOf(niceId);
      const said = given.map((one) => (one === 'order' ? niceId : 'transfer 4711'));
      const run = (own: AppContext) => commands[name]?.run(own, 'grace', said).catch(() => undefined);
      await run(withoutOutside());
      expect([name, ...(await moneyOf(niceId))]).toEqual([name, ...before]);
      await run(context);
      if (String(await moneyOf(niceId)) !== String(before)) took.push(name);
    }
    expect(took.toSorted()).toEqual(takers.toSorted());
  },
  90_000,
);
