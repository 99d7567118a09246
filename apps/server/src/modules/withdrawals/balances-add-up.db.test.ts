import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { isFull } from '@causeway/testing/test-length';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { releaseRewards } from '../affiliate/release-rewards.ts';
import { openSession } from '../auth/open-session.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { attachReferrer } from '../referrals/attach-referrer.ts';
import { openReferralCode } from '../referrals/referral-code.ts';
import { payRewards } from '../referral-rewards/pay-rewards.ts';
import { openWithdrawalWorld } from './fixtures/open-withdrawal-world.ts';

/** The same runs each time in the short form, and others each day in the long one. */
const seed = isFull ? Math.floor(Date.now() / 86_400_000) : 16;

const world = await openWithdrawalWorld();
await world.fundWallet('3');
const { context, ask, withdraw, codeOf, approve, cancel, held, clientWith } = world;
const { db } = context;
afterEach(() => expectSound(world));

type Act =
  | { kind: 'deposit'; amount: bigint }
  | { kind: 'withdraw'; amount: bigint; end: 'held' | 'canceled' | 'approved and canceled' | 'sent' }
  | { kind: 'exchange'; cents: bigint }
  | { kind: 'discount'; percent: number }
  | { kind: 'pay rewards' };

const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('deposit' as const), amount: fc.bigInt({ min: 30_000n, max: 400_000n }) }),
  fc.record({
    kind: fc.constant('withdraw' as const),
    amount: fc.bigInt({ min: 100_000n, max: 400_000n }),
    end: fc.constantFrom('held', 'canceled', 'approved and canceled', 'sent'),
  }),
  fc.record({ kind: fc.constant('exchange' as const), cents: fc.bigInt({ min: 2_000n, max: 30_000n }) }),
  fc.record({ kind: fc.constant('discount' as const), percent: fc.integer({ min: 1, max: 60 }) }),
  fc.constant({ kind: 'pay rewards' as const }),
);

/** A verified client, and the one who brought it; each has a person's mark of its own. */
async function pair(): Promise<[buyer: SignedInClient, earner: SignedInClient]> {
  const [buyer, earner] = [await clientWith(100_000n, 'EUR'), await world.signInClient()];
  await world.giveBalance(buyer, 1_000_000n, 'BTC');
  const deviceId = randomUUID();
  await db.transaction().execute((trx) => openSession(context, trx, earner.clientId, { deviceId: randomUUID() }));
  const code = await openReferralCode(context, earner.clientId);
  await attachReferrer(context, db, { clientId: buyer.clientId, code, deviceId });
  const marks = [buyer, earner].map(({ clientId }) => ({ clientId, kind: 'person', mark: randomUUID() }));
  await db.insertInto('personMarks').values(marks).execute();
  return [buyer, earner];
}

