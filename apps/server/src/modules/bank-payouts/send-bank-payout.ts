import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { AppContext } from '../../context.ts';
import { requireRightClock } from '../../database/db.ts';
import type { BankPayout } from '../../providers/bank/port.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { findOwn } from '../../providers/acquirer/shapes.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { readLost } from '../order-lifecycle/refund-payout.ts';
import { PayoutDoubt, countOutflow, lateLook, leaveToPerson, uncountOutflow } from '../payout-holds/count-outflow.ts';
import { requirePromisedPayout } from '../promises/require-promised-price.ts';
import { agreeWithProvider } from '../payout-holds/agree-with-provider.ts';
import { putBackHeld } from '../payout-holds/store.ts';
import { returnPayout, markPayoutSent } from './follow-bank-payout.ts';
import { sendBankPayoutJob } from './jobs.ts';
import { type BankPayoutRow, findBankPayout, movePayout } from './store.ts';

/** Refusals after which the same account will never be paid. */
const finalRefusals: readonly string[] = ['account_closed', 'iban_invalid', 'rejected'];

/** Sends a planned payout under its id as the key and books once that the money has left. */
export async function sendBankPayout(context: AppContext, orderId: string): Promise<void> {
  if (!(await agreeWithProvider(context, context.providers.bank.name)))
    return putBackHeld(context, sendBankPayoutJob, [orderId]);
  const order = await findOrder(context.db, { orderId });
  const payout = await findBankPayout(context.db, orderId);
  if (order === undefined || payout === undefined || !(await claim(context, payout))) return;
  requirePromisedPayout(order, { ...payout, destination: payout.iban });
  const outside = await send(context, payout, order.niceId);
  // A call before this one may have made it, though the bank does not show it yet.
  const isDoubtful = outside === 'lost' || (outside === 'refused' && payout.sentAt !== null);
  if (isDoubtful && (await lookAgain(context, payout))) return;
  if (outside === 'lost') return stop(context, payout, 'taken_back');
  if (outside === 'several') return stop(context, payout, 'several');
  await context.db.transaction().execute(async (trx) => {
    if (outside === 'refused') await returnPayout(context, trx, payout, 'failed');
    else await markPayoutSent(context, trx, payout, outside);
  });
  await clearAlarm(context, context.db, 'payout_failed', orderId);
}

/**
 * From this moment the bank may have it, so it can no longer be stopped. The first claim counts it against the day's
 * limit; above it a person must allow it.
 */
async function claim(context: AppContext, { payoutId, orderId }: BankPayoutRow): Promise<boolean> {
  const now = context.clock.now();
  try {
    return await context.db.transaction().execute(async (trx) => {
      const payout = await trx
        .selectFrom('bankPayouts')
        .selectAll()
        .where('payoutId', '=', payoutId)
        .where('status', '=', 'planned')
        .forUpdate()
        .executeTakeFirst();
      if (payout === undefined) return false;
      if (payout.sentAt !== null) return true;
      const at = { ...context, clock: { now: () => now } };
      const countedCents = await countOutflow(at, trx, 'bank', { ...payout, wallet: payout.bank });
      const claimed = { sentAt: now, countedCents, updatedAt: now };
      await trx.updateTable('bankPayouts').set(claimed).where('payoutId', '=', payoutId).execute();
      return true;
    });
  } catch (error) {
    if (!(error instanceof PayoutDoubt)) throw error;
    await leaveToPerson(context, 'bank', { payoutId, orderId }, error);
    return false;
  }
}

async function send(
  context: AppContext,
  payout: BankPayoutRow,
  niceId: string,
): Promise<BankPayout | 'refused' | 'lost' | 'several'> {
  const { payoutId: key, orderId, iban, beneficiary: beneficiaryName, currency } = payout;
  const { bank } = context.providers;
  const amount = formatUnits(payout.amount, currency);
  const description = `${context.config.BRAND_NAME} ${niceId}`;
  // One order has one payout: what the bank has under its number was sent, also when a restore has removed it from the
  // books.
  const known = findOwn(await bank.findPayouts(niceId));
  if (known !== undefined) return known;
  // The claim keeps a loss from stopping it, also while the bank cannot be reached.
  if ((await readLost(context.db, payout)) > 0n) return 'lost';
  await requireRightClock(context.db);
  try {
    return await bank.createPayout({ key, reference: niceId, iban, beneficiaryName, amount, currency, description });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'unreachable') throw error;
    // Whatever the answer was: one order has one payout, and the bank knows whether it has it.
    const [made] = await bank.findPayouts(niceId);
    if (made !== undefined) return made;
    if (error.kind !== 'refused') throw error;
    if (finalRefusals.includes(error.code)) return 'refused';
    await raiseAlarm(context, context.db, { kind: 'payout_failed', subject: orderId, details: { code: error.code } });
    throw error;
  }
}

/** @returns false once the bank cannot show any more what it was asked for */
async function lookAgain(context: AppContext, payout: BankPayoutRow): Promise<boolean> {
  const startAfter = lateLook(context, payout);
  if (startAfter === undefined) return false;
  const { orderId } = payout;
  await context.jobs.enqueue(context.db, sendBankPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
  return true;
}

/** It is sent no more, and a person decides. */
async function stop(context: AppContext, payout: BankPayoutRow, reason: 'taken_back' | 'several'): Promise<void> {
  const { payoutId, orderId: subject } = payout;
  await context.db.transaction().execute(async (trx) => {
    await uncountOutflow(trx, 'bank', payoutId);
    const stopped = { status: 'stopped', holdReason: reason, sentAt: null, updatedAt: context.clock.now() };
    if (await movePayout(trx, payout, stopped))
      await raiseAlarm(context, trx, { kind: 'payout_failed', subject, details: { reason } });
  });
}
