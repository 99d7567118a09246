import { afterEach, describe, expect, test } from 'vitest';
import { listBalances, readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { bitcoinCall } from './fixtures/bitcoin-call.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { readTurnover } from '../discounts/turnover.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { loseDeposit, regainDeposit } from './lost-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';
import { z } from 'zod';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
context.config.ORDER_MOST_EUR = 1_000_000_000;
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
  await db.updateTable('alarms').set({ clearedAt: new Date() }).where('clearedAt', 'is', null).execute();
});

const scan = async () => {
  await scanDeposits(context, bitcoinDeposits);
  await scanDeposits(context, ethereumDeposits);
};
const mine = async (chain: 'bitcoin' | 'ethereum', blocks: number) => {
  await sandbox.mine(chain, blocks);
  await scan();
};
const balance = (client: SignedInClient, currency: string) => readBalance(db, paths.client(client.niceId), currency);
const held = (client: SignedInClient, currency: string) => readBalance(db, paths.held(client.niceId), currency);
const borne = (currency: string) => readBalance(db, paths.lostDeposits, currency);
const openAlarms = async () =>
  (await db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute()).map(({ kind }) => kind);
const depositOf = (txid: string) =>
  db.selectFrom('deposits').selectAll().where('txid', '=', txid).executeTakeFirstOrThrow();

const kindsOf = (receipt: unknown) =>
  z
    .array(z.looseObject({ kind: z.string() }))
    .parse(receipt)
    .map(({ kind }) => kind);
async function eventsOf(niceId: string): Promise<string[]> {
  const events = db.selectFrom('orderEvents').innerJoin('orders', 'orders.orderId', 'orderEvents.orderId');
  const rows = await events
    .select(['toStatus', 'reason'])
    .where('niceId', '=', niceId)
    .orderBy('eventNumber')
    .execute();
  return rows.map(({ toStatus, reason }) => `${toStatus} ${reason}`);
}
/** What its client was notified of about held money. */
async function newsOf({ clientId }: SignedInClient): Promise<string[]> {
  const entries = db.selectFrom('notifications').select('template').where('clientId', '=', clientId);
  const rows = await entries.where('template', 'like', 'money-%').orderBy('template').execute();
  return rows.map(({ template }) => template);
}

async function sell(changes: Readonly<Record<string, string>>) {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, {
    payin_currency: 'BTC',
    payin_group: 'bitcoin',
    payin_amount: '0.02',
    payout_currency: 'EUR',
    payout_group: 'balance',
    dst_address: '',
    ...changes,
  });
  const niceId = order.nice_id;
  return { client, niceId, address: String((await world.read(niceId, client.access))['crypto_address']) };
}

