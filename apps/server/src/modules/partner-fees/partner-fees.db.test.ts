import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { listBalances, readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { settleFees } from '../merchants/settle-fees.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { releasePartnerFees } from '../payin-methods/release-when-final.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
let owner: SignedInClient;
let buyer: SignedInClient;

beforeAll(async () => {
  [owner, buyer] = [await world.signInClient(), await world.signInClient()];
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  await savePartner(context, {
    ...look,
    partnerKey: 'pk_fees',
    name: 'Fees',
    isMerchant: false,
    clientId: owner.clientId,
    feePercent: 100_000,
  });
});

const pending = (currency = 'EUR') => readBalance(db, paths.partnerPending('pk_fees'), currency);
const released = (currency = 'EUR') => readBalance(db, paths.partner('pk_fees'), currency);

/** An order of 250 EUR by card onto the balance, paid and exchanged, with a fee of 10 %. */
async function sell(changes: Readonly<Record<string, string>> = {}): Promise<{ niceId: string; fee: bigint }> {
  const { order } = await world.buy(buyer.access, {
    partner_key: 'pk_fees',
    payout_group: 'balance',
    dst_address: '',
    ...changes,
  });
  const before = await pending();
  await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
  await confirm(order.nice_id);
  return { niceId: order.nice_id, fee: (await pending()) - before };
}

async function confirm(niceId: string): Promise<void> {
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: await world.paymentOf(niceId) });
}

/** Makes every fee and payment so many days older. */
async function age(days: number): Promise<void> {
  await sql`update partner_fees set created_at = created_at - ${days} * interval '1 day', check_at = check_at - ${days} * interval '1 day' - interval '1 hour'
    where status = 'pending'`.execute(db);
  await sql`update card_payments set credited_at = credited_at - ${days} * interval '1 day'`.execute(db);
}

async function chargeBack(niceId: string): Promise<void> {
  await sandbox.settlePayment(await world.paymentOf(niceId), 'chargeback', 0);
  await confirm(niceId);
}

/** Every fee is on the account that its row names. */
async function expectFeesAgree(): Promise<void> {
  const rows = await db
    .selectFrom('partnerFees')
    .select([
      'currency',
      ({ fn }) => fn.sum<bigint>('amount').as('amount'),
      ({ fn }) => fn.sum<bigint>('lost').as('lost'),
    ])
    .where('status', '=', 'pending')
    .groupBy('currency')
    .execute();
  const kept = (await listBalances(db, paths.partnerPending('pk_fees'))).filter(({ balance }) => balance !== 0n);
  expect(Object.fromEntries(kept.map(({ currency, balance }) => [currency, balance]))).toEqual(
    Object.fromEntries(
      rows.map(({ currency, amount, lost }) => [currency, amount - lost]).filter(([, left]) => left !== 0n),
    ),
  );
}

