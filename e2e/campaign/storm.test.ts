import { setTimeout as sleep } from 'node:timers/promises';
import { compareLedgerWithJournal } from '@causeway/testing/compare-ledger-with-journal';
import { EffectWatch } from '@causeway/testing/effect-watch';
import { ProductClient } from '@causeway/testing/product-client';
import { queryRows } from '@causeway/testing/query-rows';
import { readBooks } from '@causeway/testing/read-books';
import { isFull } from '@causeway/testing/test-length';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import { hasten } from './hasten.ts';
import { openCampaign, type Campaign, type ExtraServer } from './open-campaign.ts';
import { agreements, byCard, clientIban, nameOf } from './order-form.ts';
import { printLine } from './print-line.ts';

/** Transfers that come at the same moment, each of more than was asked for. */
const transfers = isFull ? 50 : 8;
const atOnce = 5;
const asked = '40';
const sent = '55.00';

let campaign: Campaign;
const workers: ExtraServer[] = [];

beforeAll(async () => {
  campaign = await openCampaign(new EffectWatch());
  // With the one that serves: three workers, and each has one connection for its jobs.
  for (let count = 0; count < 2; count += 1) {
    const worker = await campaign.serverOn(campaign.databaseUrl, { ROLE: 'worker', DATABASE_JOB_CONNECTIONS: '1' });
    await worker.server.start();
    workers.push(worker);
  }
  printLine('three workers run');
}, 240_000);

afterAll(() => campaign?.close(), 60_000);

const held = z.object({ status: z.string(), count: z.coerce.number() });

describe('three workers, and a bank that reports everything at once', () => {
  test(
    'each overpayment is taken once, at no wrong price, and no order waits for another',
    async () => {
      const { sandbox, productUrl, databaseUrl } = campaign;
      const orders: { niceId: string; client: ProductClient }[] = [];
      const buy = async () => {
        while (orders.length < transfers) {
          const client = new ProductClient(productUrl, sandbox);
          await client.register();
          const to = {
            payout_currency: 'BTC',
            payout_group: 'bitcoin',
            dst_address: await sandbox.outsideAddress('bitcoin'),
          };
          const form = {
            ...byCard,
            ...to,
            payin_group: 'sepa',
            payin_amount: asked,
            is_floating_rate: '1',
            ...agreements,
          };
          orders.push({ niceId: await client.placeOrder({ ...form, partner_order_id: nameOf() }), client });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, buy));
      const accounts = new Map<string, string>();
      for (const { niceId, client } of orders)
        accounts.set(
          niceId,
          await eventually(
            `order ${niceId} has an account number`,
            async () => (await client.readOrder(niceId)).purchase_params_payin.sepa_account?.iban,
          ),
        );
      printLine(`${orders.length} orders wait for their transfers`);
      // A tick that is wrong by a thousand, while all of the money comes.
      await sandbox.setPrice({ asset: 'BTC', eur: '58', hold: true });
      const startedAt = performance.now();
      await Promise.all(
        orders.map(({ niceId }) =>
          sandbox.bankTransfer({
            iban: accounts.get(niceId) ?? '',
            reference: niceId,
            amount: sent,
            currency: 'EUR',
            sender_name: 'Sam Sandbox',
            sender_iban: clientIban,
          }),
        ),
      );
      await sleep(8000);
      await sandbox.setPrice({ asset: 'BTC', eur: '58000', hold: true });
      await eventually(
        'all orders are finished',
        async () => {
          await sandbox.mine('bitcoin', 1);
          const rows = await queryRows(databaseUrl, held, 'select status, count(*) from orders group by status');
          return rows.every(({ status }) => status === 'finished') || undefined;
        },
        600_000,
      );
      printLine(`all are finished ${((performance.now() - startedAt) / 1000).toFixed(0)} s after the transfers`);
      const most = z.object({ most: z.string(), entries: z.coerce.number() });
      const [dearest] = await queryRows(
        databaseUrl,
        most,
        `select max(payout_amount)::text as most, (select count(*) from ledger_entries where kind = 'bank_payin') as entries from orders`,
      );
      // 55 EUR at 58,000 EUR are 0.00094827 BTC before fees.
      expect(BigInt(dearest?.most ?? '0')).toBeLessThan(97_000n);
      expect(dearest?.entries).toBe(orders.length);
      await eventually('the books equal the outside, and no alarm is open', async () => {
        await sandbox.mine('bitcoin', 1);
        await hasten(databaseUrl, 'reconcile');
        const differences = await compareLedgerWithJournal(databaseUrl, sandbox);
        return (differences.length === 0 && (await readBooks(databaseUrl)).alarms.length === 0) || undefined;
      }).catch(async (error: unknown) => {
        throw new Error((await readBooks(databaseUrl)).alarms.join('\n'), { cause: error });
      });
    },
    isFull ? 1_800_000 : 600_000,
  );
});