describe('lost is lost: an order pays with what it still holds', () => {
  test('an overpaid one whose surplus has left: the operator bears the surplus, and holds it', async () => {
    const { client, niceId, address } = await sell({
      payin_currency: 'USDT',
      payin_group: 'ethereum',
      payin_amount: '500',
      payout_currency: 'BTC',
      payout_group: 'bitcoin',
      dst_address: await sandbox.outsideAddress('bitcoin'),
    });
    const txid = await sandbox.send('ethereum', { address, amount: '100600', asset: 'USDT' });
    await mine('ethereum', 3);
    expect((await world.read(niceId)).status).toBe('processing');
    const surplus = await balance(client, 'USDT');
    expect(surplus).toBeGreaterThan(0n);
    await sandbox.reorganise('ethereum', 3, [txid]);
    await scan();
    const stopped = await world.read(niceId, client.access);
    expect(stopped.status).toBe('error');
    // Its exchange was reversed: the receipt names no payout.
    expect(kindsOf(stopped['receipt'])).toEqual(['payin', 'refund']);
    expect((await listBalances(db, paths.order(niceId))).every((one) => one.balance === 0n)).toBe(true);
    expect([await balance(client, 'USDT'), await held(client, 'USDT')]).toEqual([0n, surplus]);
    expect(await borne('USDT')).toBe(-surplus);
    expect(await openAlarms()).toContain('deposit_lost');
    await sandbox.send('ethereum', { address, amount: '100600', asset: 'USDT' });
    await mine('ethereum', 3);
    // The whole of it is the client's, once.
    expect([await balance(client, 'USDT'), await held(client, 'USDT')]).toEqual([100_600_000_000n, 0n]);
    expect(await borne('USDT')).toBe(0n);
  });

  test('a finished one says that its deposit went and is here again, and its client is notified of what is held and freed', async () => {
    const { client, niceId, address } = await sell({});
    const txid = await sandbox.send('bitcoin', { address, amount: '0.02' });
    await mine('bitcoin', 1);
    const lost = await depositOf(txid);
    await loseDeposit(context, lost);
    await loseDeposit(context, lost);
    expect(await balance(client, 'EUR')).toBe(0n);
    const [gone, here] = ['finished deposit_gone', 'finished payment_regained'];
    expect((await eventsOf(niceId)).slice(-2)).toEqual(['finished balance_credited', gone]);
    expect(await newsOf(client)).toEqual(['money-held']);
    await regainDeposit(context, await depositOf(txid));
    expect(await held(client, 'EUR')).toBe(0n);
    expect((await eventsOf(niceId)).slice(-2)).toEqual([gone, here]);
    expect(await newsOf(client)).toEqual(['money-freed', 'money-held']);
  });

  test('a finished one whose lost deposit another payment pays for says that its payment is here again', async () => {
    const { client, niceId, address } = await sell({});
    const txid = await sandbox.send('bitcoin', { address, amount: '0.02' });
    await mine('bitcoin', 1);
    await sandbox.reorganise('bitcoin', 1, [txid]);
    await scan();
    await sandbox.send('bitcoin', { address, amount: '0.02' });
    await mine('bitcoin', 1);
    expect(await held(client, 'EUR')).toBe(0n);
    const [gone, seen, here] = ['finished deposit_gone', 'finished deposit_seen', 'finished payment_regained'];
    expect((await eventsOf(niceId)).slice(-3)).toEqual([gone, seen, here]);
    expect(await newsOf(client)).toEqual(['money-freed', 'money-held']);
  });

  test('one that waits for the rest gives nothing for a lost part', async () => {
    const { client, niceId, address } = await sell({});
    const txid = await sandbox.send('bitcoin', { address, amount: '0.01' });
    await mine('bitcoin', 1);
    expect(await world.read(niceId, client.access)).toMatchObject({ decision: { kind: 'partial' } });
    await sandbox.reorganise('bitcoin', 1, [txid]);
    await scan();
    expect(await world.read(niceId, client.access)).toMatchObject({
      status: 'payin_pending',
      decision: null,
      received_amount: expect.stringMatching(/^0/),
    });
    expect(await borne('BTC')).toBe(0n);
    await sandbox.send('bitcoin', { address, amount: '0.02' });
    await mine('bitcoin', 1);
    expect((await world.read(niceId)).status).toBe('finished');
  });

  test('and the part counts again when it is back', async () => {
    const { client, niceId, address } = await sell({});
    const txid = await sandbox.send('bitcoin', { address, amount: '0.01' });
    await mine('bitcoin', 1);
    await sandbox.reorganise('bitcoin', 1);
    await scan();
    await mine('bitcoin', 1);
    expect(await world.read(niceId, client.access)).toMatchObject({ decision: { kind: 'partial' } });
    expect((await depositOf(txid)).status).toBe('credited');
    await sandbox.send('bitcoin', { address, amount: '0.01' });
    await mine('bitcoin', 1);
    expect((await world.read(niceId)).status).toBe('finished');
    expect(await balance(client, 'BTC')).toBe(0n);
  });

  test('a lost surplus takes nothing of what the order bought, nor of its turnover', async () => {
    const { client, niceId, address } = await sell({});
    await sandbox.send('bitcoin', { address, amount: '0.02' });
    await mine('bitcoin', 1);
    expect((await world.read(niceId)).status).toBe('finished');
    const surplus = await sandbox.send('bitcoin', { address, amount: '0.005' });
    await mine('bitcoin', 1);
    await world.work();
    const [bought, turnover] = [await balance(client, 'EUR'), await readTurnover(db, client.clientId, new Date())];
    expect([await balance(client, 'BTC'), turnover > 0n]).toEqual([500_000n, true]);
    await sandbox.reorganise('bitcoin', 1, [surplus]);
    await scan();
    expect([await balance(client, 'BTC'), await held(client, 'BTC')]).toEqual([0n, 500_000n]);
    expect([await balance(client, 'EUR'), await readTurnover(db, client.clientId, new Date())]).toEqual([
      bought,
      turnover,
    ]);
    await sandbox.send('bitcoin', { address, amount: '0.005' });
    await mine('bitcoin', 1);
    expect([await balance(client, 'BTC'), await held(client, 'BTC'), await borne('BTC')]).toEqual([500_000n, 0n, 0n]);
  });

  test('lost coins of another currency are held on the balance', async () => {
    const { client, address } = await sell({ payin_currency: 'USDT', payin_group: 'ethereum', payin_amount: '500' });
    const txid = await sandbox.send('ethereum', { address, amount: '12', asset: 'DAI' });
    await mine('ethereum', 3);
    const given = await balance(client, 'DAI');
    expect(given).toBeGreaterThan(0n);
    await sandbox.reorganise('ethereum', 3, [txid]);
    await scan();
    expect([await balance(client, 'DAI'), await held(client, 'DAI')]).toEqual([0n, given]);
  });
});

