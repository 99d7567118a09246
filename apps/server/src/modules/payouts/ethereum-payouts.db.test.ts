import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/compare-with-outside.ts';

const world = await openOrderWorld();
const access = await world.signIn();
const { db } = world.context;
beforeAll(async () => {
  await world.fundWallet('20', 'ETH');
  await world.fundWallet('50000', 'USDT');
});
afterEach(() => expectSound(world));

async function buyAndPay(currency: string, amount = '250'): Promise<string> {
  const { order } = await world.buy(access, {
    payin_amount: amount,
    payout_currency: currency,
    payout_group: 'ethereum',
    dst_address: await world.sandbox.outsideAddress('ethereum'),
  });
  await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
  await world.until(order.nice_id, 'processing');
  return order.nice_id;
}

async function sent(niceId: string): Promise<string> {
  await expect
    .poll(
      async () => {
        await world.work();
        return (await world.read(niceId, access)).txid;
      },
      { timeout: 10_000 },
    )
    .not.toBe('');
  return (await world.read(niceId, access)).txid;
}

const look = () => world.work({ isEarly: true });
const openAlarms = async () =>
  (await db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute()).map(({ kind }) => kind);

async function mine(blocks: number): Promise<void> {
  await world.sandbox.mine('ethereum', blocks);
  await look();
}

async function outgoing(): Promise<string[]> {
  return (await world.sandbox.journal()).chain_out.map(({ txid }) => txid);
}

describe('paying out of an account', () => {
  test.each(['ETH', 'USDT'])('%s is signed, sent, confirmed and booked, its gas in ether', async (currency) => {
    const niceId = await buyAndPay(currency);
    const txid = await sent(niceId);
    await mine(3);
    const order = await world.read(niceId, access);
    expect(order).toMatchObject({ status: 'finished', txid, payout_confirmations: 3 });
    const paid = (await world.sandbox.journal()).chain_out.find((row) => row.txid === txid);
    expect(paid).toMatchObject({ currency, failed: false });
    expect(Number(paid?.amount)).toBe(Number(order.payout_amount));
    expect(Number(paid?.fee)).toBeGreaterThan(0);
    expect(await compareWithOutside(world.context)).toEqual([]);
  });
});
