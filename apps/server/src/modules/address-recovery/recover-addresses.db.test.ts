import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSql } from '@causeway/testing/run-sql';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { insertOwnAddress } from '../addresses/own-address.ts';
import { currentAddress } from '../balance-deposits/current-address.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { ethereumDeposits } from '../chain-payins/ethereum-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { addClient } from '../clients/add-client.ts';
import { confirmEmail } from '../clients/store.ts';
import { findDepositAddress } from '../chain-payins/store.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginRecovery, checkEpoch, watchEpoch } from '../payout-holds/check-epoch.ts';
import { recoverAddresses, recoverFrom } from './recover-addresses.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const folder = await mkdtemp(join(tmpdir(), 'causeway-recovery-'));
const begin = (own: AppContext) => watchEpoch({ ...own, config: { ...own.config, DATA_DIR: folder } });
const chains = [bitcoinDeposits, ethereumDeposits];
const scan = async (own: AppContext) => {
  for (const chain of chains) await scanDeposits(own, chain);
};
await begin(context);
await scan(context);

const deposits = { bitcoin: ['BTC', '0.01'], ethereum: ['USDT', '50'] } as const;
type Chain = keyof typeof deposits;

const shown = async (own: AppContext, clientId: string, chain: Chain, isNew = false) =>
  (await currentAddress(own, { clientId, chain, currency: deposits[chain][0], isNew })).address;

const pay = async (chain: Chain, address: string) =>
  sandbox.send(chain, { address, amount: deposits[chain][1], asset: deposits[chain][0] });

async function mine(): Promise<void> {
  await sandbox.mine('bitcoin', 7);
  await sandbox.mine('ethereum', 13);
}

/** By a clock so much later: a search of the same blocks waits for the next day. */
async function recover(own: AppContext, days = 0): Promise<void> {
  const clock = { now: () => new Date(Date.now() + days * 24 * 3600_000) };
  for (let turn = 0; turn < 3; turn += 1) await recoverAddresses({ ...own, clock });
  await scan(own);
}

/** A second press within seconds gives no other address. */
async function forgetPress({ db }: AppContext): Promise<void> {
  await db
    .updateTable('balanceAddresses')
    .set({ createdAt: new Date(0) })
    .execute();
}

const sell = {
  payin_currency: 'BTC',
  payin_group: 'bitcoin',
  payin_amount: '0.01',
  payout_currency: 'EUR',
  payout_group: 'balance',
  dst_address: '',
};

async function orderAddress(niceId: string): Promise<string> {
  const { orderId } = await context.db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();
  return (await findDepositAddress(context.db, { orderId }))?.address ?? '';
}