describe('lost again is held again', () => {
  test('coins of another currency, which came back between', async () => {
    const { client, address } = await sell({ payin_currency: 'USDT', payin_group: 'ethereum', payin_amount: '500' });
    const txid = await sandbox.send('ethereum', { address, amount: '12', asset: 'DAI' });
    await mine('ethereum', 3);
    const given = await balance(client, 'DAI');
    await loseDeposit(context, await depositOf(txid));
    expect([await balance(client, 'DAI'), await held(client, 'DAI')]).toEqual([0n, given]);
    await regainDeposit(context, await depositOf(txid));
    expect([await balance(client, 'DAI'), await held(client, 'DAI')]).toEqual([given, 0n]);
    await loseDeposit(context, await depositOf(txid));
    expect([await balance(client, 'DAI'), await held(client, 'DAI')]).toEqual([0n, given]);
    await regainDeposit(context, await depositOf(txid));
    expect([await balance(client, 'DAI'), await held(client, 'DAI')]).toEqual([given, 0n]);
  });

  test('coins of another currency, when what had paid for them is lost', async () => {
    const { client, address } = await sell({ payin_currency: 'USDT', payin_group: 'ethereum', payin_amount: '500' });
    const send = () => sandbox.send('ethereum', { address, amount: '12', asset: 'DAI' });
    const first = await send();
    await mine('ethereum', 3);
    const given = await balance(client, 'DAI');
    await sandbox.reorganise('ethereum', 3, [first]);
    await scan();
    const second = await send();
    await mine('ethereum', 3);
    expect([await balance(client, 'DAI'), await held(client, 'DAI')]).toEqual([given, 0n]);
    await sandbox.reorganise('ethereum', 3, [second]);
    await scan();
    expect([await balance(client, 'DAI'), await held(client, 'DAI')]).toEqual([0n, given]);
  });
});

describe('replaced is replaced: there and back gives once', () => {
  /** Paid, lost, and paid again under another id. */
  async function replaced() {
    const sold = await sell({});
    const first = await sandbox.send('bitcoin', { address: sold.address, amount: '0.02' });
    await mine('bitcoin', 1);
    const bought = await balance(sold.client, 'EUR');
    const bytes = await bitcoinCall(context, 'getrawtransaction', [first, false]);
    await sandbox.reorganise('bitcoin', 1, [first]);
    await scan();
    expect(await held(sold.client, 'EUR')).toBe(bought);
    const second = await sandbox.send('bitcoin', { address: sold.address, amount: '0.02' });
    await mine('bitcoin', 1);
    expect(await balance(sold.client, 'EUR')).toBe(bought);
    return { ...sold, bought, first, second, bytes };
  }

  test('the first payment comes back in place of the second', async () => {
    const { client, bought, first, second, bytes } = await replaced();
    await sandbox.reorganise('bitcoin', 1, [second]);
    await bitcoinCall(context, 'sendrawtransaction', [bytes]);
    await mine('bitcoin', 1);
    await scan();
    expect([await balance(client, 'EUR'), await balance(client, 'BTC')]).toEqual([bought, 0n]);
    expect([await held(client, 'EUR'), await borne('BTC')]).toEqual([0n, 0n]);
    expect([(await depositOf(first)).status, (await depositOf(second)).status]).toEqual(['credited', 'lost']);
    expect(await openAlarms()).not.toContain('deposit_lost');
  });

  test('the second is lost and nothing came for it: the loss is open again, and held', async () => {
    const { client, bought, second } = await replaced();
    await sandbox.reorganise('bitcoin', 1, [second]);
    await scan();
    expect([await balance(client, 'EUR'), await held(client, 'EUR')]).toEqual([0n, bought]);
    expect(await borne('BTC')).toBe(-2_000_000n);
    expect(await openAlarms()).toContain('deposit_lost');
  });

  test('whatever is noticed first', async () => {
    const { client, bought, first, second, bytes } = await replaced();
    await sandbox.reorganise('bitcoin', 1, [second]);
    await bitcoinCall(context, 'sendrawtransaction', [bytes]);
    await sandbox.mine('bitcoin', 1);
    await regainDeposit(context, await depositOf(first));
    expect(await balance(client, 'BTC')).toBe(2_000_000n);
    await loseDeposit(context, await depositOf(second));
    expect([await balance(client, 'BTC'), await held(client, 'BTC')]).toEqual([0n, 2_000_000n]);
    expect(await balance(client, 'EUR')).toBe(bought);
    await scan();
  });
});

