import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareLedgerWithJournal } from '@causeway/testing/compare-ledger-with-journal';
import { DatabaseNode } from '@causeway/testing/database-node';
import { EffectWatch } from '@causeway/testing/effect-watch';
import { ProductClient } from '@causeway/testing/product-client';
import { readBooks } from '@causeway/testing/read-books';
import { startProcess } from '@causeway/testing/start-process';
import { isFull } from '@causeway/testing/test-length';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from './eventually.ts';
import { hasten } from './hasten.ts';
import { openCampaign, type Campaign } from './open-campaign.ts';
import { agreements, byCard, nameOf } from './order-form.ts';
import { payByCard } from './pay.ts';
import { printLine } from './print-line.ts';

// The long form puts back more moments of the same order.
const ordersBefore = isFull ? 6 : 2;
const kinds = [
  { chain: 'bitcoin', asset: 'BTC', amount: '31' },
  { chain: 'ethereum', asset: 'USDT', amount: '45' },
] as const;

let first: DatabaseNode;
let campaign: Campaign;
const nodes: DatabaseNode[] = [];

beforeAll(async () => {
  first = await DatabaseNode.create();
  nodes.push(first);
  campaign = await openCampaign(new EffectWatch(), first.url);
  printLine('everything runs on a database that archives its log');
}, 180_000);

afterAll(async () => {
  await campaign?.close();
  for (const node of nodes) await node.remove().catch(() => {});
}, 60_000);

interface Sent {
  niceId: string;
  chain: 'bitcoin' | 'ethereum';
  asset: string;
  address: string;
}

async function order(client: ProductClient, { chain, asset, amount }: (typeof kinds)[number]): Promise<Sent> {
  const address = await campaign.sandbox.outsideAddress(chain);
  const to = { payout_currency: asset, payout_group: chain, dst_address: address, payin_amount: amount };
  const niceId = await client.placeOrder({ ...byCard, ...to, ...agreements, partner_order_id: nameOf() });
  return { niceId, chain, asset, address };
}

const received = async ({ chain, address, asset }: Sent) =>
  (await campaign.sandbox.balance(chain, address, asset)).transactions.length;

async function finish(client: ProductClient, { niceId, chain }: Sent): Promise<void> {
  await eventually(`order ${niceId} is finished`, async () => {
    await campaign.sandbox.mine(chain, 3);
    await sleep(300);
    return (await client.readStatus(niceId)) === 'finished' || undefined;
  });
}

async function operate(databaseUrl: string, ...parameters: string[]): Promise<string> {
  const env = { DATABASE_URL: databaseUrl, SANDBOX_URL: campaign.sandboxUrl };
  const cli = await startProcess({ name: 'operate', entry: 'apps/server/dist/cli/operate.js', parameters, env });
  await cli.ended;
  return cli.logs().trim();
}

