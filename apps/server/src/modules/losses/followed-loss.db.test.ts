import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { creditPayoutToBalance, retryPayout, stopPayout } from '../operating/blocked-payouts.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { readLost } from '../order-lifecycle/refund-payout.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { openHold } from '../payout-holds/store.ts';
import { savePartner } from '../partners/save-partner.ts';

const world = await openOrderWorld();
await world.fundWallet('1');
const { context, sandbox } = world;
const { db } = context;
let owner: SignedInClient;

beforeAll(async () => {
  owner = await world.signInClient();
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  const fee = { partnerKey: 'pk_follow', name: 'Follow', isMerchant: false, feePercent: 100_000 };
  await savePartner(context, { ...look, ...fee, clientId: owner.clientId });
});

const free = ({ niceId }: SignedInClient, currency: string) => readBalance(db, paths.client(niceId), currency);
const held = ({ niceId }: SignedInClient, currency: string) => readBalance(db, paths.held(niceId), currency);
const onBalance = { payout_group: 'balance', dst_address: '' };
const hear = async (payment: string) =>
  confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });

/** A client with bitcoin on the balance that was bought by card. */
async function bought() {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, onBalance);
  const payment = await world.paymentOf(order.nice_id);
  await sandbox.settlePayment(payment, 'approved', 0);
  await hear(payment);
  return { client, payment, niceId: order.nice_id, amount: await free(client, 'BTC') };
}

async function codeOf({ email }: SignedInClient): Promise<string> {
  await world.work();
  const subjects = (await sandbox.inbox(email)).map(({ subject }) => subject ?? '');
  return subjects.flatMap((subject) => /^(\d{6}) approves/.exec(subject)?.[1] ?? [])[0] ?? '';
}