const decimal = (amount: bigint, precision: number) => {
  const digits = amount.toString().padStart(precision + 1, '0');
  return `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
};
const units = (text: string, precision: number) => parseAmount(text, precision) ?? -1n;

async function deposit(client: SignedInClient, amount: bigint): Promise<void> {
  const { body } = await ask('POST', '/balance/deposit_address', client, { currency: 'BTC', group: 'bitcoin' });
  const { address } = z.looseObject({ address: z.string() }).parse(JSON.parse(body));
  await world.sandbox.send('bitcoin', { address, amount: decimal(amount, 8), asset: 'BTC' });
  await world.sandbox.mine('bitcoin', chainSettings(context.config, 'bitcoin').balanceConfirmations);
  await scanDeposits(context, bitcoinDeposits);
}

/** 100 EUR and 0.01 BTC to begin with, and what each act makes of it. */
class Expected {
  eur = 100_000n;
  btc = 1_000_000n;
  eth = 0n;

  async apply(client: SignedInClient, act: Act): Promise<void> {
    if (act.kind === 'deposit') {
      await deposit(client, act.amount);
      this.btc += act.amount;
    }
    if (act.kind === 'withdraw') await this.#withdraw(client, act);
    if (act.kind === 'exchange') await this.#exchange(client, act.cents);
    if (act.kind === 'discount') await setDiscount(client, act.percent);
    if (act.kind === 'pay rewards') await payAll();
  }

  async #withdraw(client: SignedInClient, { amount, end }: Extract<Act, { kind: 'withdraw' }>): Promise<void> {
    const { success, uuid, nice_id: niceId } = await withdraw(client, { payin_amount: decimal(amount, 8) });
    expect(success).toBe(amount <= this.btc ? 1 : 0);
    if (success !== 1) return;
    this.btc -= amount;
    if (end === 'approved and canceled' || end === 'sent')
      expect((await approve(client, uuid, await codeOf(client))).body.success).toBe(1);
    if (end === 'canceled' || end === 'approved and canceled') {
      expect((await cancel(client, niceId)).body.success).toBe(1);
      this.btc += amount;
    }
    if (end === 'sent') await world.work();
  }

  async #exchange(client: SignedInClient, cents: bigint): Promise<void> {
    const within = { payin_group: 'balance', payout_currency: 'ETH', payout_group: 'balance', dst_address: '' };
    const { body } = await world.buy(client.access, { ...within, payin_amount: decimal(cents, 2) });
    expect(body.success).toBe(cents <= this.eur ? 1 : 0);
    if (body.success !== 1) return;
    const approved = await approve(client, body.uuid, await codeOf(client));
    expect(approved.body.success, JSON.stringify(approved.body.errors)).toBe(1);
    const order = await world.read(body.nice_id, client.access);
    this.eur -= cents;
    this.eth += units(order.payout_amount, 18);
  }
}

async function setDiscount({ clientId }: SignedInClient, percentOff: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('clientDiscounts')
    .set({ percentOff })
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await db.insertInto('clientDiscounts').values({ clientId, source: 'vip', percentOff, name: 'VIP' }).execute();
}

/** All rewards that are final by now go to the balances of their earners. */
async function payAll(): Promise<void> {
  await db
    .updateTable('referralRewards')
    .set({ checkAt: new Date(0) })
    .execute();
  await releaseRewards(context);
  await payRewards(context);
}

const operationsSeen = z.object({
  data: z.array(z.object({ currency: z.string(), amount: z.string(), deposit: z.unknown().nullable() })),
});

/** What the history of a client says of a currency. */
async function reported(client: SignedInClient, currency: string, precision: number): Promise<bigint> {
  const { body } = await ask('POST', '/balance/history', client, { length: '100' });
  const { data } = operationsSeen.parse(JSON.parse(body));
  return data
    .filter((row) => row.currency === currency && row.deposit === null)
    .reduce(
      (sum, { amount }) =>
        sum + (amount.startsWith('-') ? -units(amount.slice(1), precision) : units(amount, precision)),
      0n,
    );
}

async function rewardsOf({ clientId }: SignedInClient): Promise<{ earned: bigint; paid: bigint }> {
  const rewards = await db.selectFrom('referralRewards').selectAll().where('clientId', '=', clientId).execute();
  const payouts = await db.selectFrom('referralPayouts').selectAll().where('clientId', '=', clientId).execute();
  const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  return {
    earned: sum(rewards.flatMap(({ status, amount }) => (status === 'canceled' ? [] : [amount]))),
    paid: sum(payouts.map(({ amount }) => amount)),
  };
}

test('A-105, A-110, 1-20 deposits, withdrawals, cancels, rewards and discounts in any order: the ledger is zero, and each balance is what its history says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 3, maxLength: isFull ? 12 : 7 }), async (all) => {
      const [buyer, earner] = await pair();
      const expected = new Expected();
      for (const act of all) await expected.apply(buyer, act);
      const { eur, btc, eth } = expected;
      expect([await held(buyer, 'EUR'), await held(buyer), await held(buyer, 'ETH')]).toEqual([eur, btc, eth]);
      expect([
        await reported(buyer, 'EUR', 2),
        await reported(buyer, 'BTC', 8),
        await reported(buyer, 'ETH', 18),
      ]).toEqual([eur, btc, eth]);
      const { earned, paid } = await rewardsOf(earner);
      const accounts = [paths.referralPending(earner.niceId), paths.referral(earner.niceId)];
      const kept = await Promise.all(accounts.map((path) => readBalance(db, path, 'EUR')));
      expect([await held(earner, 'EUR'), await reported(earner, 'EUR', 2)]).toEqual([paid, paid]);
      expect(kept.reduce((sum, amount) => sum + amount, 0n)).toBe(earned - paid);
      const { sums } = await db
        .selectFrom('ledgerAccounts')
        .select(({ fn }) => fn.sum<string>('balance').as('sums'))
        .where('currency', 'in', ['EUR', 'BTC', 'ETH'])
        .executeTakeFirstOrThrow();
      expect(BigInt(sums)).toBe(0n);
    }),
    { seed, numRuns: isFull ? 60 : 3 },
  );
}, 600_000);
