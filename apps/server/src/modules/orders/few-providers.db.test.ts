import { describe, expect, test } from 'vitest';
import { allJobs, offeredJobs } from '../../worker.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { openOrderWorld } from './fixtures/open-order-world.ts';

const world = await openOrderWorld({ settings: { PROVIDERS: 'card_one,bitcoin' } });

describe('a live server is strict: providers that are not configured are not offered', () => {
  test('with one acquirer and Bitcoin alone it sells, and offers nothing else', async () => {
    const { db } = world.context;
    const providers = await db.selectFrom('paymentOptions').select('provider').distinct().execute();
    expect(providers.length).toBeGreaterThan(6);
    const { sw_config: offered } = await world.config();
    const groups = (list: typeof offered.payin_select) =>
      new Set(list.flatMap(({ groups: all }) => all.map(({ code }) => code)));
    expect(groups(offered.payin_select)).toEqual(new Set(['card', 'bitcoin', 'balance']));
    expect(groups(offered.payout_select)).not.toContain('sepa');

    await world.fundWallet('1');
    const access = await world.signIn();
    const { order } = await world.buy(access);
    await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
    await world.until(order.nice_id, 'processing');
    await world.work();
    await world.sandbox.mine('bitcoin', 2);
    await world.work({ isEarly: true });
    expect((await world.read(order.nice_id)).status).toBe('finished');
    expect(await reconcile(world.context, { pauseMs: 0 })).toEqual([]);
  });

  test('another payment method is refused with a message', async () => {
    const access = await world.signIn();
    const { body } = await world.buy(access, { payin_group: 'sepa' });
    expect(body.success).toBe(0);
    expect(body.errors.map(({ field }) => field)).not.toEqual([]);
    expect(body.error).not.toBe('SYSTEM_ERROR');
  });

  test('nothing asks the others by itself', () => {
    const names = (jobs: typeof allJobs) => jobs.map(({ definition }) => definition.name);
    const left = names(offeredJobs(world.context.config));
    expect(names(allJobs).filter((name) => !left.includes(name))).toEqual([
      'collect-transfers',
      'watch-returns',
      'return-unplaced',
      'scan-ethereum-deposits',
      'find-unknown-coins',
      'collect-deposits',
      'watch-bank',
    ]);
  });
});
