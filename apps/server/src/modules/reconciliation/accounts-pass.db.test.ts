import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ethereumDeposits } from '../chain-payins/ethereum-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { judgeAges } from '../monitoring/watch-ages.ts';
import { readAges } from '../monitoring/read-ages.ts';
import { newUuid } from '../../new-uuid.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { followAccounts } from './accounts-pass.ts';
import { compareAccounts } from './compare-accounts.ts';
import { findOlderAddresses } from './compare-wallet.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
await world.fundWallet('5', 'ETH');

/** An address that was used once, and has nothing. */
async function addUsedAddress(index: number, chain = 'ethereum'): Promise<void> {
  const orderId = newUuid(context);
  const quoteId = newUuid(context);
  const niceId = `CW${randomBytes(8).toString('hex').toUpperCase()}`;
  const quote = JSON.stringify({ quote_id: quoteId });
  const order = JSON.stringify({ order_id: orderId, quote_id: quoteId, nice_id: niceId, number: niceId });
  await sql`
    insert into quotes
    select (jsonb_populate_record(null::quotes, to_jsonb(one) || ${quote}::jsonb)).* from (select * from quotes limit 1) one
  `.execute(db);
  await sql`
    insert into orders
    select (jsonb_populate_record(null::orders, to_jsonb(one) || ${order}::jsonb)).* from (select * from orders limit 1) one
  `.execute(db);
  const addressId = newUuid(context);
  const address = `0x${randomBytes(20).toString('hex')}`;
  const now = context.clock.now();
  await sql`
    insert into deposit_addresses (address_id, chain, address, key_index, key_path, order_id, created_at)
    values (${addressId}, ${chain}, ${address}, ${1_000_000 + index}, 'm', ${orderId}, ${now})
  `.execute(db);
  await sql`
    insert into deposits (deposit_id, chain, txid, output_index, address_id, order_id, currency, amount, status, confirmations, block_hash, seen_at, updated_at)
    values (${newUuid(context)}, ${chain}, ${address}, 0, ${addressId}, ${orderId}, 'ETH', 1, 'gone', 0, '', ${now}, ${now})
  `.execute(db);
}

async function sellTokens(): Promise<string> {
  const access = await world.signIn();
  const { order } = await world.buy(access, {
    payin_currency: 'USDT',
    payin_group: 'ethereum',
    payin_amount: '500',
    payout_currency: 'EUR',
    payout_group: 'balance',
    dst_address: '',
  });
  return String((await world.read(order.nice_id, access))['crypto_address']);
}

const lookBriefly = () => followAccounts(context, { pauseMs: 0, limitMs: 0 });
const stateOf = () => db.selectFrom('chainComparisons').selectAll().executeTakeFirst();

describe('reconciliation sees everything and ends: accounts of a chain', () => {
  test('a run without time goes one page on, and the next ones end what it began', async () => {
    const address = await sellTokens();
    for (let index = 0; index < 85; index += 1) await addUsedAddress(index);
    const whole = [];
    for (let run = 0; run < 4; run += 1) whole.push((await lookBriefly()).isKnown);
    // The books and the hot wallet, then pages of 40 addresses.
    expect(whole).toEqual([false, false, false, true]);
    await sandbox.send('ethereum', { address, amount: '500', asset: 'USDT' });
    await sandbox.mine('ethereum', 3);
    await scanDeposits(context, ethereumDeposits);
    expect(await followAccounts(context, { pauseMs: 0, limitMs: 60_000 })).toEqual({ lasting: [], isKnown: true });
    expect(await compareAccounts(context)).toEqual([]);
  });

  test('a block that comes during a pass is in none of its sums', async () => {
    expect((await lookBriefly()).isKnown).toBe(false);
    const address = await sellTokens();
    await sandbox.send('ethereum', { address, amount: '500', asset: 'USDT' });
    await sandbox.mine('ethereum', 3);
    await scanDeposits(context, ethereumDeposits);
    expect(await followAccounts(context, { pauseMs: 0, limitMs: 60_000 })).toEqual({ lasting: [], isKnown: true });
  });

  test('of two workers one goes on with a pass', async () => {
    const before = (await stateOf())?.step ?? 0n;
    const ends = await Promise.all([lookBriefly(), lookBriefly()]);
    expect(ends.map(({ isKnown }) => isKnown)).toEqual([false, false]);
    expect((await stateOf())?.step).toBe(before + 1n);
    await followAccounts(context, { pauseMs: 0, limitMs: 60_000 });
  });

  test('a block that a reorganisation replaced starts the pass again', async () => {
    await lookBriefly();
    await sandbox.reorganise('ethereum', 2);
    const { pass: old } = (await stateOf()) ?? {};
    expect(await followAccounts(context, { pauseMs: 0, limitMs: 60_000 })).toEqual({ lasting: [], isKnown: true });
    expect(old).not.toBeNull();
  });

  test('what two passes find alike stays, and names the address it is about', async () => {
    const { address } = await db
      .selectFrom('deposits')
      .innerJoin('depositAddresses', 'depositAddresses.addressId', 'deposits.addressId')
      .select('address')
      .where('status', '<>', 'gone')
      .executeTakeFirstOrThrow();
    // No block of it is scanned: the books never get it.
    await sandbox.send('ethereum', { address, amount: '7', asset: 'USDT' });
    await sandbox.mine('ethereum', 1);
    const { lasting } = await followAccounts(context, { pauseMs: 0, limitMs: 60_000 });
    expect(lasting.map(({ subject, ours, theirs }) => [subject, theirs - ours])).toEqual([
      ['chain ethereum USDT', 7_000_000n],
      [`coins ethereum ${address} USDT`, 7_000_000n],
    ]);
    const runs = [];
    for (let run = 0; run < 4; run += 1) runs.push((await lookBriefly()).lasting.length);
    // Reported again by the pass that is whole, though it had no time for a second one.
    expect(runs).toEqual([0, 0, 0, 2]);
  });

  test('a comparison that is never whole is overdue', async () => {
    await db
      .updateTable('chainComparisons')
      .set({ doneAt: new Date(Date.now() - 24 * 3_600_000) })
      .execute();
    expect(await judgeAges(context, await readAges(context), 24 * 3600)).toContain('comparison');
  });
});

test('older addresses of Bitcoin are in the scan in turn', async () => {
  for (let index = 0; index < 5; index += 1) await addUsedAddress(index, 'bitcoin');
  const seen: string[] = [];
  for (let run = 0; run < 3; run += 1) {
    const page = await findOlderAddresses(context, 2);
    seen.push(...page.addresses);
    await page.moveOn();
  }
  expect(new Set(seen).size).toBe(5);
  expect((await findOlderAddresses(context, 2)).addresses).toEqual(seen.slice(0, 2));
});
