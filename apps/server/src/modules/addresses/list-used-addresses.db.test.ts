import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { remakeOrder } from '../orders/fixtures/remake-order.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld();
const toEthereum = { payout_currency: 'ETH', payout_group: 'ethereum' };
const address = (digit: string) => `0x${digit.repeat(40)}`;
const answer = z.object({ addresses: z.array(z.object({ address: z.string(), used_at: z.number() })) });

async function usedBy(access: string, group = 'ethereum'): Promise<string[]> {
  const { body } = await world.call('/onramp/addresses', { payout_group: group }, access);
  return answer.parse(body).addresses.map((used) => used.address);
}

async function order(access: string, to: string, part: { status: string; isMerchant?: boolean }, at: number) {
  const { order: made } = await world.buy(access, { ...toEthereum, dst_address: to, is_agree_address: '1' });
  await remakeOrder(
    world.ownerUrl,
    made.nice_id,
    `status = '${part.status}', is_merchant = ${part.isMerchant ?? false}, created_at = to_timestamp(${at})`,
  );
}

describe('3-17, A-024 addresses used before', () => {
  test('are those that were paid out to, the last one first, each once, of this network and client', async () => {
    const access = await world.signIn();
    await order(access, address('1'), { status: 'finished' }, 1000);
    await order(access, address('2'), { status: 'processing' }, 2000);
    await order(access, address('1'), { status: 'finished' }, 3000);
    await order(access, address('3'), { status: 'finished', isMerchant: true }, 4000);
    for (const status of ['payin_pending', 'canceled', 'expired', 'refunded', 'error'])
      await order(access, address('4'), { status }, 5000);
    expect(await usedBy(access)).toEqual([address('1'), address('2')]);
    expect(await usedBy(access, 'bitcoin')).toEqual([]);
    await order(access, `0x1111${'9'.repeat(32)}1111`, { status: 'finished' }, 6000);
    expect(await usedBy(access), 'a later one with the ends of an earlier one').toEqual([address('1'), address('2')]);
    expect(await usedBy(await world.signIn())).toEqual([]);
  });
});
