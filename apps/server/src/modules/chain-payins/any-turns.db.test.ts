import { livesOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { depositsThatLeave } from './fixtures/deposits-that-leave.ts';
import { scanDeposits } from './scan-deposits.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

const { gone, chain } = depositsThatLeave();
async function scan() {
  for (let run = 0; run < 3; run += 1) await scanDeposits(context, chain);
}

const price = 2_000_000n;
const most = 4;
const step = fc.oneof(
  fc.record({ send: fc.constantFrom(price / 4n, price / 2n, price) }),
  // Of each the place among what was sent; it leaves the chain, or comes back.
  fc.record({ turn: fc.uniqueArray(fc.nat(most - 1), { minLength: 1, maxLength: 2 }) }),
);

test('whatever leaves the chain and comes back at one address: what can be spent is worth what is there', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
    const client = await world.signInClient();
    const sale = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.02', payout_currency: 'EUR' };
    const { order } = await world.buy(client.access, { ...sale, payout_group: 'balance', dst_address: '' });
    const address = String((await world.read(order.nice_id, client.access))['crypto_address']);
    const sent: { txid: string; amount: bigint }[] = [];
    const free = async (currency: string) => readBalance(db, paths.client(client.niceId), currency);
    const outside = async () => readBalance(db, paths.worldChain('bitcoin'), 'BTC');
    const before = await outside();
    const send = async (amount: bigint) => {
      const txid = await sandbox.send('bitcoin', { address, amount: `0.${amount.toString().padStart(8, '0')}` });
      await sandbox.mine('bitcoin', 1);
      sent.push({ txid, amount });
      await scan();
    };
    const requireWorth = async (bought: bigint) => {
      const present = sent.reduce((sum, { txid, amount }) => (gone.has(txid) ? sum : sum + amount), 0n);
      expect(before - (await outside())).toBe(present);
      const worth = (await free('BTC')) + (price * (await free('EUR'))) / bought;
      // Of each sale and hold a part of a cent.
      expect(Math.abs(Number(worth - present))).toBeLessThan(200);
    };
    await send(price);
    const bought = await free('EUR');
    for (const one of steps) {
      if ('turn' in one) {
        for (const { txid } of one.turn.flatMap((place) => sent[place] ?? [])) if (!gone.delete(txid)) gone.add(txid);
        await scan();
      } else if (sent.length < most) await send(one.send);
      await requireWorth(bought);
    }
    gone.clear();
    await scan();
    await requireWorth(bought);
  });
  await fc.assert(property, { numRuns: livesOf(3), endOnFailure: true });
}, 300_000);
