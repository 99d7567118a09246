import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { completeAct } from '../owner-proof/complete-act.ts';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { type Fields, openWithdrawalWorld, toBank } from '../withdrawals/fixtures/open-withdrawal-world.ts';

const world = await openWithdrawalWorld();
await world.fundWallet('1');
afterEach(() => expectSound(world));

const { ask, withdraw, clientWith, context } = world;
const { db } = context;
const password = 'four words of yours';
const passwordHash = await hashPassword(password);
const day = 24 * 3_600_000;

const answerSeen = z.looseObject({
  success: z.int().optional(),
  errors: z.array(z.object({ code: z.string(), field: z.string() })).default([]),
});
const listSeen = z.looseObject({
  destinations: z.array(
    z.looseObject({ id: z.string(), name: z.string(), address: z.string(), holder: z.string(), is_usable: z.int() }),
  ),
  is_wait_on: z.int(),
  wait_ends_at: z.int(),
});

async function owner(amount = 30_000n): Promise<SignedInClient> {
  const client = await clientWith(amount, 'EUR');
  await savePassword(db, client.clientId, passwordHash);
  return client;
}

const post = async (client: SignedInClient, path: string, fields: Fields = {}) => {
  const { status, body } = await ask('POST', `/balance/destinations${path}`, client, fields);
  return { status, body: answerSeen.parse(JSON.parse(body)) };
};
const list = async (client: SignedInClient) =>
  listSeen.parse(JSON.parse((await ask('POST', '/balance/destinations', client)).body));
const account = { payout_currency: 'EUR', payout_group: 'sepa', iban: 'de89 3704 0044 0532 0130 00' };
const keep = (client: SignedInClient, fields: Fields = {}) =>
  post(client, '/new', { name: 'Savings', ...account, beneficiary_account: 'Ada Lovelace', password, ...fields });
const wait = (client: SignedInClient, isOn: '0' | '1', fields: Fields = {}) =>
  post(client, '/wait', { is_on: isOn, ...fields });
const codes = ({ errors }: { errors: { code: string; field: string }[] }) =>
  errors.map(({ code, field }) => [code, field]);
const toAccount = (client: SignedInClient) => withdraw(client, { ...toBank, payin_amount: '50' });

/** As if so much time had gone by since. */
async function letPass({ clientId }: SignedInClient, ms: number): Promise<void> {
  for (const row of await db.selectFrom('savedDestinations').selectAll().where('clientId', '=', clientId).execute())
    await db
      .updateTable('savedDestinations')
      .set({ usableAt: new Date(row.usableAt.getTime() - ms) })
      .where('destinationId', '=', row.destinationId)
      .execute();
  const set = await db.selectFrom('destinationWaits').selectAll().where('clientId', '=', clientId).executeTakeFirst();
  if (set === undefined) return;
  const endsAt = set.endsAt && new Date(set.endsAt.getTime() - ms);
  const since = new Date(set.since.getTime() - ms);
  await db.updateTable('destinationWaits').set({ since, endsAt }).where('clientId', '=', clientId).execute();
}

describe('A-110 saved destinations of withdrawals', () => {
  test('kept in their usual form by the owner’s proof, listed, renamed and removed; the owner is notified', async () => {
    const client = await owner();
    expect(await list(client)).toMatchObject({ destinations: [], is_wait_on: 0 });
    const unproven = { name: 'Savings', ...account, beneficiary_account: 'Ada Lovelace' };
    expect(codes((await post(client, '/new', unproven)).body)).toEqual([['REQUIRED', 'password']]);
    expect(codes((await keep(client, { password: 'not the one' })).body)).toEqual([['PASSWORD_WRONG', 'password']]);
    expect(codes((await keep(client, { iban: 'DE88370400440532013000' })).body)).toEqual([
      ['BANK_ACCOUNT_INVALID', 'iban'],
    ]);
    expect((await keep(client)).body.success).toBe(1);
    expect(codes((await keep(client)).body)).toEqual([['DESTINATION_KEPT', 'iban']]);
    const { destinations } = await list(client);
    expect(destinations).toMatchObject([
      { name: 'Savings', address: toBank.iban, holder: 'Ada Lovelace', network: 'sepa', is_usable: 1 },
    ]);
    const [{ id } = { id: '' }] = destinations;
    expect((await post(client, '/rename', { id, name: 'House' })).body.success).toBe(1);
    expect((await list(client)).destinations).toMatchObject([{ name: 'House' }]);
    const logged = vi.spyOn(world.context.log, 'info');
    expect((await post(client, '/remove', { id })).body.success).toBe(1);
    // After a restore the log says whose destinations wait once more.
    const { clientId } = client;
    expect(logged).toHaveBeenCalledWith('security', {
      event: 'account_changed',
      clientId,
      reason: 'destination-removed',
    });
    logged.mockRestore();
    expect((await list(client)).destinations).toEqual([]);
    const emails = await db
      .selectFrom('notifications')
      .select('template')
      .where('clientId', '=', client.clientId)
      .execute();
    expect(emails.map(({ template }) => template)).toEqual(['destination-kept']);
  });

  test('an address of a chain is checked for its network, and a card is none', async () => {
    const client = await owner();
    const bitcoin = { payout_currency: 'BTC', payout_group: 'bitcoin', iban: '', beneficiary_account: '' };
    expect(codes((await keep(client, { ...bitcoin, dst_address: 'nowhere' })).body)).toEqual([
      ['ADDRESS_INVALID', 'dst_address'],
    ]);
    const address = await world.sandbox.outsideAddress('bitcoin');
    expect((await keep(client, { ...bitcoin, dst_address: address })).body.success).toBe(1);
    expect((await list(client)).destinations).toMatchObject([{ address, network: 'bitcoin' }]);
    expect(codes((await keep(client, { payout_group: 'card' })).body)).toEqual([['GROUP_UNKNOWN', 'payout_group']]);
  });

  test('another client neither sees, renames nor removes them', async () => {
    const [client, other] = [await owner(), await owner()];
    await keep(client);
    const [{ id } = { id: '' }] = (await list(client)).destinations;
    expect((await list(other)).destinations).toEqual([]);
    expect((await post(other, '/rename', { id, name: 'Mine' })).status).toBe(404);
    expect((await post(other, '/remove', { id })).status).toBe(404);
    expect((await list(client)).destinations).toMatchObject([{ name: 'Savings' }]);
  });
});

