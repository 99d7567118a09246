import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSql } from '@causeway/testing/run-sql';
import { isFull, round } from '@causeway/testing/test-length';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { listBalances } from '../../ledger/balances.ts';
import { allJobs } from '../../worker.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { ethereumDeposits } from '../chain-payins/ethereum-deposits.ts';
import { insertOwnAddress } from '../addresses/own-address.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { watchWallets } from '../chain-wallets/agree-with-chain.ts';
import { checkEpoch, watchEpoch } from '../payout-holds/check-epoch.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase, type RestoredServer } from '../orders/fixtures/restore-copy.ts';
import { listHolds } from '../payout-holds/store.ts';
import { scanWallet } from '../chain-payouts/scan-wallet.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { releasePayouts } from './release-payouts.ts';
import { settleByHand } from './blocked-payouts.ts';
import { trustClock } from './accept-price.ts';

// The long form restores the copy of every effect; the short one of each third order.
const hour = 3_600_000;
/** How much later the copy is restored, by the clock of its server; below zero that clock is behind. */
const agesMs = [hour, 7 * 24 * hour, 24 * hour, -2 * hour];
const turnsMost = 80;
/** In the short form every so many changes of an order are copied: one of the copies is restored. */
const copiedEach = isFull ? 1 : 4;

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
await world.fundWallet('100', 'ETH');
await world.fundWallet('50000', 'USDT');
await watchEpoch({ ...context, config: { ...context.config, DATA_DIR: await mkdtemp(join(tmpdir(), 'causeway-')) } });
await watchWallets(context);
// A server has looked at its chains before it takes orders.
await scanDeposits(context, bitcoinDeposits);
let access = '';
beforeEach(async () => {
  access = await world.signIn();
});

type Form = Readonly<Record<string, string>>;
interface Bought {
  niceId: string;
  address: string;
}
interface Flow {
  name: string;
  form: () => Promise<Form>;
  /** The client's part after the order is made, once it can be done. @returns whether it was done */
  pay: (order: Bought) => Promise<boolean>;
  /** How often it was paid out or refunded, outside. */
  countOutside: (order: Bought) => Promise<number>;
  end: 'finished' | 'refunded' | 'canceled';
}

const sell = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.005', payout_currency: 'EUR' };
const outside = (chain: 'bitcoin' | 'ethereum', asset: string) => async () => ({
  payout_currency: asset,
  payout_group: chain,
  dst_address: await sandbox.outsideAddress(chain),
});
const received =
  (chain: 'bitcoin' | 'ethereum', asset?: string) =>
  async ({ address }: Bought) =>
    (await sandbox.balance(chain, address, asset)).transactions.length;
const payByCard = async ({ niceId }: Bought): Promise<boolean> => {
  const [payment] = await sandbox.acquirerPayments(niceId);
  if (payment === undefined) return false;
  await sandbox.settlePayment(payment.id, 'approved', 0);
  return true;
};
const payByCoins = async ({ niceId }: Bought): Promise<boolean> => {
  const target = await context.db
    .selectFrom('depositAddresses')
    .innerJoin('orders', 'orders.orderId', 'depositAddresses.orderId')
    .select('address')
    .where('niceId', '=', niceId)
    .executeTakeFirst();
  if (target === undefined) return false;
  await sandbox.send('bitcoin', { address: target.address, amount: '0.005' });
  return true;
};
const payByBank =
  (amount: string) =>
  async ({ niceId }: Bought): Promise<boolean> => {
    const made = await context.db
      .selectFrom('bankRequisites')
      .innerJoin('orders', 'orders.orderId', 'bankRequisites.orderId')
      .select('iban')
      .where('niceId', '=', niceId)
      .executeTakeFirst();
    if (made === undefined || made.iban === null) return false;
    const sender = { sender_name: 'Sam Sandbox', sender_iban: 'DE89370400440532013000', currency: 'EUR' };
    await sandbox.bankTransfer({ ...sender, iban: made.iban, reference: niceId, amount, notify: 0 });
    return true;
  };

