import { expect, test } from 'vitest';
import { sayGivenBack } from '../acquirer-payins/fixtures/say-given-back.ts';
import { settleForgottenPayment } from '../operating/forgotten/settle-payment.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, free, report, buy, spend } = await openLossWorld();
const { context } = world;

/** A payment of a forgotten order that a person gave to a client. */
async function creditForgottenPayment(client: SignedInClient, reference: string): Promise<string> {
  const { id } = await context.providers.acquirers.find('card_one').createPayment({
    key: reference,
    reference,
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
  return id;
}

test('a dispute is won beside a forgotten payment of the same client that is lost and followed', async () => {
  const client = await world.signInClient();
  const id = await creditForgottenPayment(client, 'CWFORGOTTENORDER1');
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
});

test('what was bought with a forgotten payment is held until all that the house bore of it is won', async () => {
  const client = await world.signInClient();
  const id = await creditForgottenPayment(client, 'CWFORGOTTENORDER2');
  await spend(client, 6_000n, { ...toEther, payin_currency: 'EUR' });
  const ether = await free(client, 'ETH');
  await sayGivenBack(context, id, '100.00');
  expect([await both(client, 'EUR'), await both(client, 'ETH')]).toEqual([
    [0n, 0n],
    [0n, ether],
  ]);
  await sayGivenBack(context, id, '50.00');
  expect(await both(client, 'ETH')).toEqual([0n, ether]);
  await sayGivenBack(context, id, '30.00');
  expect([await both(client, 'EUR'), await both(client, 'ETH')]).toEqual([
    [1_000n, 0n],
    [ether, 0n],
  ]);
  await sayGivenBack(context, id, '0.00');
  expect(await both(client, 'EUR')).toEqual([4_000n, 0n]);
});
