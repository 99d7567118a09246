import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { sayGivenBack } from '../acquirer-payins/fixtures/say-given-back.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { openLossWorld, toEther } from '../losses/fixtures/open-loss-world.ts';
import { settleFees } from '../merchants/settle-fees.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { savePartner } from '../partners/save-partner.ts';
import { listHolds, openHold, releaseHolds } from '../payout-holds/store.ts';
import { releasePartnerFees } from '../payin-methods/release-when-final.ts';

const { world, both, report, buy, spend } = await openLossWorld();
const { context, sandbox } = world;
const { db } = context;

/** A partner with an owner who is paid, and a client. */
async function begin(partnerKey: string) {
  const { clientId } = await world.signInClient();
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  await savePartner(context, { ...look, partnerKey, name: 'Share', isMerchant: false, feePercent: 100_000, clientId });
  const readFee = () =>
    db
      .selectFrom('partnerFees')
      .select(['amount', 'lost', 'released', 'status'])
      .where('partnerKey', '=', partnerKey)
      .executeTakeFirstOrThrow();
  return { client: await world.signInClient(), readFee, partner: { partner_key: partnerKey } };
}

async function release(): Promise<void> {
  await sql`update card_payments set credited_at = credited_at - interval '121 days'`.execute(db);
  await sql`update partner_fees set created_at = created_at - interval '121 days', check_at = check_at - interval '121 days'`.execute(
    db,
  );
  await releasePartnerFees(context);
}

test('a dispute that is lost and won again after the fee was released gives its share back each time', async () => {
  const { client, readFee, partner } = await begin('pk_again');
  const { payment, amount } = await buy(client, partner);
  await report(payment, 'chargeback');
  await report(payment, 'won');
  for (const turn of [1, 2]) {
    await release();
    expect([turn, await readFee()]).toMatchObject([turn, { lost: 0n, status: 'released' }]);
    await report(payment, 'chargeback');
    expect(await both(client, 'BTC')).toEqual([0n, amount]);
    await report(payment, 'won');
    expect(await both(client, 'BTC')).toEqual([amount, 0n]);
  }
  const fee = await readFee();
  expect(fee).toMatchObject({ lost: 0n, released: 0n, status: 'pending' });
  await release();
  expect(await settleFees(context, 'pk_again')).toEqual(new Map([['EUR', fee.amount]]));
  await expectSound(world);
});

test('a deposit that is back waits for its depth again, also where the fee was released meanwhile', async () => {
  const { client, readFee, partner } = await begin('pk_coins');
  const sale = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.005', payout_currency: 'EUR' };
  const { order } = await world.buy(client.access, { ...sale, ...partner, payout_group: 'balance', dst_address: '' });
  const address = String((await world.read(order.nice_id, client.access))['crypto_address']);
  const txid = await sandbox.send('bitcoin', { address, amount: '0.005' });
  await sandbox.mine('bitcoin', 1);
  const gone = new Set<string>();
  const read: typeof bitcoinDeposits.read = async (tools, id) =>
    gone.has(id) ? undefined : bitcoinDeposits.read(tools, id);
  const scan = async () => {
    // Found by the first look, and booked by the second.
    for (let looks = 0; looks < 2; looks += 1) await scanDeposits(context, { ...bitcoinDeposits, read });
  };
  await scan();
  gone.add(txid);
  await scan();
  await release();
  gone.delete(txid);
  await scan();
  await release();
  expect(await settleFees(context, 'pk_coins')).toEqual(new Map());
  await sandbox.mine('bitcoin', 6);
  await scan();
  await release();
  const { amount } = await readFee();
  expect(await settleFees(context, 'pk_coins')).toEqual(new Map([['BTC', amount]]));
  await expectSound(world);
});

test('an order that stops after a part of it was lost gives that part of the fee back to the account that has it', async () => {
  const { client, partner } = await begin('pk_stopped');
  const { nice_id } = (await world.buy(client.access, partner)).order;
  const payment = await world.paymentOf(nice_id);
  const before = await readBalance(db, paths.lostDeposits, 'EUR');
  await openHold(context, db, { chain: 'bitcoin', reason: 'restored', subject: 'epoch 2' });
  await report(payment, 'approved');
  await report(payment, 'refunded', '100.00');
  const holdIds = (await listHolds(db, 'bitcoin')).map(({ holdId }) => holdId);
  await db.transaction().execute((trx) => releaseHolds(context, trx, { chain: 'bitcoin', holdIds, by: 'agreement' }));
  await report(payment, 'chargeback');
  expect(await readBalance(db, paths.lostDeposits, 'EUR')).toBe(before);
  await expectSound(world);
});

// The acquirer is not asked in these: what it is said to have said is not in its books.
test.each(['its own order', 'an order that a loss was followed to'] as const)(
  'a dispute that is won in two parts, with the fee released between: %s',
  async (which) => {
    const isOwn = which === 'its own order';
    const { client, readFee, partner } = await begin(isOwn ? 'pk_own' : 'pk_followed');
    const { payment, amount } = await buy(client, isOwn ? partner : {});
    if (!isOwn) await spend(client, amount, { ...toEther, ...partner });
    await report(payment, 'chargeback');
    await sayGivenBack(context, payment, '100.00');
    await release();
    expect(await readFee()).toMatchObject({ status: 'released' });
    await sayGivenBack(context, payment, '0.00');
    expect(await readFee()).toMatchObject({ lost: 0n, status: 'pending' });
    expect((await both(client, isOwn ? 'BTC' : 'ETH'))[1]).toBe(0n);
  },
);