describe('addresses that were given out after the backup', () => {
  test('their coins are found and are their clients’, and none of them is given out again', async () => {
    const client = await world.signInClient();
    // An address that the backup knows.
    await shown(context, client.clientId, 'bitcoin');
    await forgetPress(context);
    const start = await copyDatabase(world);
    const forgotten = {
      bitcoin: await shown(context, client.clientId, 'bitcoin', true),
      ethereum: await shown(context, client.clientId, 'ethereum'),
      order: await orderAddress((await world.buy(client.access, sell)).order.nice_id),
    };
    const late = await world.signInClient();
    const lateAddress = await shown(context, late.clientId, 'bitcoin');
    await pay('bitcoin', forgotten.bitcoin);
    await pay('ethereum', forgotten.ethereum);
    await pay('bitcoin', forgotten.order);
    await pay('bitcoin', lateAddress);
    await mine();

    const { context: later } = await start();
    const balance = async (niceId: string, currency: string) => readBalance(later.db, paths.client(niceId), currency);
    // The scan goes past the payments before they are looked for.
    await begin(later);
    await scan(later);
    expect(await balance(client.niceId, 'BTC')).toBe(0n);
    await recover(later);
    expect(await balance(client.niceId, 'BTC')).toBe(2_000_000n);
    expect(await balance(client.niceId, 'USDT')).toBe(50_000_000n);

    // What was shown may be paid again, for good.
    await pay('bitcoin', forgotten.order);
    await mine();
    await scan(later);
    expect(await balance(client.niceId, 'BTC')).toBe(3_000_000n);

    const before = [...Object.values(forgotten), lateAddress];
    const given = [];
    for (let turn = 0; turn < 5; turn += 1) {
      await later.db
        .updateTable('balanceAddresses')
        .set({ createdAt: new Date(0) })
        .execute();
      given.push(await shown(later, client.clientId, 'bitcoin', true));
    }
    given.push(await shown(later, client.clientId, 'ethereum'));
    expect(new Set(given).size).toBe(6);
    expect(given.filter((address) => before.includes(address))).toEqual([]);

    // The client who is not in the backup has registered again with the same e-mail, and confirmed it.
    const again = await later.db.transaction().execute(async (trx) => {
      const { email } = late;
      const registered = { email, passwordHash: 'not used', language: 'en', partnerKey: null, referrerId: '' } as const;
      const clientId = await addClient(later, trx, registered);
      if (clientId === undefined) throw new Error('The forgotten client is there.');
      await confirmEmail(trx, { clientId, email, level: 'identity', confirmedAt: new Date() });
      return trx.selectFrom('clients').select('niceId').where('clientId', '=', clientId).executeTakeFirstOrThrow();
    });
    await recover(later, 2);
    expect(await balance(again.niceId, 'BTC')).toBe(1_000_000n);
  }, 180_000);

  /** Addresses of a client, none of them paid. */
  const give = async (own: AppContext, clientId: string, count: number) => {
    const given: string[] = [];
    for (let turn = 0; turn < count; turn += 1)
      given.push(
        await own.db
          .transaction()
          .execute(async (trx) => (await insertOwnAddress(own, trx, 'bitcoin', { clientId })).address),
      );
    return given;
  };

  test('however many a restore forgot, none comes again, and neither when the same copy is put back twice', async () => {
    const { clientId } = await world.signInClient();
    const before = await give(context, clientId, 2);
    const [start, startAgain] = [await copyDatabase(world), await copyDatabase(world)];
    const forgotten = await give(context, clientId, 45);
    const second = await start();
    await checkEpoch(second.context);
    const between = await give(second.context, clientId, 30);
    const third = await startAgain();
    // The next life begins at another second.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await checkEpoch(third.context);
    // Its places reach those of the second after as many addresses as seconds lie between them.
    const clock = { now: () => new Date(Date.now() + 60_000) };
    await third.context.db.updateTable('addressRecoveries').set({ begunAt: clock.now() }).execute();
    const after = await give(third.context, clientId, 30);
    const all = [...before, ...forgotten, ...between, ...after];
    expect(new Set(all).size).toBe(all.length);
  }, 180_000);

  test('what was given after a copy in which nothing was given since the last restore is found, and not given again', async () => {
    const client = await world.signInClient();
    const { clientId } = client;
    const start = await copyDatabase(world);
    const { context: second } = await start();
    await checkEpoch(second);
    for (let turn = 0; turn < 3; turn += 1) await recoverAddresses(second);
    const place = async () =>
      second.db
        .selectFrom('depositSeeds')
        .select(['nextPlace', 'lifePlace', 'coveredTo'])
        .where('clientId', '=', clientId)
        .where('chain', '=', 'bitcoin')
        .executeTakeFirstOrThrow();
    const kept = await place();
    const forgotten = await give(second, clientId, 2);
    // The copy is put back, in which this client was covered and has got nothing.
    await second.db
      .deleteFrom('forgottenAddresses')
      .where('clientId', '=', clientId)
      .where('address', 'in', forgotten)
      .execute();
    const owner = new URL(world.ownerUrl);
    owner.pathname =
      (await sql<{ name: string }>`select '/' || current_database() as name`.execute(second.db)).rows[0]?.name ?? '';
    await runSql(owner.href, `delete from deposit_addresses where client_id = '${clientId}'`);
    await second.db
      .updateTable('depositSeeds')
      .set(kept)
      .where('clientId', '=', clientId)
      .where('chain', '=', 'bitcoin')
      .execute();
    await second.db.updateTable('databaseEpoch').set({ identity: 'another' }).execute();
    await checkEpoch(second);
    const given = await give(second, clientId, 2);
    expect(given.filter((address) => forgotten.includes(address))).toEqual([]);
    const known = await second.db
      .selectFrom('forgottenAddresses')
      .select('address')
      .where('clientId', '=', clientId)
      .execute();
    expect(known.map(({ address }) => address)).toEqual(expect.arrayContaining(forgotten));
  });

  test('an unconfirmed e-mail address finds nothing of another client', async () => {
    const client = await world.signInClient();
    const stranger = await context.db.transaction().execute(async (trx) => {
      const email = `other-${client.email}`;
      const row = { email, passwordHash: 'not used', language: 'en', partnerKey: null, referrerId: '' } as const;
      return (await addClient(context, trx, row)) ?? '';
    });
    const address = await shown(context, stranger, 'bitcoin');
    await context.db
      .updateTable('clients')
      .set({ email: 'freed@example.com' })
      .where('clientId', '=', stranger)
      .execute();
    const { clientId } = await world.signInClient();
    await context.db
      .updateTable('clients')
      .set({ email: `other-${client.email}` })
      .where('clientId', '=', clientId)
      .execute();
    const own = await shown(context, clientId, 'bitcoin');
    expect(own).not.toBe(address);
    const seeds = await context.db.selectFrom('depositSeeds').select('seed').execute();
    expect(new Set(seeds.map(({ seed }) => seed)).size).toBe(seeds.length);
  });

  test('a copy of files, which nothing distinguishes, is searched on request', async () => {
    const client = await world.signInClient();
    const { height } = await context.db
      .selectFrom('depositScans')
      .select('height')
      .where('chain', '=', 'bitcoin')
      .executeTakeFirstOrThrow();
    const start = await copyDatabase(world);
    await pay('bitcoin', await shown(context, client.clientId, 'bitcoin'));
    await mine();
    const { context: later } = await start();
    const { identity } = await checkEpoch(context);
    await later.db.updateTable('databaseEpoch').set({ identity }).execute();
    await recover(later);
    const balance = async () => readBalance(later.db, paths.client(client.niceId), 'BTC');
    expect(await balance()).toBe(0n);
    await recoverFrom(later, { chain: 'bitcoin', height: `${height}`, operator: 'grace' });
    await recover(later);
    expect(await balance()).toBe(1_000_000n);
  });

  test('a client’s first address is found too that was given while an earlier recovery was open', async () => {
    await context.db.transaction().execute((trx) => beginRecovery(context, trx));
    const client = await world.signInClient();
    const start = await copyDatabase(world);
    await pay('bitcoin', await shown(context, client.clientId, 'bitcoin'));
    await mine();
    const { context: later } = await start();
    await begin(later);
    await scan(later);
    await recover(later);
    expect(await readBalance(later.db, paths.client(client.niceId), 'BTC')).toBe(1_000_000n);
  }, 180_000);
});
