import { afterEach, describe, expect, test } from 'vitest';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { readBalance } from '../../ledger/balances.ts';
import { allJobs } from '../../worker.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { returnUnplaced } from '../bank-payins/return-unplaced.ts';
import { sellToCard } from '../card-payouts/fixtures/sell-to-card.ts';
import { keepLooking } from '../payout-holds/fixtures/keep-looking.ts';
import { openCardWorld, testCard } from '../acquirer-payins/fixtures/open-card-world.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { recordAction } from '../operators/record-action.ts';
import { creditPayoutToBalance, listBlockedPayouts, retryPayout, settleByHand } from './blocked-payouts.ts';
import { listUnplacedTransfers, placeTransfer, sendTransferBack } from './unplaced-transfers.ts';

const world = await openCardWorld();
const { context } = world;
await keepLooking(context);
const { clientWithCoins, sell } = sellToCard(world);
const operator = 'grace';

afterEach(async () => expect(await world.compare()).toEqual([]));

async function bankWork(): Promise<void> {
  await collectTransfers(context);
  await drainJobs(
    context,
    world.boss,
    allJobs.filter(({ definition }) => definition.name === 'credit-transfers'),
  );
}

async function openAlarms(): Promise<string[]> {
  const rows = await context.db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute();
  return rows.map(({ kind }) => kind);
}

async function actionsOn(subject: string): Promise<string[]> {
  const rows = await context.db
    .selectFrom('operatorActions')
    .select(['operator', 'action'])
    .where('subject', '=', subject)
    .orderBy('at')
    .execute();
  return rows.map((row) => `${row.operator}: ${row.action}`);
}

describe('an unassigned transfer', () => {
  const lose = async () => {
    const access = await world.signIn();
    const { order } = await world.buy(access, { payin_group: 'sepa', payin_amount: '500', is_agree_name: '1' });
    const { id } = await world.sandbox.bankTransfer({
      sender_name: 'Ada Lovelace',
      sender_iban: 'DE89370400440532013000',
      currency: 'EUR',
      iban: await world.sandbox.bankIban(),
      reference: 'for the coins',
      amount: '500',
      notify: 0,
    });
    await bankWork();
    expect((await listUnplacedTransfers(context, { operator })).map(({ outsideId }) => outsideId)).toEqual([id]);
    return { niceId: order.nice_id, outsideId: id };
  };

  test('is given to the order that an operator names, once', async () => {
    const { niceId, outsideId } = await lose();
    await placeTransfer(context, { outsideId, niceId, operator });
    await expect(placeTransfer(context, { outsideId, niceId, operator })).rejects.toThrow('is matched already');
    await bankWork();
    expect((await world.read(niceId)).status).toBe('processing');
    expect(await readBalance(context.db, 'unplaced:bank_one', 'EUR')).toBe(0n);
    expect(await listUnplacedTransfers(context, { operator })).toEqual([]);
    expect(await openAlarms()).toEqual([]);
    expect(await actionsOn(outsideId)).toEqual(['grace: transfer_placed']);
  });

  test('is given to no order while it goes back', async () => {
    const { niceId, outsideId } = await lose();
    const place = () => placeTransfer(context, { outsideId, niceId, operator });
    await sendTransferBack(context, { outsideId, operator });
    // The other command comes while the bank is asked.
    const { bank } = context.providers;
    const said: unknown[] = [];
    const returnTransfer: typeof bank.returnTransfer = async (wanted) => {
      said.push(await place().catch((error: unknown) => error));
      await bankWork();
      return bank.returnTransfer(wanted);
    };
    await returnUnplaced({ ...context, providers: { ...context.providers, bank: { ...bank, returnTransfer } } });
    expect(said).toEqual([expect.objectContaining({ message: expect.stringContaining('on its way back') })]);
    expect((await world.read(niceId)).status).toBe('payin_pending');
    await expect(place()).rejects.toThrow('is returned already');
  });

  test('is given to no order once a return was sent, though its answer was lost and the next try is an hour away', async () => {
    const { niceId, outsideId } = await lose();
    await sendTransferBack(context, { outsideId, operator });
    const { bank } = context.providers;
    const returnTransfer: typeof bank.returnTransfer = async (wanted) => {
      await bank.returnTransfer(wanted);
      throw new ProviderError(bank.name, 'unreachable');
    };
    const deaf = { ...context, providers: { ...context.providers, bank: { ...bank, returnTransfer } } };
    await returnUnplaced(deaf).catch(() => {});
    await expect(placeTransfer(context, { outsideId, niceId, operator })).rejects.toThrow('on its way back');
    await returnUnplaced({ ...context, clock: { now: () => new Date(Date.now() + 2 * 3_600_000) } });
    await expect(placeTransfer(context, { outsideId, niceId, operator })).rejects.toThrow('is returned already');
  });

  test('goes back at once when an operator says so; what is unknown changes nothing', async () => {
    const { niceId, outsideId } = await lose();
    await expect(placeTransfer(context, { outsideId, niceId: 'CWXXXX', operator })).rejects.toThrow('no order');
    await expect(placeTransfer(context, { outsideId: 'bt_none', niceId, operator })).rejects.toThrow('no transfer');
    await sendTransferBack(context, { outsideId, operator });
    await returnUnplaced(context);
    await expect(sendTransferBack(context, { outsideId, operator })).rejects.toThrow('is returned already');
    expect(await openAlarms()).toEqual([]);
    expect(await actionsOn(outsideId)).toEqual(['grace: transfer_returned']);
  });
});

