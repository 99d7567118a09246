import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { creditPayoutToBalance, settleByHand } from './blocked-payouts.ts';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, buy, send, restore, countPaid } = await openNumberedWorld();
const { sandbox } = world;
const operator = 'grace';
const chain = 'ethereum';

/** Orders that are paid for in the copy and sent after it. */
async function twoOrders(isOneAddress: boolean, sent: number) {
  const one = await buy();
  const other = await buy('ETH', isOneAddress ? { dst_address: one.address } : {});
  for (const { pay } of [one, other]) await pay();
  const start = await copyDatabase(world);
  const proofs: string[] = [];
  for (const { orderId } of [one, other].slice(0, sent)) proofs.push(await send(orderId));
  const { later } = await restore(start);
  const sendRest = async () => {
    ageLooks();
    await buildPayouts(later, [{ orderId: one.orderId }, { orderId: other.orderId }]);
    await sandbox.mine(chain, 13);
  };
  const release = (own: string) => releasePayouts(later, { chain, operator, own });
  const byHand = (niceId: string, proof = '') => settleByHand(later, { niceId, operator, proof });
  return { one, other, proofs, later, sendRest, release, byHand };
}

test('a transaction settles by hand the order whose address it paid, and no other one', async () => {
  const { one, other, proofs, later, sendRest, release, byHand } = await twoOrders(false, 2);
  const [first = '', second = ''] = proofs;
  await expect(byHand(one.niceId, second)).rejects.toThrow(`${second} did not pay ${one.niceId}, but `);
  await byHand(one.niceId, first);
  await byHand(other.niceId, second);
  await release('0');
  await sendRest();
  expect([await countPaid(one.address, 'ETH'), await countPaid(other.address, 'ETH')]).toEqual([1, 1]);
  expect(await compareWithOutside(later)).toEqual([]);
});

test('a payout that a transaction may have made is not given to the balance as well', async () => {
  const { one, other, proofs, later, sendRest, release, byHand } = await twoOrders(false, 1);
  const { niceId, client, address } = one;
  await expect(creditPayoutToBalance(later, { niceId, operator })).rejects.toThrow(
    `${proofs[0]} may have paid ${niceId}: by-hand`,
  );
  await creditPayoutToBalance(later, { niceId: other.niceId, operator });
  await byHand(niceId, proofs[0]);
  await release('0');
  await sendRest();
  expect(await readBalance(later.db, paths.client(client.niceId), 'ETH')).toBe(0n);
  expect([await countPaid(address, 'ETH'), await compareWithOutside(later)]).toEqual([1, []]);
});

test('it settles one of two orders with the same address, and the other one is paid then', async () => {
  const { one, other, proofs, later, sendRest, release, byHand } = await twoOrders(true, 1);
  await byHand(one.niceId, proofs[0]);
  await expect(byHand(other.niceId, proofs[0])).rejects.toThrow('has paid another order: by-hand was given for it');
  await release('0');
  await sendRest();
  expect(await countPaid(one.address, 'ETH')).toBe(2);
  expect(await compareWithOutside(later)).toEqual([]);
});