describe('a partner’s fee is earned when the payment cannot be taken back any more', () => {
  test('it waits, is not settled, and is released once its time is over', async () => {
    const { fee } = await sell();
    expect(fee).toBeGreaterThan(2000n);
    await releasePartnerFees(context);
    expect(await settleFees(context, 'pk_fees')).toEqual(new Map());
    await age(119);
    await releasePartnerFees(context);
    expect([await pending(), await released()]).toEqual([fee, 0n]);
    await age(2);
    await Promise.all([releasePartnerFees(context), releasePartnerFees(world.jobContext)]);
    expect([await pending(), await released()]).toEqual([0n, fee]);
    expect(await settleFees(context, 'pk_fees')).toEqual(new Map([['EUR', fee]]));
    await expectFeesAgree();
  });

  test('a chargeback takes it, and the operator loses so much less', async () => {
    const { niceId, fee } = await sell();
    const before = await readBalance(db, paths.chargebackLoss, 'EUR');
    await chargeBack(niceId);
    await chargeBack(niceId).catch(() => {});
    expect(await pending()).toBe(0n);
    expect((await readBalance(db, paths.chargebackLoss, 'EUR')) - before).toBe(fee - 25_000n);
    await age(500);
    await releasePartnerFees(context);
    expect(await released()).toBe(0n);
    await expectFeesAgree();
  });

  test('a loss after it was paid is taken from what is earned next', async () => {
    const { niceId, fee } = await sell();
    await age(121);
    await releasePartnerFees(context);
    await settleFees(context, 'pk_fees');
    await chargeBack(niceId);
    expect(await released()).toBe(-fee);
    const next = await sell();
    await age(121);
    await releasePartnerFees(context);
    expect(await released()).toBe(next.fee - fee);
    expect(await settleFees(context, 'pk_fees')).toEqual(new Map());
    await expectFeesAgree();
  });

  test('an exchange that is undone before its pay-out was signed never earned it', async () => {
    const { niceId, fee } = await sell({
      payout_group: 'bitcoin',
      dst_address: await sandbox.outsideAddress('bitcoin'),
    });
    expect(fee).toBeGreaterThan(0n);
    await chargeBack(niceId);
    expect((await world.read(niceId)).status).toBe('error');
    expect(await pending()).toBe(0n);
    await expectFeesAgree();
  });

  test('a clock that is ahead releases nothing early', async () => {
    const { fee } = await sell();
    const ahead = { ...context, clock: { now: () => new Date(Date.now() + 400 * 24 * 3600 * 1000) } };
    await releasePartnerFees(ahead);
    expect(await pending()).toBe(fee);
    await age(121);
    await releasePartnerFees(context);
  });

  test('what is bought with a balance waits for the payments behind the balance', async () => {
    await sell();
    const before = await pending();
    await world.giveBalance(buyer, 50_000n, 'EUR');
    await spend({ payin_amount: '100' });
    const both = await pending();
    expect(both).toBeGreaterThan(before);
    await releasePartnerFees(context);
    expect(await pending()).toBe(both);
    await age(121);
    await releasePartnerFees(context);
    expect(await pending()).toBe(0n);
  });

  test('so does what is bought with what others have paid the buyer as a partner', async () => {
    await age(500);
    await releasePartnerFees(context);
    const shop = { partnerKey: 'pk_shop', name: 'Shop', clientId: buyer.clientId, isMerchant: false };
    const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
    await savePartner(context, { ...look, ...shop });
    const payer = await world.signInClient();
    const toShop = { partner_key: 'pk_shop', pay_to_partner: '1', payout_group: 'balance', payout_currency: 'USD' };
    const { order } = await world.buy(payer.access, { ...toShop, dst_address: '' });
    await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
    await confirm(order.nice_id);
    expect((await world.read(order.nice_id)).status).toBe('finished');
    const before = await pending('USD');
    await spend({ payin_currency: 'USD', payin_amount: '100' });
    const fee = (await pending('USD')) - before;
    expect(fee).toBeGreaterThan(0n);
    await releasePartnerFees(context);
    expect(await pending('USD')).toBe(before + fee);
    await age(121);
    await releasePartnerFees(context);
    expect(await pending('USD')).toBe(0n);
  });

  /** An order on a page of the fees, from the buyer's balance to it. */
  async function spend(changes: Readonly<Record<string, string>>): Promise<void> {
    const within = { payin_group: 'balance', payout_group: 'balance', payout_currency: 'ETH', dst_address: '' };
    const { order, body } = await world.buy(buyer.access, { partner_key: 'pk_fees', ...within, ...changes });
    const captcha = await sandbox.captchaToken('code');
    const fields = { uuid: body.uuid, code: await codeOf(order.nice_id), 'g-recaptcha-response': captcha };
    expect((await world.call('/order/approve_withdrawal', fields, buyer.access)).body.success).toBe(1);
    expect((await world.read(order.nice_id, buyer.access)).status).toBe('finished');
  }

  async function codeOf(niceId: string): Promise<string> {
    const find = async () => {
      await world.work();
      const about = (await sandbox.inbox(buyer.email)).map(({ subject }) => subject ?? '');
      return about.find((subject) => subject.endsWith(` approves order ${niceId}`))?.slice(0, 6);
    };
    return vi.waitUntil(find, { timeout: 90_000 });
  }
});

describe('coins: the fee follows the deposit', () => {
  async function sellCoins() {
    const { order } = await world.buy(buyer.access, {
      partner_key: 'pk_fees',
      payin_currency: 'BTC',
      payin_group: 'bitcoin',
      payin_amount: '0.02',
      payout_currency: 'EUR',
      payout_group: 'balance',
      dst_address: '',
    });
    const address = String((await world.read(order.nice_id, buyer.access))['crypto_address']);
    const txid = await sandbox.send('bitcoin', { address, amount: '0.02' });
    await mine(1);
    return { niceId: order.nice_id, txid };
  }
  async function mine(blocks: number): Promise<void> {
    await sandbox.mine('bitcoin', blocks);
    await scanDeposits(context, bitcoinDeposits);
  }

  test('it is released once the deposit is settled, not before', async () => {
    await sellCoins();
    const fee = await pending('BTC');
    expect(fee).toBeGreaterThan(0n);
    await releasePartnerFees(context);
    expect(await pending('BTC')).toBe(fee);
    await mine(6);
    await age(0);
    await releasePartnerFees(context);
    expect([await pending('BTC'), await released('BTC')]).toEqual([0n, fee]);
    await expectFeesAgree();
  });

  test('a lost deposit takes it, and one that comes back gives it back, once', async () => {
    const { txid } = await sellCoins();
    const fee = await pending('BTC');
    await sandbox.reorganise('bitcoin', 2, [txid]);
    await scanDeposits(context, bitcoinDeposits);
    await scanDeposits(context, bitcoinDeposits);
    expect(await pending('BTC')).toBe(0n);
    const address = (
      await db
        .selectFrom('deposits')
        .innerJoin('depositAddresses', 'depositAddresses.addressId', 'deposits.addressId')
        .select('address')
        .where('txid', '=', txid)
        .executeTakeFirstOrThrow()
    ).address;
    await sandbox.send('bitcoin', { address, amount: '0.02' });
    await mine(1);
    expect(await pending('BTC')).toBe(fee);
    await mine(7);
    await age(0);
    await releasePartnerFees(context);
    expect(await pending('BTC')).toBe(0n);
    await expectFeesAgree();
  });
});
