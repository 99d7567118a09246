import { livesOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { bitcoinCall } from '../chain-payins/fixtures/bitcoin-call.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';

// Whatever was done with the money between losses and wins: when every payment is lost nothing can be spent, and when
// every dispute is won nothing is held, and the house bears nothing.
const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const decimals = { BTC: 8, ETH: 18, EUR: 2 } as const;
type Currency = keyof typeof decimals;
const currencies = ['BTC', 'ETH', 'EUR'] as const;
const all = 25_000n;

beforeAll(async () => {
  await sandbox.setBankMode('hold');
  const owner = await world.signInClient();
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  const fee = { partnerKey: 'pk_lost', name: 'Lost', isMerchant: false, feePercent: 100_000 };
  await savePartner(context, { ...look, ...fee, clientId: owner.clientId });
});
afterAll(() => sandbox.setBankMode('auto'));

const currency = fc.constantFrom(...currencies);
const step = fc.oneof(
  fc.constant({ kind: 'buy' } as const),
  fc.constant({ kind: 'send coins' } as const),
  fc.constant({ kind: 'drop coins' } as const),
  fc.constant({ kind: 'mine coins' } as const),
  fc.record({
    kind: fc.constant('exchange' as const),
    from: currency,
    to: currency,
    quarters: fc.bigInt(1n, 4n),
    isApproved: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('sell' as const), from: fc.constantFrom('BTC' as const, 'ETH' as const) }),
  fc.record({ kind: fc.constant('return' as const) }),
  fc.record({ kind: fc.constant('refund' as const), payment: fc.nat(2), quarters: fc.bigInt(1n, 3n) }),
  fc.record({ kind: fc.constant('charge back' as const), payment: fc.nat(2) }),
  fc.record({ kind: fc.constant('win' as const), payment: fc.nat(2) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Payment {
  id: string;
  /** What its payer was given back outside, for good. */
  refunded: bigint;
  isChargedBack: boolean;
}

class Life {
  readonly payments: Payment[] = [];
  /** A deposit in the last block, or out of the chain. */
  coins: { txid: string; bytes: unknown; isLost: boolean } | undefined;
  readonly sent: string[] = [];
  readonly client: SignedInClient;
  private constructor(client: SignedInClient) {
    this.client = client;
  }

  static async begin(): Promise<Life> {
    const life = new Life(await world.signInClient());
    await life.buy();
    return life;
  }

  free = (code: Currency) => readBalance(db, paths.client(this.client.niceId), code);
  held = (code: Currency) => readBalance(db, paths.held(this.client.niceId), code);

  async do(one: Step): Promise<void> {
    const payment = 'payment' in one ? this.payments[one.payment % this.payments.length] : undefined;
    switch (one.kind) {
      case 'buy':
        return this.buy();
      case 'send coins':
        return this.sendCoins();
      case 'drop coins':
        return this.dropCoins();
      case 'mine coins':
        return this.mineCoins();
      case 'exchange':
        if (one.from !== one.to) await this.exchange(one);
        return;
      case 'sell':
        return this.sell(one.from);
      case 'return':
        return this.comeBack();
      case 'refund': {
        const amount = (all * one.quarters) / 4n;
        if (payment !== undefined) await this.refund(payment, amount);
        return;
      }
      case 'charge back':
        if (payment !== undefined) await this.chargeBack(payment);
        return;
      case 'win':
        if (payment !== undefined) await this.win(payment);
    }
  }

  async buy(): Promise<void> {
    const { body } = await world.buy(this.client.access, { payout_group: 'balance', dst_address: '' });
    if (body.order === undefined || body.order === null) return;
    const id = await world.paymentOf(body.order.nice_id);
    await sandbox.settlePayment(id, 'approved', 0);
    await this.hear(id);
    this.payments.push({ id, refunded: 0n, isChargedBack: false });
  }

  async sendCoins(): Promise<void> {
    if (this.coins !== undefined) return;
    const sale = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.005', payout_currency: 'EUR' };
    const { body } = await world.buy(this.client.access, { ...sale, payout_group: 'balance', dst_address: '' });
    if (body.order === undefined || body.order === null) return;
    const { crypto_address: address } = await world.read(body.order.nice_id, this.client.access);
    const txid = await sandbox.send('bitcoin', { address: String(address), amount: '0.005' });
    await mine();
    this.coins = { txid, bytes: await bitcoinCall(context, 'getrawtransaction', [txid, false]), isLost: false };
  }

  async dropCoins(): Promise<void> {
    if (this.coins === undefined || this.coins.isLost) return;
    await sandbox.reorganise('bitcoin', 1, [this.coins.txid]);
    await scanDeposits(context, bitcoinDeposits);
    this.coins.isLost = true;
  }

  async mineCoins(): Promise<void> {
    if (this.coins === undefined || !this.coins.isLost) return;
    await bitcoinCall(context, 'sendrawtransaction', [this.coins.bytes]);
    await mine();
    this.coins.isLost = false;
  }

  /** @returns the number of the order, where the amount was enough for one */
  async pay(from: Currency, amount: bigint, to: Readonly<Record<string, string>>): Promise<string | undefined> {
    const digits = decimals[from];
    const text = amount.toString().padStart(digits + 1, '0');
    const paid = { payin_currency: from, payin_group: 'balance', partner_key: 'pk_lost' };
    const payin_amount = `${text.slice(0, -digits)}.${text.slice(-digits)}`;
    const { body } = await world.buy(this.client.access, { ...paid, payin_amount, ...to });
    return body.order?.nice_id;
  }

  async exchange({ from, to, quarters, isApproved }: Step & { kind: 'exchange' }): Promise<void> {
    const amount = ((await this.free(from)) * quarters) / 4n;
    const onBalance = { payout_currency: to, payout_group: 'balance', dst_address: '' };
    const niceId = await this.pay(from, amount, onBalance);
    if (niceId !== undefined && isApproved) await this.approve(niceId);
  }

  async sell(from: Currency): Promise<void> {
    const account = { iban: 'DE89 3704 0044 0532 0130 00', beneficiary_account: 'Ada Lovelace', is_agree_name: '1' };
    const toBank = { payout_currency: 'EUR', payout_group: 'sepa', dst_address: '', ...account };
    const niceId = await this.pay(from, await this.free(from), toBank);
    if (niceId === undefined) return;
    await this.approve(niceId);
    await world.work();
    this.sent.push(niceId);
  }

  /** The bank sends back what it was sent first. */
  async comeBack(): Promise<void> {
    const niceId = this.sent.shift();
    const [payout] = niceId === undefined ? [] : await sandbox.bankPayouts(niceId);
    if (niceId === undefined || payout === undefined) return;
    await sandbox.endBankPayout(payout.id, 'returned', 0);
    const read = async () => {
      await world.work({ isEarly: true });
      return (await world.read(niceId)).status;
    };
    await expect.poll(read, { timeout: 60_000 }).toBe('refunded');
  }

  async approve(niceId: string): Promise<void> {
    const { uuid } = await db
      .selectFrom('orderConfirmations')
      .innerJoin('orders', 'orders.orderId', 'orderConfirmations.orderId')
      .select('orderConfirmations.confirmationId as uuid')
      .where('niceId', '=', niceId)
      .executeTakeFirstOrThrow();
    await world.work();
    const subjects = (await sandbox.inbox(this.client.email)).map(({ subject }) => subject ?? '');
    const code = subjects.flatMap((subject) => /^(\d{6}) approves/.exec(subject)?.[1] ?? [])[0] ?? '';
    const fields = { uuid, code, 'g-recaptcha-response': await sandbox.captchaToken('code') };
    await world.call('/order/approve_withdrawal', fields, this.client.access);
  }

  async refund(payment: Payment, amount: bigint): Promise<void> {
    if (payment.isChargedBack || payment.refunded + amount > all) return;
    const text = `${amount / 100n}.${(amount % 100n).toString().padStart(2, '0')}`;
    await sandbox.settlePayment(payment.id, 'refunded', 0, text);
    await this.hear(payment.id);
    payment.refunded += amount;
  }

  async chargeBack(payment: Payment): Promise<void> {
    if (payment.isChargedBack || payment.refunded === all) return;
    await sandbox.settlePayment(payment.id, 'chargeback', 0);
    await this.hear(payment.id);
    payment.isChargedBack = true;
  }

  async win(payment: Payment): Promise<void> {
    if (!payment.isChargedBack) return;
    await sandbox.settlePayment(payment.id, 'won', 0);
    await this.hear(payment.id);
    payment.isChargedBack = false;
  }

  private async hear(id: string): Promise<void> {
    await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: id });
  }
}

async function readBoth(life: Life) {
  const read = async (of: 'free' | 'held') => Promise.all(currencies.map((code) => life[of](code)));
  return { free: await read('free'), held: await read('held') };
}

/** What the house bears, by currency: fees of partners pay a part of it in their own. */
async function readBorne(): Promise<bigint[]> {
  const read = (path: string) => currencies.map((code) => readBalance(db, path, code));
  return Promise.all([...read(paths.chargebackLoss), ...read(paths.lostDeposits)]);
}

async function mine(): Promise<void> {
  await sandbox.mine('bitcoin', 1);
  await scanDeposits(context, bitcoinDeposits);
}

const nothing = currencies.map(() => 0n);

test('all is lost, then all is won, whatever was done before', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), async (steps) => {
    const life = await Life.begin();
    const before = await readBorne();
    for (const one of steps) await life.do(one);
    while (life.sent.length > 0) await life.comeBack();
    for (const payment of life.payments) await life.chargeBack(payment);
    await life.dropCoins();
    const lost = await readBoth(life);
    expect(lost.free).toEqual(nothing);
    for (const payment of life.payments) await life.win(payment);
    await life.mineCoins();
    // What was refunded outside stays lost, and held.
    if (life.payments.some(({ refunded }) => refunded > 0n)) return;
    const won = await readBoth(life);
    expect(won.held).toEqual(nothing);
    expect(await readBorne()).toEqual(before);
    const left = db.selectFrom('orderLosses').innerJoin('orders', 'orders.orderId', 'orderLosses.orderId');
    expect(await left.select('lossKey').where('clientId', '=', life.client.clientId).execute()).toEqual([]);
  });
  await fc.assert(property, { numRuns: livesOf(3), endOnFailure: true });
  await expectSound(world);
}, 300_000);
