import { expect, test } from 'vitest';
import { ProviderError } from '../../../providers/provider-error.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { compareWallet } from '../../reconciliation/compare-wallet.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { openSignedPayouts } from './fixtures/lose-signed-payout.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { bitcoin } = context.providers;
await world.fundWallet('0.2', 'BTC', 3);
const { sendingBy, sending, sign, payoutOf, readSpendable, readFees, follow } = openSignedPayouts(world);

/** A node takes bytes, and can be asked nothing after that. */
function silent() {
  const unreachable = () => new ProviderError('bitcoin', 'unreachable');
  const own = sendingBy(async (raw) => {
    await bitcoin.broadcast(raw);
    throw unreachable();
  });
  const getTransaction = () => Promise.reject(unreachable());
  return { ...own, providers: { ...own.providers, bitcoin: { ...own.providers.bitcoin, getTransaction } } };
}

test.each([1, 0])(
  'bytes that a node took unheard are the payout, %i blocks deep when their payment is lost',
  async (blocks) => {
    const fees = await readFees();
    const { orderId, first, report } = await sign(silent());
    expect((await payoutOf(orderId)).status).toBe('signed');
    if (blocks > 0) await sandbox.mine('bitcoin', blocks);
    await report('chargeback');
    const again = sending();
    await broadcastPayout(again.context, orderId);
    expect(again.bytes.length).toBeLessThan(5);
    expect(await payoutOf(orderId)).toMatchObject({ status: 'broadcast', rawTransaction: first });
    for (let look = 0; look < 2; look += 1) await follow(orderId, 7);
    const { status, fee } = await payoutOf(orderId);
    expect([status, (await readFees()) - fees]).toEqual(['settled', fee]);
    expect(await compareWallet(context)).toEqual([]);
  },
);

test('coins of bytes at the highest fee that no node has come back when their payment is lost', async () => {
  const [fees, free] = [await readFees(), await readSpendable()];
  const rejected = new ProviderError('bitcoin', 'refused', { code: 'rejected', message: 'sending' });
  const { orderId, report } = await sign(sendingBy(() => Promise.reject(rejected), 300n));
  expect((await payoutOf(orderId)).status).toBe('signed');
  await report('chargeback');
  await broadcastPayout(sending().context, orderId);
  expect((await payoutOf(orderId)).status).toBe('freeing');
  for (let look = 0; look < 2; look += 1) await follow(orderId, 7);
  const { status, fee } = await payoutOf(orderId);
  expect([status, (await readFees()) - fees, free - (await readSpendable())]).toEqual(['failed', fee, fee]);
  expect(await compareWallet(context)).toEqual([]);
});
