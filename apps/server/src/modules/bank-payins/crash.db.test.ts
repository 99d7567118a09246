import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { crashAt, Crash } from '../orders/fixtures/crash-at.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { refundMoney } from '../payin-methods/refund-money.ts';
import { answerDecision } from '../settlement/decision.ts';
import { allJobs } from '../../worker.ts';
import { collectTransfers } from './collect-transfers.ts';
import { creditTransfers } from './credit-transfers.ts';

const world = await openOrderWorld();
const { context } = world;
const client = await world.signInClient();
const { clientId } = client;
const sessions = context.db.selectFrom('sessions').select('sessionId').where('clientId', '=', clientId);
const { sessionId } = await sessions.executeTakeFirstOrThrow();
const caller = { kind: 'client', clientId, sessionId } as const;

/** Part of an order's money comes, its owner chooses the refund, and it is sent back. */
async function partThereAndBack(tools: AppContext, niceId: string, orderId: string): Promise<void> {
  await collectTransfers(tools);
  await creditTransfers(tools, orderId);
  await answerDecision(tools, caller, { niceId, answer: 'no' });
  await refundMoney(tools, orderId);
}

async function order(): Promise<{ niceId: string; orderId: string }> {
  const changes = { payin_group: 'sepa', payin_amount: '100', is_agree_name: '1' };
  const { nice_id: niceId } = (await world.buy(client.access, changes)).order;
  const row = await context.db
    .selectFrom('orders')
    .innerJoin('bankRequisites', 'bankRequisites.orderId', 'orders.orderId')
    .select(['orders.orderId', 'iban'])
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();
  await world.sandbox.bankTransfer({
    iban: row.iban ?? '',
    reference: niceId,
    amount: '60.00',
    currency: 'EUR',
    sender_name: 'Ada',
    sender_iban: 'DE89370400440532013000',
    notify: 0,
  });
  return { niceId, orderId: row.orderId };
}

test('a session that was ended while the outside was asked decides nothing', async () => {
  const { niceId, orderId } = await order();
  await collectTransfers(context);
  await creditTransfers(context, orderId);
  const ended = { ...caller, sessionId: randomUUID() };
  for (const answer of ['yes', 'no'] as const)
    await expect(answerDecision(context, ended, { niceId, answer })).rejects.toMatchObject({
      items: [{ code: 'SESSION_OVER' }],
    });
  const asked = context.db.selectFrom('orders').select(['decisionKind', 'decisionAnswer']);
  expect(await asked.where('orderId', '=', orderId).executeTakeFirst()).toEqual({
    decisionKind: 'partial',
    decisionAnswer: '',
  });
});

describe('the program dies while money comes and is returned', () => {
  const moments = [1, 2, 3, 4, 5].flatMap((at) => [[at, 'before'] as const, [at, 'after'] as const]);
  test.each(moments)('in transaction %d, %s its commit: once there, once back', async (at, when) => {
    const { niceId, orderId } = await order();
    const crashing = crashAt(context.db, at, when, { isFinal: true });
    await expect(partThereAndBack({ ...context, db: crashing.db }, niceId, orderId)).rejects.toThrow(Crash);
    await partThereAndBack(context, niceId, orderId);
    const names = new Set(['credit-transfers', 'refund-money']);
    const jobs = allJobs.filter(({ definition }) => names.has(definition.name));
    await drainJobs(context, world.boss, jobs);
    expect(await world.read(niceId, client.access)).toMatchObject({ status: 'refunded', refund_method: 'bank' });
    expect((await world.sandbox.bankTransfers(niceId)).map((one) => one.returned_amount)).toEqual(['60.00']);
    await expectSound(world);
  });

  test('there are no more moments than these', async () => {
    const { niceId, orderId } = await order();
    const counting = crashAt(context.db, 0, 'before');
    await partThereAndBack({ ...context, db: counting.db }, niceId, orderId);
    expect(counting.count()).toBe(5);
  });
});
