import { afterAll, beforeAll, expect, test } from 'vitest';
import { bitcoinCall } from '../chain-payins/fixtures/bitcoin-call.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openCoins } from './fixtures/sell-coins.ts';
import { openLossWorld, toBank, toEther } from './fixtures/open-loss-world.ts';

const { world, both, free, report, buy, spend, sendBack } = await openLossWorld();
const coins = openCoins(world);
beforeAll(() => world.sandbox.setBankMode('hold'));
afterAll(() => world.sandbox.setBankMode('auto'));

test('payments and a deposit whose money went to another currency and back are all lost, then all won', async () => {
  const client = await world.signInClient();
  const readAll = async () => Promise.all(['BTC', 'ETH', 'EUR'].map((currency) => both(client, currency)));
  const first = await buy(client);
  const { txid } = await coins.sell(client, 'EUR');
  const bytes = await bitcoinCall(world.context, 'getrawtransaction', [txid, false]);
  const sold = await spend(client, first.amount, toBank);
  await world.work();
  const payments = [first, await buy(client), await buy(client)].map(({ payment }) => payment);
  await spend(client, await free(client, 'EUR'), { ...toEther, payin_currency: 'EUR' });
  const toEuros = { payin_currency: 'ETH', payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };
  await spend(client, (await free(client, 'ETH')) / 4n, toEuros);
  await sendBack(sold);
  const before = await readAll();
  for (const payment of payments) await report(payment, 'chargeback');
  await coins.drop(txid);
  expect((await readAll()).map(([left]) => left)).toEqual([0n, 0n, 0n]);
  for (const payment of payments) await report(payment, 'won');
  await bitcoinCall(world.context, 'sendrawtransaction', [bytes]);
  await coins.mine();
  expect(await readAll()).toEqual(before);
  await expectSound(world);
}, 300_000);