/** Pays an order with money of the balance. @returns its number */
async function pay(client: SignedInClient, from: string, changes: Readonly<Record<string, string>>): Promise<string> {
  const all = await free(client, from);
  const text = all.toString().padStart(from === 'BTC' ? 9 : 19, '0');
  const digits = from === 'BTC' ? 8 : 18;
  const amount = `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  const paid = { payin_currency: from, payin_group: 'balance', payin_amount: amount, partner_key: 'pk_follow' };
  const { body, order } = await world.buy(client.access, { ...paid, ...changes });
  expect(body.errors).toEqual([]);
  return order.nice_id;
}

async function approve(client: SignedInClient, niceId: string): Promise<void> {
  const { uuid } = await db
    .selectFrom('orderConfirmations')
    .innerJoin('orders', 'orders.orderId', 'orderConfirmations.orderId')
    .select('orderConfirmations.confirmationId as uuid')
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();
  const code = await codeOf(client);
  const captcha = await sandbox.captchaToken('code');
  const fields = { uuid, code, 'g-recaptcha-response': captcha };
  const { body } = await world.call('/order/approve_withdrawal', fields, client.access);
  expect(body.success).toBe(1);
}

async function chargeBack(payment: string, amount?: string): Promise<void> {
  await sandbox.settlePayment(payment, amount === undefined ? 'chargeback' : 'refunded', 0, amount);
  await hear(payment);
}

const feeOf = (niceId: string) =>
  db
    .selectFrom('partnerFees')
    .innerJoin('orders', 'orders.orderId', 'partnerFees.orderId')
    .select(['amount', 'lost'])
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();

const toEther = { payout_currency: 'ETH', ...onBalance };

describe('a lost payment is followed to what was paid with it', () => {
  test('what its money was exchanged for is held, also after two exchanges, and the partner’s fee bears it', async () => {
    const { client, payment } = await bought();
    const first = await pay(client, 'BTC', toEther);
    await approve(client, first);
    const second = await pay(client, 'ETH', { payout_currency: 'EUR', ...onBalance });
    await approve(client, second);
    const left = await free(client, 'EUR');
    expect(left).toBeGreaterThan(0n);
    await chargeBack(payment);
    expect([await free(client, 'EUR'), await held(client, 'EUR')]).toEqual([0n, left]);
    for (const niceId of [first, second]) {
      const { amount, lost } = await feeOf(niceId);
      expect(amount).toBeGreaterThan(0n);
      expect(lost).toBe(amount);
    }
    await expectSound(world);
  });

  test('half of it takes half of what its money was exchanged for', async () => {
    const { client, payment } = await bought();
    const niceId = await pay(client, 'BTC', toEther);
    await approve(client, niceId);
    const ether = await free(client, 'ETH');
    await chargeBack(payment, '125.00');
    const [kept, lost] = [await free(client, 'ETH'), await held(client, 'ETH')];
    expect(kept + lost).toBe(ether);
    const difference = kept > lost ? kept - lost : lost - kept;
    // Amounts of bitcoin are rounded at the exchange.
    expect(difference * 10_000n).toBeLessThan(ether);
  });

  test('a payout that is not signed yet is stopped', async () => {
    const { client, payment, amount } = await bought();
    const niceId = await pay(client, 'BTC', {
      payout_currency: 'ETH',
      payout_group: 'ethereum',
      dst_address: await sandbox.outsideAddress('ethereum'),
    });
    await approve(client, niceId);
    expect((await world.read(niceId)).status).toBe('processing');
    await chargeBack(payment);
    expect((await world.read(niceId)).status).toBe('error');
    expect([await free(client, 'BTC'), await held(client, 'BTC')]).toEqual([0n, amount]);
    await world.work();
    expect((await world.read(niceId)).txid).toBe('');
    await expectSound(world);
  });

  test('an order that waits for its code ends', async () => {
    const { client, payment, amount } = await bought();
    const niceId = await pay(client, 'BTC', toEther);
    await chargeBack(payment);
    expect((await world.read(niceId)).status).toBe('canceled');
    expect([await free(client, 'BTC'), await held(client, 'BTC')]).toEqual([0n, amount]);
    await expectSound(world);
  });

  test('is found behind many small orders that came after it', async () => {
    const { client, payment, amount } = await bought();
    const small = 20_000n;
    const most = `0.${(amount - 11n * small).toString().padStart(8, '0')}`;
    await approve(client, await pay(client, 'BTC', { ...toEther, payin_amount: most }));
    const spent = await free(client, 'ETH');
    for (let count = 0; count < 11; count += 1) await pay(client, 'BTC', { ...toEther, payin_amount: '0.0002' });
    await chargeBack(payment);
    expect([await free(client, 'ETH'), await held(client, 'ETH')]).toEqual([0n, spent]);
    expect(await held(client, 'BTC')).toBe(11n * small);
    await expectSound(world);
  });

  test('money that went round in a circle is followed to each order once', async () => {
    const { client, payment } = await bought();
    await world.giveBalance(client, 5_000n, 'EUR');
    const toBitcoin = { payout_currency: 'BTC', ...onBalance };
    await approve(client, await pay(client, 'BTC', toEther));
    await approve(client, await pay(client, 'ETH', toBitcoin));
    await approve(client, await pay(client, 'BTC', { payout_currency: 'EUR', ...onBalance }));
    const all = await free(client, 'EUR');
    await chargeBack(payment);
    expect([await free(client, 'EUR'), await held(client, 'EUR')]).toEqual([5_000n, all - 5_000n]);
    await expectSound(world);
  });
});

const iban = { iban: 'DE89 3704 0044 0532 0130 00', beneficiary_account: 'Ada Lovelace', is_agree_name: '1' };
const toBank = { payout_currency: 'EUR', payout_group: 'sepa', dst_address: '', ...iban };

/** The bank sends a pay-out back. @returns what is on the balance and what is held, once either is there */
async function comeBack(client: SignedInClient, niceId: string): Promise<bigint[]> {
  const [payout] = await sandbox.bankPayouts(niceId);
  await sandbox.endBankPayout(payout?.id ?? '', 'returned', 0);
  const both = async () => [await free(client, 'EUR'), await held(client, 'EUR')];
  await expect
    .poll(
      async () => {
        await world.work({ isEarly: true });
        return (await both()).some((amount) => amount > 0n);
      },
      { timeout: 90_000 },
    )
    .toBe(true);
  return both();
}

describe('a pay-out that came back to the balance', () => {
  beforeAll(() => sandbox.setBankMode('hold'));
  afterAll(() => sandbox.setBankMode('auto'));

  /** What was bought by card is sold to a bank account, and sent. */
  async function sold() {
    const { client, payment } = await bought();
    const niceId = await pay(client, 'BTC', toBank);
    await approve(client, niceId);
    await world.work();
    expect(await sandbox.bankPayouts(niceId)).toMatchObject([{ status: 'pending' }]);
    return { client, payment, niceId };
  }

  test('before the payment was lost is held for the loss', async () => {
    const { client, payment, niceId } = await sold();
    const [back = 0n] = await comeBack(client, niceId);
    expect(back).toBeGreaterThan(0n);
    await chargeBack(payment);
    expect([await free(client, 'EUR'), await held(client, 'EUR')]).toEqual([0n, back]);
    await expectSound(world);
  });

  test('after the payment was lost is held, until the dispute is won', async () => {
    const { client, payment, niceId } = await sold();
    await chargeBack(payment);
    const [spendable, kept] = await comeBack(client, niceId);
    expect(spendable).toBe(0n);
    expect(kept).toBeGreaterThan(0n);
    await expectSound(world);
    await sandbox.settlePayment(payment, 'won', 0);
    await hear(payment);
    expect([await free(client, 'EUR'), await held(client, 'EUR')]).toEqual([kept, 0n]);
    const order = await findOrder(db, { niceId });
    expect(order && (await readLost(db, order))).toBe(0n);
    const alarms = db.selectFrom('alarms').select('clearedAt').where('kind', '=', 'chargeback');
    const [alarm] = await alarms.where('subject', '=', niceId).execute();
    expect(alarm?.clearedAt).toBeInstanceOf(Date);
    await expectSound(world);
  });

  test('of a dispute that is won the partner has its fee again, also of what had left the balance', async () => {
    const { payment, niceId } = await sold();
    await chargeBack(payment);
    const { amount, lost } = await feeOf(niceId);
    expect([amount > 0n, lost]).toEqual([true, amount]);
    await sandbox.settlePayment(payment, 'won', 0);
    await hear(payment);
    expect((await feeOf(niceId)).lost).toBe(0n);
    await expectSound(world);
  });

  test('is not sent once more to a card, and what a person puts on the balance is held', async () => {
    const { client, payment } = await bought();
    const toCard = { payout_currency: 'EUR', payout_group: 'card', dst_address: '' };
    const niceId = await pay(client, 'BTC', { ...toCard, token: await sandbox.cardToken(testCard.restricted) });
    await approve(client, niceId);
    await world.work();
    expect(await sandbox.cardPayouts(niceId)).toMatchObject([{ status: 'failed' }]);
    await db.updateTable('cards').set({ isListed: true }).where('clientId', '=', client.clientId).execute();
    await chargeBack(payment);
    const decision = { niceId, operator: 'grace' };
    await expect(retryPayout(context, decision)).rejects.toThrow('was taken back');
    await creditPayoutToBalance(context, decision);
    const kept = await held(client, 'EUR');
    expect([await free(client, 'EUR'), kept > 0n]).toEqual([0n, true]);
    await expectSound(world);
  });

  test('of an order that was paid by card itself, as much as its loss', async () => {
    const { client, payment, niceId } = await bought();
    const order = await findOrder(db, { niceId });
    if (order === undefined) throw new Error('There is no order.');
    expect(await readLost(db, order)).toBe(0n);
    await chargeBack(payment, '125.00');
    expect(await readLost(db, order)).toBe(12_500n);
    await chargeBack(payment);
    expect(await readLost(db, order)).toBe(25_000n);
    // One whose coins were not sent, and that a person has put on the balance.
    const direct = (await world.buy(client.access)).order.nice_id;
    const second = await world.paymentOf(direct);
    await openHold(context, db, { chain: 'bitcoin', reason: 'restored', subject: 'test' });
    await sandbox.settlePayment(second, 'approved', 0);
    await hear(second);
    const before = await held(client, 'BTC');
    const decision = { niceId: direct, operator: 'grace' };
    await stopPayout(context, decision);
    await creditPayoutToBalance(context, decision);
    const put = await free(client, 'BTC');
    expect(put).toBeGreaterThan(0n);
    await chargeBack(second);
    expect([await free(client, 'BTC'), await held(client, 'BTC')]).toEqual([0n, before + put]);
    await expectSound(world);
  });
});
