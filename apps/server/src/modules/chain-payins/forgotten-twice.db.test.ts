import { expect, test } from 'vitest';
import { deriveAddress, insertOwnAddress } from '../addresses/own-address.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import type { DepositChain } from './deposit-chain.ts';
import { recordFound } from './scan-deposits.ts';

const world = await openOrderWorld({ connections: 5 });
const { context, sandbox } = world;
const { db } = context;

/** A transaction that pays its address by a second output too. */
const twice: DepositChain = {
  ...bitcoinDeposits,
  read: async (tools, txid) => {
    const found = await bitcoinDeposits.read(tools, txid);
    const payments = found?.payments.flatMap((paid) => [paid, { ...paid, place: paid.place + 10 }]) ?? [];
    return found && { ...found, payments };
  },
};

test('both outputs by which a transaction pays an address that a restore forgot are deposits of its client', async () => {
  const { niceId } = await world.signInClient();
  const { clientId } = await db
    .selectFrom('clients')
    .select('clientId')
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => insertOwnAddress(context, trx, 'bitcoin', { clientId }));
  for (const keyIndex of [71n, 72n, 73n, 74n]) {
    const forgotten = deriveAddress(context.config, 'bitcoin', keyIndex);
    await db
      .insertInto('forgottenAddresses')
      .values({ chain: 'bitcoin', clientId, keyIndex, ...forgotten })
      .execute();
    const txid = await sandbox.send('bitcoin', { address: forgotten.address, amount: '0.01' });
    await sandbox.mine('bitcoin', 1);
    await recordFound(context, twice, [{ txid, recipient: forgotten.address }]);
    const found = await db.selectFrom('deposits').select('outputIndex').where('txid', '=', txid).execute();
    expect(found).toHaveLength(2);
  }
});
