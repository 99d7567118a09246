import { expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { openLossWorld, toBank, toEther } from './fixtures/open-loss-world.ts';

const { world, both, free, report, buy, order, spend, withdraw } = await openLossWorld();
const { context, sandbox } = world;

async function payToBank(client: SignedInClient) {
  const niceId = await spend(client, await free(client, 'BTC'), toBank);
  await world.work();
  expect(await sandbox.bankPayouts(niceId)).toHaveLength(1);
}

test('what a lost payment was exchanged for is held, also where another payment was withdrawn after it', async () => {
  const client = await world.signInClient();
  const { payment: lost, amount } = await buy(client);
  await spend(client, amount, toEther);
  const ether = await free(client, 'ETH');
  await withdraw(client, (await buy(client)).amount);
  await report(lost, 'chargeback');
  expect(await both(client, 'ETH')).toEqual([0n, ether]);
  await expectSound(world);
});

test('of one payment that is taken back in half, the half that is left is held', async () => {
  const client = await world.signInClient();
  const { payment: lost, amount } = await buy(client);
  await spend(client, amount / 2n, toEther);
  const ether = await free(client, 'ETH');
  await payToBank(client);
  await report(lost, 'refunded', '125.00');
  expect((await free(client, 'ETH')) * 100n).toBeLessThan(ether);
});

test('a pay-out that is not signed is stopped, also where another payment was withdrawn after it', async () => {
  const client = await world.signInClient();
  const { payment: lost, amount } = await buy(client);
  const { OUTFLOW_DAY_EUR } = context.config;
  context.config.OUTFLOW_DAY_EUR = 1;
  const dst_address = await sandbox.outsideAddress('ethereum');
  const waiting = await spend(client, amount, { payout_currency: 'ETH', payout_group: 'ethereum', dst_address });
  await buy(client);
  await payToBank(client);
  context.config.OUTFLOW_DAY_EUR = OUTFLOW_DAY_EUR;
  expect(await world.read(waiting)).toMatchObject({ status: 'processing', txid: '' });
  await report(lost, 'chargeback');
  expect((await world.read(waiting)).status).toBe('error');
  await expectSound(world);
});

test('an order that waits for its code ends, also where something was sent after it', async () => {
  const client = await world.signInClient();
  await buy(client);
  const { payment: lost } = await buy(client);
  const all = await free(client, 'BTC');
  const { nice_id: waiting } = await order(client, all / 2n, toEther);
  await world.work();
  const codes = async () =>
    (await sandbox.inbox(client.email)).flatMap(({ subject }) => /^(\d{6}) approves/.exec(subject ?? '')?.[1] ?? []);
  const before = await codes();
  const dst_address = await sandbox.outsideAddress('ethereum');
  const sent = await order(client, all / 2n, { payout_currency: 'ETH', payout_group: 'ethereum', dst_address });
  await world.work();
  const code = (await codes()).find((one) => !before.includes(one)) ?? '';
  const approval = { uuid: sent.uuid, code, 'g-recaptcha-response': await sandbox.captchaToken('code') };
  await world.call('/order/approve_withdrawal', approval, client.access);
  await world.work();
  expect((await world.read(sent.nice_id)).txid).not.toBe('');
  await report(lost, 'chargeback');
  expect([(await world.read(waiting)).status, ...(await both(client, 'BTC'))]).toEqual(['canceled', 0n, all / 2n]);
});