const flows: readonly Flow[] = [
  {
    name: 'card to bitcoin',
    form: outside('bitcoin', 'BTC'),
    pay: payByCard,
    countOutside: received('bitcoin'),
    end: 'finished',
  },
  {
    name: 'card to a token',
    form: outside('ethereum', 'USDT'),
    pay: payByCard,
    countOutside: received('ethereum', 'USDT'),
    end: 'finished',
  },
  {
    name: 'card to ether',
    form: outside('ethereum', 'ETH'),
    pay: payByCard,
    countOutside: received('ethereum', 'ETH'),
    end: 'finished',
  },
  {
    name: 'bitcoin to a bank account',
    form: async () => ({
      ...sell,
      payout_group: 'sepa',
      dst_address: '',
      iban: 'DE89370400440532013000',
      beneficiary_account: 'Sam Sandbox',
    }),
    pay: payByCoins,
    countOutside: async ({ niceId }) => (await sandbox.bankPayouts(niceId)).length,
    end: 'finished',
  },
  {
    name: 'bitcoin to a card',
    form: async () => ({
      ...sell,
      payout_group: 'card',
      dst_address: '',
      token: await sandbox.cardToken('4242424242424242'),
    }),
    pay: payByCoins,
    countOutside: async ({ niceId }) => (await sandbox.cardPayouts(niceId)).length,
    end: 'finished',
  },
  {
    name: 'bank transfer to bitcoin',
    form: async () => ({ ...(await outside('bitcoin', 'BTC')()), payin_group: 'sepa' }),
    pay: payByBank('250.00'),
    countOutside: received('bitcoin'),
    end: 'finished',
  },
  {
    name: 'half a bank transfer and back',
    form: async () => ({ ...(await outside('bitcoin', 'BTC')()), payin_group: 'sepa' }),
    pay: async (order) => {
      if ((await sandbox.bankTransfers(order.niceId)).length === 0) await payByBank('100.00')(order);
      const { body } = await world.call('/lt_decision', { nice_id: order.niceId, answer: 'no' }, access);
      return body.success === 1;
    },
    countOutside: async ({ niceId }) =>
      (await sandbox.bankTransfers(niceId)).filter((sent) => sent.returned_amount === sent.amount).length,
    end: 'refunded',
  },
];

const stateSql = (niceId: string) => sql<{ state: string }>`
  select concat_ws(' ', status, received_amount, decision_kind,
    (select count(*) from order_events where order_events.order_id = orders.order_id),
    (select json_agg(kind order by entry_id) from ledger_entries where reference = nice_id),
    (select json_agg(json_build_array(status, acquirer_payment_id, refunded_at)) from card_payments where card_payments.order_id = orders.order_id),
    (select json_agg(json_build_array(status, txid)) from payouts where payouts.order_id = orders.order_id),
    (select json_agg(json_build_array(status, outside_id)) from bank_payouts where bank_payouts.order_id = orders.order_id),
    (select json_agg(json_build_array(status, acquirer_payout_id)) from card_payouts where card_payouts.order_id = orders.order_id),
    (select json_agg(json_build_array(status, txid)) from deposits where deposits.order_id = orders.order_id),
    (select json_agg(status) from bank_transfers where bank_transfers.order_id = orders.order_id),
    (select json_agg(status) from refunds where refunds.order_id = orders.order_id)
  ) as state from orders where nice_id = ${niceId}
`;

interface Copy {
  /** The order's state. */
  state: string;
  start: () => Promise<RestoredServer>;
}

/** Processes one order, one kind of job at a time, and copies the database after each change of the order. */
async function go(flow: Flow): Promise<{ order: Bought; copies: Copy[] }> {
  const form = await flow.form();
  const { order: made } = await world.buy(access, { is_agree_name: '1', ...form });
  const order = { niceId: made.nice_id, address: form['dst_address'] ?? '' };
  const copies: Copy[] = [];
  const states: string[] = [];
  const look = async () => {
    const state = (await stateSql(order.niceId).execute(context.db)).rows[0]?.state ?? '';
    if (state === states.at(-1)) return;
    if (states.length % copiedEach === round % copiedEach) copies.push({ state, start: await copyDatabase(world) });
    states.push(state);
  };
  await look();
  let isPaid = false;
  for (let turn = 0; turn < turnsMost; turn += 1) {
    if (!isPaid) isPaid = await flow.pay(order);
    for (const job of allJobs) {
      await drainJobs(context, world.boss, [job], { isEarly: true });
      await look();
    }
    await sandbox.mine('bitcoin', 2);
    await sandbox.mine('ethereum', 4);
    await scanDeposits(context, bitcoinDeposits);
    await look();
    const { status } = await world.read(order.niceId);
    if (isPaid && status === flow.end && (await flow.countOutside(order)) === 1 && turn > 4) return { order, copies };
  }
  throw new Error(`${flow.name} does not end: ${states.at(-1)}`);
}