describe('new destinations that wait', () => {
  test('money leaves for saved ones only, for a new one after a day, and for one from before at once', async () => {
    const client = await owner();
    expect((await wait(client, '1')).body.success).toBe(1);
    expect(codes(await toAccount(client))).toEqual([['DESTINATION_UNKNOWN', 'iban']]);
    await keep(client);
    expect((await list(client)).destinations).toMatchObject([{ is_usable: 0 }]);
    expect(codes(await toAccount(client))).toEqual([['DESTINATION_WAITING', 'iban']]);
    await letPass(client, day);
    expect((await toAccount(client)).success).toBe(1);

    const early = await owner();
    await keep(early);
    await wait(early, '1');
    expect((await toAccount(early)).success).toBe(1);
  });

  test('an order of the exchange that the balance pays waits as well, and one that goes to the balance does not', async () => {
    const client = await owner();
    await wait(client, '1');
    const fromBalance = { payin_group: 'balance', payin_amount: '50' };
    const out = await world.buy(client.access, fromBalance);
    expect(codes(out.body)).toEqual([['DESTINATION_UNKNOWN', 'dst_address']]);
    const within = { ...fromBalance, payout_currency: 'ETH', payout_group: 'balance', dst_address: '' };
    expect((await world.buy(client.access, within)).body.errors).toEqual([]);
  });

  test('what was made before waits at its approval too, once the wait is on or its destination was removed', async () => {
    const client = await owner();
    const toBefore = await toAccount(client);
    const code = await world.codeOf(client);
    const approve = async (uuid: string, text: string) => (await world.approve(client, uuid, text)).body;
    await wait(client, '1');
    expect((await approve(toBefore.uuid, code)).errors).toMatchObject([{ code: 'DESTINATION_UNKNOWN', field: 'iban' }]);
    await keep(client);
    expect((await approve(toBefore.uuid, code)).errors).toMatchObject([{ code: 'DESTINATION_WAITING', field: 'iban' }]);
    await letPass(client, day);
    const toKept = await toAccount(client);
    const codeOfKept = await world.codeOf(client);
    const [{ id } = { id: '' }] = (await list(client)).destinations;
    await post(client, '/remove', { id });
    expect((await approve(toKept.uuid, codeOfKept)).errors).toMatchObject([{ code: 'DESTINATION_UNKNOWN' }]);
    await keep(client);
    await letPass(client, day);
    expect((await approve(toKept.uuid, codeOfKept)).success).toBe(1);
  });

  test('it ends by the owner’s proof alone, and a day later; until then it can be kept', async () => {
    const client = await owner();
    await wait(client, '1');
    expect(codes((await wait(client, '0')).body)).toEqual([['REQUIRED', 'password']]);
    expect(codes((await wait(client, '0', { password: 'not the one' })).body)).toEqual([
      ['PASSWORD_WRONG', 'password'],
    ]);
    expect((await wait(client, '0', { password })).body.success).toBe(1);
    const before = await list(client);
    expect(before).toMatchObject({ is_wait_on: 1, wait_ends_at: expect.any(Number) });
    expect(codes(await toAccount(client))).toEqual([['DESTINATION_UNKNOWN', 'iban']]);
    await letPass(client, day / 2);
    // Asked again, it ends no later.
    await wait(client, '0', { password });
    expect((await list(client)).wait_ends_at).toBeLessThan(before.wait_ends_at);
    await wait(client, '1');
    await wait(client, '1');
    expect(await list(client)).toMatchObject({ is_wait_on: 1, wait_ends_at: 0 });
    await wait(client, '0', { password });
    await letPass(client, day);
    expect(await list(client)).toMatchObject({ is_wait_on: 0, wait_ends_at: 0 });
    expect((await toAccount(client)).success).toBe(1);
    const emails = await db
      .selectFrom('notifications')
      .select('template')
      .where('clientId', '=', client.clientId)
      .execute();
    const count = (name: string) => emails.filter(({ template }) => template === name).length;
    // Switched on when it was on, nothing changes.
    expect([count('destination-wait-off'), count('destination-wait-on')]).toEqual([2, 2]);
  });

  test('an end that was asked for does not go on after a factor was added, and its owner is notified', async () => {
    const client = await owner();
    const { clientId } = client;
    await wait(client, '1');
    await wait(client, '0', { password });
    await db
      .transaction()
      .execute((trx) => completeAct(world.context, trx, 'add an authenticator', { clientId, template: null }));
    await letPass(client, day);
    expect(await list(client)).toMatchObject({ is_wait_on: 1, wait_ends_at: 0 });
    const templates = db.selectFrom('notifications').select('template').where('clientId', '=', clientId);
    expect((await templates.execute()).filter(({ template }) => template === 'destination-wait-on')).toHaveLength(2);
  });
});
