import { formatUnits } from '@causeway/domain/currencies/format-units';
import { afterEach, expect, test } from 'vitest';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { bitcoinCall } from '../chain-payins/fixtures/bitcoin-call.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { openDepositWorld } from './fixtures/open-deposit-world.ts';

// A deposit of a client who has paid an order with the balance: what changes that order holds it before its client, and
// so does what ends the deposit's loss.
const world = await openDepositWorld();
const { context, sandbox, has, held } = world;
const deep = chainSettings(context.config, 'bitcoin').balanceConfirmations;
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});

/** The balance has paid an order, and 0.01 BTC that came after that left the chain. */
async function lostDeposit() {
  const client = await world.signInClient();
  await world.giveBalance(client, 250_000n, 'BTC');
  const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: '0.0025' };
  const toEther = { payout_currency: 'ETH', payout_group: 'balance', dst_address: '' };
  const { body } = await world.buy(client.access, { ...paid, ...toEther });
  await approveByCode(world, client, body);
  const { address } = await world.ask(client);
  const send = (amount: string) => sandbox.send('bitcoin', { address, amount });
  const txid = await send('0.01');
  await world.confirm();
  const bytes = await bitcoinCall(context, 'getrawtransaction', [txid, false]);
  await sandbox.reorganise('bitcoin', deep, [txid]);
  await world.scan();
  expect([await has(client), await held(client)]).toEqual([0n, 1_000_000n]);
  return { client, send, bytes };
}

test('it is back', async () => {
  const { client, bytes } = await lostDeposit();
  await bitcoinCall(context, 'sendrawtransaction', [bytes]);
  await world.mine(1);
  expect([await has(client), await held(client)]).toEqual([1_000_000n, 0n]);
});

test('the next one pays for a part of it, and one after it for the rest', async () => {
  const { client, send } = await lostDeposit();
  await send('0.004');
  await world.confirm();
  expect([await has(client), await held(client)]).toEqual([400_000n, 600_000n]);
  await send('0.007');
  await world.confirm();
  expect([await has(client), await held(client)]).toEqual([1_100_000n, 0n]);
});

test('what had paid for it is lost itself', async () => {
  const { client, send } = await lostDeposit();
  const txid = await send('0.012');
  await world.confirm();
  expect([await has(client), await held(client)]).toEqual([1_200_000n, 0n]);
  await sandbox.reorganise('bitcoin', deep, [txid]);
  await world.scan();
  expect([await has(client), await held(client)]).toEqual([0n, 1_200_000n]);
});

test.each([
  ['is here', false],
  ['has left', true],
])('an earlier payment is lost beside one that %s: nothing more is held in its place', async (_where, hasLeft) => {
  const client = await world.signInClient();
  await world.fundWallet('10', 'ETH');
  await world.giveBalance(client, 250_000n, 'BTC');
  const spend = async (payin_amount: string, outside: Record<string, string> = {}) => {
    const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount };
    const toEther = { payout_currency: 'ETH', payout_group: 'balance', dst_address: '' };
    const { body } = await world.buy(client.access, { ...paid, ...toEther, ...outside });
    await approveByCode(world, client, body);
    await world.work();
  };
  await spend('0.0025');
  const both = async () => [await has(client, 'ETH'), await held(client, 'ETH')];
  const honest = await both();
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  const say = async (result: 'approved' | 'chargeback') => {
    await sandbox.settlePayment(payment, result, 0);
    await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  };
  await say('approved');
  const dst_address = await sandbox.outsideAddress('ethereum');
  const withdraw = async () => {
    await spend(formatUnits(await has(client), 'BTC'), { payout_group: 'ethereum', dst_address });
    expect(await has(client)).toBe(0n);
  };
  await withdraw();
  const { address } = await world.ask(client);
  const txid = await sandbox.send('bitcoin', { address, amount: '0.0025' });
  await world.confirm();
  if (hasLeft) await withdraw();
  await sandbox.reorganise('bitcoin', deep, [txid]);
  await world.scan();
  expect([await has(client), await held(client)]).toEqual([0n, hasLeft ? 0n : 250_000n]);
  await say('chargeback');
  expect(await both()).toEqual(honest);
});
