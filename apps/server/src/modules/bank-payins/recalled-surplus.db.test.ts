import { expect, test } from 'vitest';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { allJobs } from '../../worker.ts';
import { openLossWorld, toEther } from '../losses/fixtures/open-loss-world.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { collectTransfers } from './collect-transfers.ts';
import { payByTransfer, returnAtBank } from './fixtures/pay-by-transfer.ts';
import { watchReturns } from './watch-returns.ts';

const { world, both, free, spend } = await openLossWorld();
const { context } = world;
const work = async (...names: string[]) =>
  drainJobs(
    context,
    world.boss,
    allJobs.filter(({ definition }) => names.includes(definition.name)),
  );

test('a second transfer, kept, exchanged and recalled, holds what it bought and nothing of the order', async () => {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, { payin_group: 'sepa', payout_group: 'balance', dst_address: '' });
  const pay = async () => {
    const id = await payByTransfer(world, order.nice_id, '250.00');
    await collectTransfers(context);
    await work('credit-transfers');
    return id;
  };
  await pay();
  const bought = await free(client, 'BTC');
  expect(bought).toBeGreaterThan(0n);
  const id = await pay();
  const { bank } = context.providers;
  const usual = bank.returnTransfer.bind(bank);
  bank.returnTransfer = () => Promise.reject(new ProviderError('bank', 'refused', { code: 'not_returnable' }));
  await work('refund-money');
  bank.returnTransfer = usual;
  expect(await both(client, 'EUR')).toEqual([25_000n, 0n]);
  await spend(client, 25_000n, { ...toEther, payin_currency: 'EUR' });
  const ether = await free(client, 'ETH');
  expect(ether).toBeGreaterThan(0n);
  await returnAtBank(world, id, '250.00');
  await watchReturns(context);
  expect(await both(client, 'BTC')).toEqual([bought, 0n]);
  expect(await both(client, 'ETH')).toEqual([0n, ether]);
  expect(await both(client, 'EUR')).toEqual([0n, 0n]);
  await expectSound(world);
});