describe('a recovery to a point in time, from a base backup and the archived log', () => {
  test('holds the payouts that the database has lost, and an operator reconciles books and outside: no order is paid twice', async () => {
    const { sandbox, productUrl } = campaign;
    const client = new ProductClient(productUrl, sandbox);
    await client.register();
    for (let count = 0; count < ordersBefore; count += 1) {
      const kind = kinds[count % kinds.length] ?? kinds[0];
      const made = await order(client, kind);
      await payByCard({ niceId: made.niceId, client, sandbox });
      await finish(client, made);
    }
    const backup = await first.backup();
    nodes.push(backup);
    printLine('the base backup is made');
    const under: Sent[] = [];
    for (const kind of kinds) under.push(await order(client, kind));
    await eventually('the payments are known', async () => {
      const known = await Promise.all(under.map(({ niceId }) => sandbox.acquirerPayments(niceId)));
      return known.every((payments) => payments.length === 1) || undefined;
    });
    await sleep(2000);
    const [{ lsn } = { lsn: '' }] = await first.query<{ lsn: string }>(
      'select pg_current_wal_flush_lsn()::text as lsn',
    );
    // After the point: they are paid, paid out and finished, and the books that come back know nothing of it.
    for (const made of under) {
      await payByCard({ niceId: made.niceId, client, sandbox });
      await finish(client, made);
    }
    expect(await Promise.all(under.map(received))).toEqual([1, 1]);
    expect(await compareLedgerWithJournal(first.url, sandbox)).toEqual([]);
    await first.query('select pg_switch_wal()', [], 'postgres');
    await sleep(2000);
    await campaign.server.stop();
    await first.stop();
    printLine('the machine is lost');

    const startedAt = performance.now();
    await backup.recoverTo(first.archive, lsn);
    printLine(`recovered to ${lsn} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    const { server, productUrl: laterUrl } = await campaign.serverOn(backup.url, {
      // The host is new as well: it remembers nothing of the database.
      DATA_DIR: await mkdtemp(join(tmpdir(), 'causeway-')),
    });
    await server.start();
    expect(await Promise.all(under.map(async ({ niceId }) => statusOf(backup, niceId)))).not.toContain('finished');
    await eventually('both chains are held for what the books forgot', async () => {
      const output = await operate(backup.url, 'chain-holds');
      return under.every(({ address }) => output.includes(address)) || undefined;
    });
    await eventually('the forgotten payments are found at the acquirer', async () => {
      const all = await Promise.all(under.map(({ niceId }) => statusOf(backup, niceId)));
      return all.every((status) => status === 'processing') || undefined;
    });
    expect(await Promise.all(under.map(received))).toEqual([1, 1]);
    for (const { niceId, chain, address } of under) {
      const line = (await operate(backup.url, 'chain-holds')).split('\n').find((text) => text.includes(address)) ?? '';
      const transaction = /unknown_spend\s+(\S+)/.exec(line)?.[1] ?? '';
      const release = async () => operate(backup.url, 'release-chain', chain, '0', '--by', 'grace');
      expect(await release()).toContain(`by-hand ${niceId}`);
      expect(await operate(backup.url, 'by-hand', niceId, transaction, '--by', 'grace')).toContain('Done');
      expect(await release()).toContain('Done');
    }
    const [, epoch = ''] = /database_restored\s+(epoch \d+)/.exec(await operate(backup.url, 'alarms')) ?? [];
    const restored = ['clear-alarm', 'database_restored', epoch, 'all that was ended was looked at'];
    expect(await operate(backup.url, ...restored, '--by', 'grace')).toContain('Done');
    printLine('a person has decided');
    // The chains go on: an order after it is paid out, and no earlier one again.
    const later = new ProductClient(laterUrl, sandbox);
    await later.register();
    const after: Sent[] = [];
    for (const kind of kinds) {
      const made = await order(later, kind);
      await payByCard({ niceId: made.niceId, client: later, sandbox });
      await finish(later, made);
      after.push(made);
    }
    expect(await Promise.all([...under, ...after].map(received))).toEqual([1, 1, 1, 1]);
    await eventually('the books equal the outside', async () =>
      (await compareLedgerWithJournal(backup.url, sandbox)).length === 0 ? true : undefined,
    );
    // The reconciliation has said so meanwhile, and says now that it is over.
    const isCalm = eventually('no alarm is open', async () => {
      await hasten(backup.url, 'reconcile');
      return (await readBooks(backup.url)).alarms.length === 0 || undefined;
    });
    await isCalm.catch(async (error: unknown) => {
      const open = await backup.query('select kind, subject, details, raised_at from alarms where cleared_at is null');
      throw new Error(JSON.stringify(open), { cause: error });
    });
    await server.stop();
  });
});

async function statusOf(node: DatabaseNode, niceId: string): Promise<string> {
  const rows = await node.query<{ status: string }>('select status from orders where nice_id = $1', [niceId]);
  return rows[0]?.status ?? '';
}