/** The copies to restore, each with an age. */
function choose(copies: readonly Copy[]): { copy: Copy; ageMs: number }[] {
  const all = copies.map((copy, index) => ({ copy, ageMs: agesMs[(index + round) % agesMs.length] ?? hour }));
  return isFull ? all : all.filter((_one, index) => index === round % all.length);
}

/** A server on the copy, by a clock of its own. */
function shift({ context: own }: RestoredServer, ageMs: number): AppContext {
  return { ...own, clock: { now: () => new Date(Date.now() + ageMs) } };
}

/** What ends orders comes first: a server that was away has all of it to do at once, in any order. */
async function live(later: AppContext, server: RestoredServer): Promise<void> {
  await server.work({
    isEarly: true,
    as: later,
    jobs: allJobs.filter(({ definition }) => /expire|end-/.test(definition.name)),
  });
  for (let turn = 0; turn < 4; turn += 1) {
    await scanWallet(later);
    await scanDeposits(later, bitcoinDeposits);
    await scanDeposits(later, ethereumDeposits);
    await server.work({ isEarly: true, as: later });
    await sandbox.mine('bitcoin', 3);
    await sandbox.mine('ethereum', 4);
  }
}

/** As the operating page says: a paid order is settled by hand, then the chain continues. */
async function decide(later: AppContext, { address, niceId }: Bought): Promise<void> {
  const operator = 'grace';
  for (const chain of ['bitcoin', 'ethereum']) {
    const holds = await listHolds(later.db, chain);
    if (holds.length === 0) continue;
    let own = holds.filter(({ details }) => details.payments.length > 0).length;
    const spend = holds.find(({ details }) => details.payments.some((one) => one.address === address));
    const { status } = await later.db
      .selectFrom('orders')
      .select('status')
      .where('niceId', '=', niceId)
      .executeTakeFirstOrThrow();
    if (spend !== undefined && status === 'processing') {
      await settleByHand(later, { niceId, operator, proof: spend.subject });
      own -= 1;
    }
    await releasePayouts(later, { chain, operator, own: String(own) });
  }
}

/** Addresses of the time after the copy that are given out again. */
async function countAgain(later: AppContext, before: readonly string[]): Promise<number> {
  const clients = await later.db.selectFrom('clients').select('clientId').execute();
  const given: string[] = [];
  for (const client of clients) {
    const own = await later.db
      .transaction()
      .execute((trx) => insertOwnAddress(later, trx, 'bitcoin', { clientId: client.clientId }));
    given.push(own.address);
  }
  return given.filter((address) => before.includes(address)).length;
}

/** What clients have, besides what was sent to them. */
async function readBalances({ db }: AppContext): Promise<string[]> {
  const held = await listBalances(db, 'client');
  return held
    .filter(({ balance }) => balance > 0n)
    .map(({ path, currency, balance }) => `${path} ${balance} ${currency}`);
}

describe('a copy put back at any effect of an order', () => {
  test.each(isFull ? flows : flows.filter((_flow, index) => (index + round) % 3 === 0))(
    'pays no client twice, and its books come to equal the outside: $name',
    async (flow) => {
      const { order, copies } = await go(flow);
      expect(await flow.countOutside(order)).toBe(1);
      const issued = await context.db.selectFrom('depositAddresses').select('address').execute();
      const balances = await readBalances(context);
      const faults: unknown[] = [];
      for (const { copy, ageMs } of choose(copies)) {
        const server = await copy.start();
        const later = shift(server, ageMs);
        // Every other one as a copy of files, which only the chains can distinguish from the original.
        if (copies.indexOf(copy) % 2 === 1) {
          const { identity } = await checkEpoch(later);
          await runSql(server.ownerUrl, `delete from payout_holds; delete from alarms where kind = 'payouts_held'`);
          await later.db.updateTable('databaseEpoch').set({ identity }).execute();
        }
        await live(later, server);
        await decide(later, order);
        if (ageMs < 0) await trustClock(later, { operator: 'grace' });
        await live(later, server);
        const seen = {
          outside: await flow.countOutside(order),
          balances: await readBalances(later),
          differences: await compareWithOutside(later),
          comesBack: await countAgain(
            later,
            issued.map(({ address }) => address),
          ),
        };
        try {
          expect(seen).toEqual({ outside: 1, balances, differences: [], comesBack: 0 });
        } catch (error) {
          faults.push([copy.state, ageMs / hour, seen, error instanceof Error ? error.message : error]);
        }
      }
      expect(faults).toEqual([]);
    },
    isFull ? 1_800_000 : 180_000,
  );
});
