import { beforeAll, expect, test } from 'vitest';
import { sayGivenBack } from '../acquirer-payins/fixtures/say-given-back.ts';
import { openArchive } from '../books/fixtures/archive-now.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { savePartner } from '../partners/save-partner.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, report, buy, spend, withdraw, decide } = await openLossWorld();
const { context } = world;
const { db } = context;
const archiveNow = await openArchive(world);

const saveOld = async ({ clientId }: { clientId: string }) => {
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  const fee = { partnerKey: 'pk_old', name: 'Old', isMerchant: false, feePercent: 100_000 };
  await savePartner(context, { ...look, ...fee, clientId });
};
beforeAll(async () => saveOld(await world.signInClient()), 60_000);

const whileArchived = async (work: () => Promise<void>) => {
  await archiveNow(async () => {
    const left = await db.selectFrom('ledgerEntries').select('kind').where('kind', '=', 'balance_hold').execute();
    expect(left).toEqual([]);
    await work();
  });
  await expectSound(world);
};

const openLosses = () => db.selectFrom('orderLosses').select('lossKey').execute();

test('a loss of an archived month is won at once, with the fee of a partner', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client, { partner_key: 'pk_old' });
  await report(payment, 'chargeback');
  await whileArchived(async () => {
    await report(payment, 'won');
    expect(await both(client, 'BTC')).toEqual([amount, 0n]);
    const fees = await db.selectFrom('partnerFees').select('lost').execute();
    expect([fees, await openLosses()]).toEqual([[{ lost: 0n }], []]);
  });
});

test('a loss of an archived month is won in parts', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  await report(payment, 'chargeback');
  await whileArchived(async () => {
    await sayGivenBack(context, payment, '125.00');
    const [free = 0n, held = 0n] = await both(client, 'BTC');
    expect(free + held).toBe(amount);
    expect(held).toBeLessThanOrEqual(amount / 2n + 1n);
    await report(payment, 'won');
    expect([await both(client, 'BTC'), await openLosses()]).toEqual([[amount, 0n], []]);
  });
});

test('a loss of an archived month ends where it was followed to', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  await spend(client, amount, toEther);
  const before = await both(client, 'ETH');
  await report(payment, 'chargeback');
  await whileArchived(async () => {
    await report(payment, 'won');
    expect([await both(client, 'ETH'), await openLosses()]).toEqual([before, []]);
  });
});

test.each(['freed', 'booked'] as const)('what was %s in an archived month stays so', async (decided) => {
  const client = await world.signInClient();
  const { payment } = await buy(client);
  await report(payment, 'chargeback');
  await decide[decided](client, 'BTC');
  const after = await both(client, 'BTC');
  await whileArchived(async () => {
    await sayGivenBack(context, payment, '100.00');
    await report(payment, 'won');
    expect([await both(client, 'BTC'), await openLosses()]).toEqual([after, []]);
  });
});

test.each([false, true])('a payment of an archived order is lost, and won (spent before: %s)', async (isSpent) => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  if (isSpent) await spend(client, amount, toEther);
  const currency = isSpent ? 'ETH' : 'BTC';
  const [free = 0n] = await both(client, currency);
  await whileArchived(async () => {
    await report(payment, 'chargeback');
    expect(await both(client, currency)).toEqual([0n, free]);
    await report(payment, 'won');
    expect([await both(client, currency), await openLosses()]).toEqual([[free, 0n], []]);
  });
});

test('a young payment is lost behind what was spent in an archived month', async () => {
  const client = await world.signInClient();
  const first = await buy(client);
  await withdraw(client, first.amount / 2n);
  await spend(client, first.amount - first.amount / 2n, toEther);
  const [ether = 0n] = await both(client, 'ETH');
  await report(first.payment, 'chargeback');
  await whileArchived(async () => {
    const young = await buy(client);
    await report(young.payment, 'chargeback');
    expect(await both(client, 'BTC')).toEqual([0n, young.amount]);
    await report(young.payment, 'won');
    await report(first.payment, 'won');
    expect(await both(client, 'BTC')).toEqual([young.amount, 0n]);
    expect(await both(client, 'ETH')).toEqual([ether, 0n]);
  });
});

test('what a payment of an archived month gave a partner is held where it is, also where that has another client by then', async () => {
  const [owner, next, payer] = [await world.signInClient(), await world.signInClient(), await world.signInClient()];
  await saveOld(owner);
  const toPartner = { partner_key: 'pk_old', pay_to_partner: '1', payout_currency: 'USD' };
  const { payment } = await buy(payer, toPartner);
  const [given = 0n] = await both(owner, 'USD');
  expect(given).toBeGreaterThan(0n);
  await saveOld(next);
  await whileArchived(async () => {
    await report(payment, 'chargeback');
    expect([await both(owner, 'USD'), await both(next, 'USD')]).toEqual([
      [0n, given],
      [0n, 0n],
    ]);
  });
});