describe('two payments of one order that are both lost', () => {
  test('before its pay-out is signed: nothing of either is left to spend', async () => {
    const { client, niceId, address } = await sell({
      payin_currency: 'USDT',
      payin_group: 'ethereum',
      payin_amount: '500',
      payout_currency: 'BTC',
      payout_group: 'bitcoin',
      dst_address: await sandbox.outsideAddress('bitcoin'),
    });
    const first = await sandbox.send('ethereum', { address, amount: '100', asset: 'USDT' });
    await mine('ethereum', 3);
    const second = await sandbox.send('ethereum', { address, amount: '400', asset: 'USDT' });
    await mine('ethereum', 3);
    expect((await world.read(niceId)).status).toBe('processing');
    const before = await borne('USDT');
    await sandbox.reorganise('ethereum', 6, [first, second]);
    await scan();
    expect((await world.read(niceId)).status).toBe('error');
    expect(await balance(client, 'USDT')).toBe(0n);
    expect((await borne('USDT')) - before).toBe(-(await held(client, 'USDT')));
    for (const amount of ['100', '400']) await sandbox.send('ethereum', { address, amount, asset: 'USDT' });
    await mine('ethereum', 3);
    expect([await balance(client, 'USDT'), await held(client, 'USDT')]).toEqual([500_000_000n, 0n]);
  });

  test('of a pay-out that came back later as much is held as is still lost', async () => {
    const iban = { iban: 'DE89 3704 0044 0532 0130 00', beneficiary_account: 'Ada Lovelace', is_agree_name: '1' };
    const { client, niceId, address } = await sell({ payout_group: 'sepa', ...iban });
    await sandbox.setBankMode('hold');
    const first = await sandbox.send('bitcoin', { address, amount: '0.005' });
    await mine('bitcoin', 1);
    const second = await sandbox.send('bitcoin', { address, amount: '0.015' });
    await mine('bitcoin', 1);
    await world.work();
    const [payout] = await sandbox.bankPayouts(niceId);
    expect(payout).toMatchObject({ status: 'pending' });
    const read = (txid: string) => bitcoinCall(context, 'getrawtransaction', [txid, false]);
    const bytes = [await read(first), await read(second)];
    const before = await borne('BTC');
    await sandbox.reorganise('bitcoin', 2, [first, second]);
    await scan();
    expect(await borne('BTC')).toBe(before - 2_000_000n);
    await sandbox.endBankPayout(payout?.id ?? '', 'returned', 0);
    await sandbox.setBankMode('auto');
    const work = async () => {
      await world.work({ isEarly: true });
      return held(client, 'EUR');
    };
    await expect.poll(work, { timeout: 90_000 }).toBeGreaterThan(0n);
    const back = await held(client, 'EUR');
    expect(await balance(client, 'EUR')).toBe(0n);
    const comeBack = async (transaction: unknown) => {
      await bitcoinCall(context, 'sendrawtransaction', [transaction]);
      await mine('bitcoin', 1);
      return [await balance(client, 'EUR'), await held(client, 'EUR')];
    };
    expect(await comeBack(bytes[0])).toEqual([back / 4n, back - back / 4n]);
    expect(await openAlarms()).toContain('chargeback');
    await expectSound(world);
    expect(await comeBack(bytes[1])).toEqual([back, 0n]);
    expect(await openAlarms()).not.toContain('chargeback');
  });
});
