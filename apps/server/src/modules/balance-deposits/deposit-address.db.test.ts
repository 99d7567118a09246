import { runSql } from '@causeway/testing/run-sql';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findAddress } from '../address-recovery/find-address.ts';
import { openDepositWorld } from './fixtures/open-deposit-world.ts';

const world = await openDepositWorld({ connections: 4 });
const { context } = world;
const { db } = context;

const addressesOf = (clientId: string) =>
  db
    .selectFrom('depositAddresses')
    .select(['address', 'keyIndex', 'orderId', 'clientId'])
    .where('clientId', '=', clientId)
    .orderBy('keyIndex')
    .execute();

async function setOption(changes: { state: string }) {
  await db
    .updateTable('paymentOptions')
    .set(changes)
    .where('direction', '=', 'payin')
    .where('currency', '=', 'BTC')
    .where('groupCode', '=', 'bitcoin')
    .execute();
  // The price list is kept for a second.
  await new Promise((resolve) => setTimeout(resolve, 1100));
}

describe('C-41 the address for deposits', () => {
  test('3-59, A-109 it has every field; asking again gives the same one', async () => {
    const client = await world.signInClient();
    const answer = await world.ask(client);
    expect(answer).toEqual({
      currency: 'BTC',
      other_coins: [],
      address: expect.stringMatching(/^bcrt1q/),
      dst_tag: null,
      payin_min_amount: '0.00020000',
      min_amount: '0.00020000',
      payin_min_worth: expect.stringMatching(/^1\d\.\d\d$/),
      min_worth: answer['payin_min_worth'],
      worth_currency: 'EUR',
      is_permanent: 0,
      seconds_to_release: 24 * 3600,
      confirmations: 6,
      error: '',
      errors: [],
    });
    expect((await world.ask(client)).address).toBe(answer.address);
  });

  test('A-109 each currency and network has its own; on Ethereum it is permanent', async () => {
    const client = await world.signInClient();
    const [ether, token] = [
      await world.ask(client, { currency: 'ETH', group: 'ethereum' }),
      await world.ask(client, { currency: 'USDT', group: 'ethereum' }),
    ];
    expect(ether).toMatchObject({ is_permanent: 1, seconds_to_release: 0, confirmations: 12 });
    expect(ether.address).toMatch(/^0x/);
    expect(token.address).not.toBe(ether.address);
  });

  test('A-109 at zero there is another one, and the old one stays the client’s', async () => {
    const client = await world.signInClient();
    const first = await world.ask(client);
    await db
      .updateTable('balanceAddresses')
      .set({ shownUntil: context.clock.now() })
      .where('clientId', '=', client.clientId)
      .execute();
    const second = await world.ask(client);
    expect(second.address).not.toBe(first.address);
    expect(second.seconds_to_release).toBe(24 * 3600);
    const rows = await addressesOf(client.clientId);
    expect(rows.map(({ address }) => address).toSorted()).toEqual([first.address, second.address].toSorted());
    expect(rows.every(({ clientId, orderId }) => clientId === client.clientId && orderId === null)).toBe(true);
  });

  test('is_new gives another one, once for a double click, and not more than ten a day', async () => {
    const client = await world.signInClient();
    const first = await world.ask(client);
    const made = (minutes: number) =>
      db
        .updateTable('balanceAddresses')
        .set({ createdAt: sql<Date>`${context.clock.now()}::timestamptz + make_interval(mins => ${minutes})` })
        .where('clientId', '=', client.clientId)
        .execute();
    const before = () => made(-1);
    await made(1);
    expect((await world.ask(client, { is_new: '1' })).address).toBe(first.address);
    const seen = new Set([first.address]);
    for (let index = 0; index < 9; index += 1) {
      await before();
      seen.add((await world.ask(client, { is_new: '1' })).address);
    }
    expect(seen.size).toBe(10);
    await before();
    const refused = await world.ask(client, { is_new: '1' });
    expect(refused.error).toBe('TOO_MANY_REQUESTS');
    expect(seen).toContain(refused.address);
  });

  test('twelve that ask at once get one address', async () => {
    const client = await world.signInClient();
    const answers = await Promise.all(Array.from({ length: 12 }, () => world.ask(client)));
    expect(new Set(answers.map(({ address }) => address)).size).toBe(1);
    expect(await addressesOf(client.clientId)).toHaveLength(1);
    const again = await Promise.all(Array.from({ length: 12 }, () => world.ask(client, { is_new: '1' })));
    expect(new Set(again.map(({ address }) => address)).size).toBe(1);
  });

  test('an address that a restore has forgotten is not given again, to anybody', async () => {
    const given = await world.ask(await world.signInClient());
    await runSql(
      world.ownerUrl,
      `delete from balance_addresses using deposit_addresses target
         where balance_addresses.address_id = target.address_id and target.address = '${given.address}';
       delete from deposit_addresses where address = '${given.address}'`,
    );
    const others = await Promise.all(Array.from({ length: 5 }, () => world.signInClient()));
    const answers = await Promise.all(others.map((client) => world.ask(client)));
    expect(answers.map(({ address }) => address)).not.toContain(given.address);
  });

  test('no address is another client’s', async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => world.signInClient()));
    const answers = await Promise.all(clients.map((client) => world.ask(client)));
    expect(new Set(answers.map(({ address }) => address)).size).toBe(5);
  });

  test('an operator learns from an address alone whose it is and where its key is, for coins that no scan sees', async () => {
    const client = await world.signInClient();
    const asked = { operator: 'ann of addresses', reason: 'coins of another network' };
    const { address } = await world.ask(client, { currency: 'ETH', group: 'ethereum' });
    const { keyPath } = await db
      .selectFrom('depositAddresses')
      .select('keyPath')
      .where('address', '=', address)
      .executeTakeFirstOrThrow();
    // As an explorer of another network spells it.
    const found = await findAddress(context, { ...asked, text: ` ${address.toLowerCase()} ` });
    expect(found).toContain(`ethereum  ${address}\nclient ${client.niceId}\nkey at ${keyPath}`);
    expect(found).toContain('nothing was booked of it');

    const { order } = await world.buy(client.access, {
      payin_currency: 'BTC',
      payin_group: 'bitcoin',
      payin_amount: '0.02',
      payout_currency: 'EUR',
      payout_group: 'balance',
      dst_address: '',
    });
    const own = String((await world.read(order.nice_id, client.access))['crypto_address']);
    const txid = await world.sandbox.send('bitcoin', { address: own, amount: '0.001' });
    await world.mine(1);
    const ofOrder = await findAddress(context, { ...asked, text: own.toUpperCase() });
    expect(ofOrder).toContain(`client ${client.niceId}  order ${order.nice_id}`);
    expect(ofOrder).toContain(`BTC  ${txid}`);
    const outside = await world.sandbox.outsideAddress('bitcoin');
    await expect(findAddress(context, { ...asked, text: outside })).rejects.toThrow('to nobody');
    const { order: sent } = await world.buy(client.access, { dst_address: outside });
    expect(await findAddress(context, { ...asked, text: outside })).toBe(`client ${client.niceId}  ${sent.nice_id}`);
    const rows = db.selectFrom('operatorActions').select(['subject', 'details']).where('operator', '=', asked.operator);
    const details = { reason: asked.reason, client: client.niceId };
    expect(await rows.orderBy('actionId').execute()).toEqual([
      { subject: address, details },
      { subject: own, details },
      { subject: outside, details },
    ]);
  });

  test('the database refuses an address with two owners, and a deposit of another than its owner', async () => {
    const [mine, other] = [await world.signInClient(), await world.signInClient()];
    await world.ask(mine);
    const [row] = await addressesOf(mine.clientId);
    const { addressId } = await db
      .selectFrom('depositAddresses')
      .select('addressId')
      .where('address', '=', row?.address ?? '')
      .executeTakeFirstOrThrow();
    const now = context.clock.now();
    const deposit = {
      depositId: addressId,
      chain: 'bitcoin',
      txid: 'another',
      outputIndex: 0,
      currency: 'BTC',
      amount: 5n,
      status: 'seen',
      confirmations: 0,
      seenAt: now,
      updatedAt: now,
    };
    await expect(
      db
        .insertInto('deposits')
        .values({ ...deposit, addressId, clientId: other.clientId })
        .execute(),
    ).rejects.toThrow('deposits_of_their_client');
    await expect(
      db
        .insertInto('deposits')
        .values({ ...deposit, addressId })
        .execute(),
    ).rejects.toThrow('deposits_of_one');
  });

  test('2.1-28 what is no currency of the balance, and what is no network of it, is refused', async () => {
    const client = await world.signInClient();
    expect(await world.ask(client, { currency: 'DOGE' })).toMatchObject({
      success: 0,
      errors: [{ code: 'CURRENCY_UNKNOWN', field: 'currency' }],
    });
    for (const group of ['ethereum', 'card', 'balance'])
      expect(await world.ask(client, { group })).toMatchObject({
        success: 0,
        errors: [{ code: 'GROUP_UNKNOWN', field: 'group' }],
      });
    expect((await world.post('/balance/deposit_address', { access: 'none' }, {})).status).toBe(403);
  });

  test('a paused network gives no address and says so', async () => {
    const client = await world.signInClient();
    await setOption({ state: 'paused' });
    expect(await world.ask(client)).toMatchObject({ address: '', error: 'PAYIN_PAUSED', confirmations: 6 });
    await setOption({ state: 'open' });
    expect((await world.ask(client)).address).not.toBe('');
  });
});
