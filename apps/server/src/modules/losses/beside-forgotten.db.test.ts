import { expect, test } from 'vitest';
import { settleForgottenPayment } from '../operating/forgotten/settle-payment.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, free, report, buy, spend } = await openLossWorld();
const { context } = world;

test('a dispute is won beside a forgotten payment of the same client that is lost and followed', async () => {
  const client = await world.signInClient();
  const { id } = await context.providers.acquirers.find('card_one').createPayment({
    key: 'forgotten',
    reference: 'CWFORGOTTENORDER1',
    amount: '100.00',
    currency: 'EUR',
    description: 'forgotten',
    returnUrl: 'http://localhost/back',
    expiresAt: new Date(Date.now() + 600_000),
    flow: 'page',
    isCardKept: false,
  });
  await report(id, 'approved');
  await settleForgottenPayment(context, 'grace', ['card_one', id, client.niceId]);
  expect(await both(client, 'EUR')).toEqual([10_000n, 0n]);
  const { payment, amount } = await buy(client);
  await report(payment, 'chargeback');
  expect(await both(client, 'BTC')).toEqual([0n, amount]);
  await spend(client, 10_000n, { ...toEther, payin_currency: 'EUR' });
  const ether = await free(client, 'ETH');
  expect(ether).toBeGreaterThan(0n);
  await report(id, 'chargeback');
  expect(await both(client, 'ETH')).toEqual([0n, ether]);
  await report(payment, 'won');
  expect(await both(client, 'BTC')).toEqual([amount, 0n]);
  expect(await both(client, 'ETH')).toEqual([0n, ether]);
  await expectSound(world);
}, 60_000);
