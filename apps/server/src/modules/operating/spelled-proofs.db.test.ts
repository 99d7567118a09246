import { expect, test } from 'vitest';
import { suspectPayout } from '../forgotten-payments/forgotten-payment.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { settleByHand, stopPayout } from './blocked-payouts.ts';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { bookForgotten } from './forgotten/book-forgotten.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, buy, send, restore } = await openNumberedWorld();
const { context, sandbox } = world;
const operator = 'grace';
const chain = 'ethereum';

/** As people copy it from elsewhere. */
const spell = (txid: string) => [
  txid,
  `0x${txid.slice(2).toUpperCase()}`,
  txid.toUpperCase(),
  txid.slice(2),
  ` ${txid.slice(2).toUpperCase()} `,
];

test('one transaction proves one order, in any spelling', async () => {
  const dst_address = await sandbox.outsideAddress(chain);
  const txid = await sandbox.send(chain, { address: dst_address, amount: '0.01', asset: 'ETH' });
  await sandbox.mine(chain, 1);
  const said: string[] = [];
  for (const proof of spell(txid).toReversed()) {
    const { niceId, orderId, pay } = await buy('ETH', { dst_address });
    await pay();
    const held = { status: 'held', holdReason: 'fee' };
    await context.db.updateTable('payouts').set(held).where('orderId', '=', orderId).execute();
    await stopPayout(context, { niceId, operator });
    const byHand = settleByHand(context, { niceId, operator, proof });
    said.push(await byHand.then(() => 'taken').catch(String));
  }
  expect(said[0]).toBe('taken');
  for (const one of said.slice(1)) expect(one).toContain(`${txid} has paid another order`);
});

test('a client is named for a transaction once, and it was sent for something else, in any spelling', async () => {
  const client = await world.signInClient();
  await world.giveBalance(client, 29_000n, 'EUR');
  const start = await copyDatabase(world);
  const { orderId, pay } = await buy();
  await pay();
  const txid = await send(orderId);
  const { later } = await restore(start);
  await releasePayouts(later, { chain, operator, own: '1' });
  const suspect = (although: string[]) => suspectPayout(later.db, { since: new Date(0), although });
  expect(await suspect([])).toContain(txid);
  for (const although of spell(txid)) expect(await suspect([although])).toBe(undefined);
  const [first = '', ...others] = spell(txid).toReversed();
  const book = (subject: string) => bookForgotten(later, operator, [chain, subject, client.niceId, '60', 'EUR']);
  await book(first);
  // It is no hold without a client any more.
  for (const other of others) await expect(book(other)).rejects.toThrow(`No ${txid} is held`);
});