describe('a pay-out that is blocked', () => {
  const stick = async () => {
    const client = await clientWithCoins();
    const niceId = await sell(client, await world.sandbox.cardToken(testCard.restricted));
    await world.work();
    expect(await listBlockedPayouts(context)).toMatchObject([{ niceId, method: 'card', reason: 'restricted_card' }]);
    return { client, niceId };
  };

  test('is sent once more under a new key, and given to the balance in the end', async () => {
    const { client, niceId } = await stick();
    const [first] = await listBlockedPayouts(context);
    await expect(retryPayout(context, { niceId, operator })).rejects.toThrow('good for one try');
    await context.db.updateTable('cards').set({ isListed: true }).execute();
    await retryPayout(context, { niceId, operator });
    await expect(retryPayout(context, { niceId, operator })).rejects.toThrow('No pay-out');
    await world.work();
    const [blocked] = await listBlockedPayouts(context);
    expect(blocked).toMatchObject({ niceId, reason: 'card_token_used' });
    expect(blocked?.payoutId).not.toBe(first?.payoutId);
    await creditPayoutToBalance(context, { niceId, operator });
    expect((await world.read(niceId)).status).toBe('refunded');
    expect(await readBalance(context.db, `client:${client.niceId}`, 'EUR')).toBe(blocked?.amount);
    expect(await readBalance(context.db, `order:${niceId}`, 'EUR')).toBe(0n);
    await expect(creditPayoutToBalance(context, { niceId, operator })).rejects.toThrow('No pay-out');
    expect(await openAlarms()).toEqual([]);
    expect(await actionsOn(niceId)).toEqual(['grace: payout_retried', 'grace: payout_to_balance']);
  });

  test('is marked as paid by hand: the operator keeps what the order held', async () => {
    const { niceId } = await stick();
    const before = await readBalance(context.db, 'treasury', 'EUR');
    const [blocked] = await listBlockedPayouts(context);
    // A client gave a balance for another transfer already.
    const booked = { action: 'forgotten_booked', subject: 'CL0000001', details: { proof: 'transfer 4710' } } as const;
    await recordAction(context, context.db, { operator, ...booked });
    const again = settleByHand(context, { niceId, operator, proof: 'transfer 4710' });
    await expect(again).rejects.toThrow('transfer 4710 is booked: a client spent a balance for it');
    await settleByHand(context, { niceId, operator, proof: 'transfer 4711' });
    expect((await world.read(niceId)).status).toBe('finished');
    expect((await readBalance(context.db, 'treasury', 'EUR')) - before).toBe(blocked?.amount);
    expect(await openAlarms()).toEqual([]);
    expect(await actionsOn(niceId)).toEqual(['grace: payout_by_hand']);
  });

  test('what an operator did is never changed', async () => {
    const change = context.db.updateTable('operatorActions').set({ operator: 'nobody' }).execute();
    await expect(change).rejects.toThrow('permission denied');
  });
});
