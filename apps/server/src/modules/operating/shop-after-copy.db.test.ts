import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { listBalances } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { sendToAccount } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { buyAtShop, openShop } from '../merchants/fixtures/buy-at-shop.ts';
import { settleFees } from '../merchants/settle-fees.ts';
import { openOrderWorld, type OrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { partnerVersion } from '../partner-webhooks/deliver-webhook.ts';
import { savePartner } from '../partners/save-partner.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside, reconcile } from '../reconciliation/reconcile.ts';
import { mine, workOnce } from './fixtures/any-part.ts';
import { serveCopy } from './fixtures/serve-copy.ts';
import { listHeldOrders, releaseOrder } from './decide-held-order.ts';

// What a shop has and has heard, once a copy of before is put back: no less, no more, and nothing that is not so.
const world = await openOrderWorld({ connections: 4 });
const { sandbox } = world;
await beginWork(world.context);
const partnerKey = 'pk_a_shop';
const owner = await openShop(world);
const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
const saved = { ...look, partnerKey, name: 'Shop', isMerchant: true, clientId: owner.clientId, feePercent: 5000 };
const webhookUrl = 'https://shop.example/hook';
beforeAll(async () => {
  await savePartner(world.context, { ...saved, webhookUrl });
});

const live = async (at: OrderWorld) => {
  for (let turn = 0; turn < 3; turn += 1) {
    await mine(at);
    await workOnce(at);
  }
  await reconcile(at.context, { pauseMs: 0 });
  await workOnce(at);
};

/** What the shop and its owner have, and each fee that it has earned and that nothing has taken back. */
async function readShop({ db }: AppContext) {
  const fees = db.selectFrom('partnerFees').innerJoin('orders', 'orders.orderId', 'partnerFees.orderId');
  const own = [paths.client(owner.niceId), paths.partner(partnerKey)];
  const has: string[] = [];
  for (const path of own)
    for (const one of await listBalances(db, path))
      if (one.path === path && one.balance !== 0n) has.push(`${path} ${one.balance} ${one.currency}`);
  const rows = await fees.select(['niceId', 'amount', 'lost', 'currency']).orderBy('niceId').execute();
  return { has: has.toSorted(), fees: rows.filter(({ amount, lost }) => amount > lost) };
}

/** What it hears of an order, each with its version. */
const heard = async ({ db }: AppContext, niceId: string) => {
  const rows = await db
    .selectFrom('partnerDeliveries')
    .innerJoin('orders', 'orders.orderId', 'partnerDeliveries.orderId')
    .innerJoin('orderEvents', (join) =>
      join
        .onRef('orderEvents.orderId', '=', 'partnerDeliveries.orderId')
        .onRef('orderEvents.eventNumber', '=', 'partnerDeliveries.version'),
    )
    .select(['partnerDeliveries.version', 'epoch', 'toStatus', 'reason'])
    .where('orders.niceId', '=', niceId)
    .execute();
  return rows
    .map((row) => ({ version: partnerVersion(row), says: `${row.toStatus} ${row.reason}` }))
    .toSorted((one, other) => one.version - other.version);
};

type Move = 'approved' | 'chargeback' | 'won';
/** How each is paid, before the copy and after it. */
const sales: readonly { payin: 'card' | 'sepa'; before: readonly Move[]; after: readonly Move[] }[] = [
  { payin: 'card', before: ['approved'], after: [] },
  { payin: 'card', before: [], after: ['approved'] },
  { payin: 'sepa', before: [], after: ['approved'] },
  { payin: 'card', before: ['approved'], after: ['chargeback'] },
  { payin: 'card', before: [], after: ['approved', 'chargeback'] },
  { payin: 'card', before: ['approved', 'chargeback'], after: ['won'] },
];

interface Sale {
  niceId: string;
  amount: string;
  iban: string;
  sale: (typeof sales)[number];
}
async function move({ niceId, iban, amount, sale: { payin } }: Sale, moves: readonly Move[]): Promise<void> {
  for (const one of moves) {
    if (payin === 'sepa') await sendToAccount({ sandbox }, { iban, reference: niceId, amount });
    else await sandbox.settlePayment(await world.paymentOf(niceId), one, 0);
    await live(world);
  }
}

async function placeSale(sale: (typeof sales)[number]): Promise<Sale> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const { nice_id: niceId } = await buyAtShop(world, email, { payin_group: sale.payin });
  await workOnce(world);
  const { db } = world.context;
  const order = await db.selectFrom('orders').selectAll().where('niceId', '=', niceId).executeTakeFirstOrThrow();
  const requisites = db.selectFrom('bankRequisites').select('iban').where('orderId', '=', order.orderId);
  const iban = (await requisites.executeTakeFirst())?.iban ?? '';
  return { niceId, iban, sale, amount: (Number(order.payinAmount) / 100).toFixed(2) };
}

test('the shop has its sums and fees once, and hears last what is so', async () => {
  const all: Sale[] = [];
  for (const sale of sales) all.push(await placeSale(sale));
  for (const one of all) await move(one, one.sale.before);
  const start = await copyDatabase(world);
  for (const one of all) await move(one, one.sale.after);
  await settleFees(world.context, partnerKey);
  const had = await readShop(world.context);
  const before = await Promise.all(all.map(async ({ niceId }) => heard(world.context, niceId)));

  const there = await serveCopy(world, await start());
  const { context } = there;
  await beginWork(context);
  await live(there);
  await expect(settleFees(context, partnerKey)).rejects.toThrow('not named once more');
  await savePartner(context, { ...saved, webhookUrl }, { client: owner.email, webhook: webhookUrl });
  for (const { niceId } of await listHeldOrders(context)) await releaseOrder(context, { niceId, operator: 'grace' });
  await live(there);
  await settleFees(context, partnerKey);
  expect(await readShop(context)).toEqual(had);
  for (const [at, { niceId, sale }] of all.entries()) {
    const [was, is] = [before[at] ?? [], await heard(context, niceId)];
    const name = JSON.stringify({ sale, was, is });
    // One that was paid and taken back since the copy was never paid in it.
    if (sale.before.length === 0 && sale.after.includes('chargeback'))
      expect(is.at(-1)?.says, name).not.toMatch(/^finished/);
    else expect(is.at(-1)?.says, name).toBe(was.at(-1)?.says);
    for (const one of is)
      expect(was.find(({ version }) => version === one.version)?.says ?? one.says, name).toBe(one.says);
    // What is said last is not passed over by who keeps the highest version.
    if (is.at(-1)?.version !== was.at(-1)?.version)
      expect(is.at(-1)?.version ?? 0, name).toBeGreaterThan(was.at(-1)?.version ?? 0);
  }
  expect(await compareWithOutside(context)).toEqual([]);
}, 300_000);
