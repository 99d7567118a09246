import { afterEach, describe, expect, test, vi } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { openWithdrawalWorld } from './fixtures/open-withdrawal-world.ts';

const world = await openWithdrawalWorld();
afterEach(() => expectSound(world));

const { withdraw, approved, cancel, held, clientWith } = world;
const toCard = {
  payin_currency: 'EUR',
  payin_amount: '60',
  payout_currency: 'EUR',
  payout_group: 'card',
  dst_address: '',
};
const numbers = { good: '4242424242424242', amex: '378282246310005' };

async function finished(niceId: string, { access }: SignedInClient): Promise<void> {
  await vi.waitUntil(
    async () => {
      await world.work({ isEarly: true });
      return (await world.read(niceId, access)).status === 'finished';
    },
    { timeout: 90_000 },
  );
}

describe('A-110, C-44 a withdrawal to a card', () => {
  test('it is held, approved by its code and sent once; its fee alone is missing of what left the balance', async () => {
    const client = await clientWith(20_000n, 'EUR');
    const niceId = await approved(client, { ...toCard, token: await world.sandbox.cardToken(numbers.good) });
    expect(await held(client, 'EUR')).toBe(14_000n);
    await finished(niceId, client);
    const order = await world.read(niceId, client.access);
    const sent = await world.sandbox.cardPayouts(niceId);
    expect(sent).toMatchObject([{ status: 'paid', currency: 'EUR' }]);
    expect(sent[0]?.amount).toBe(order.payout_amount);
    expect(Number(order.payout_amount)).toBeLessThan(60);
    expect(order['dst_address']).toBe('···· 4242');
    expect(await held(client, 'EUR')).toBe(14_000n);
  });

  test.each([
    ['no card', 'REQUIRED', async () => ''],
    ['a card of a brand that is not paid out to', 'CARD_INVALID', () => world.sandbox.cardToken(numbers.amex)],
    [
      'the card of another client',
      'CARD_INVALID',
      async () => {
        const other = await clientWith(20_000n, 'EUR');
        const token = await world.sandbox.cardToken(numbers.good);
        await withdraw(other, { ...toCard, token });
        return token;
      },
    ],
  ])('%s is refused with %s, and nothing is held', async (_name, code, token) => {
    const client = await clientWith(20_000n, 'EUR');
    const refused = await withdraw(client, { ...toCard, token: await token() });
    expect(refused.errors).toContainEqual({ code, field: 'token' });
    expect(await held(client, 'EUR')).toBe(20_000n);
  });

  test('A-092 approved and not sent yet it is canceled, and all of it is back', async () => {
    const client = await clientWith(20_000n, 'EUR');
    const niceId = await approved(client, { ...toCard, token: await world.sandbox.cardToken(numbers.good) });
    expect((await cancel(client, niceId)).body.success).toBe(1);
    expect(await held(client, 'EUR')).toBe(20_000n);
    await world.work({ isEarly: true });
    expect(await world.sandbox.cardPayouts(niceId)).toEqual([]);
  });
});
