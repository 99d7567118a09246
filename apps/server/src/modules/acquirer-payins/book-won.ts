import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { recountMoney } from '../limits/store.ts';
import { listUndecided } from '../losses/decided-holds.ts';
import { releaseProceeds, returnFees } from '../losses/end-loss.ts';
import type { Within } from '../losses/follow-loss.ts';
import { addEvent } from '../order-lifecycle/notify-held.ts';
import { returnShare } from '../partner-fees/partner-fee.ts';
import { type Loss, type PaymentReport, bearLoss, nameTurn, returnToPayer } from './book-reversal.ts';
import { type CardPaymentRow, isGoingBack, markWon } from './store.ts';

/**
 * The acquirer has given back what was taken back: the dispute was won. It goes to who bore the loss, the operator
 * first, and what its order gave to the client's balance, or to the card of a merchant's payer. What was held for the
 * loss is its client's again, but for a part that stays lost; what a person has decided about stays as it is until all
 * is won.
 *
 * @throws Error where the loss is archived
 */
export async function bookWon(
  context: AppContext,
  trx: Executor,
  { order, payment }: PaymentReport,
  won: bigint,
): Promise<void> {
  const { niceId: reference } = order;
  const { paymentId, acquirer, currency, refundedOutside, turns } = payment;
  const losses = await sumLosses(trx, reference, payment);
  const { lost, borne } = losses;
  if (lost < refundedOutside) throw new Error(`What was taken back of ${reference} is archived: restore its month.`);
  const ours = borne < won ? borne : won;
  const key = `card_won:${paymentId}:${turns + 1}`;
  const from = paths.worldCard(acquirer);
  const postings = [
    { from, to: paths.chargebackLoss, amount: ours, currency },
    { from, to: paths.order(reference), amount: won - ours, currency },
  ].filter(({ amount }) => amount > 0n);
  await postEntry(trx, context, { kind: 'card_won', reference, idempotencyKey: key, postings });
  await markWon(trx, payment, { won, now: context.clock.now() });
  const rest = { key: nameRest({ paymentId, turns: turns + 1 }), lost: borne - ours };
  await releaseLosses(context, trx, losses, { order, payment, ...rest });
  // What came too late goes back as a whole, together with this.
  if (won > ours && !isGoingBack(payment))
    await returnToPayer(context, trx, { order, payment }, { sourceKey: key, amount: won - ours });
  if (order.isMerchant && ours > 0n && order.status !== 'error') await recountMoney(trx, order.orderId);
  if (won !== refundedOutside) return;
  await addEvent(context, trx, order, 'payment_regained');
  await clearAlarm(context, trx, 'chargeback', reference);
}

/** Ends losses of a payment, but for a part that stays lost. */
async function releaseLosses(context: AppContext, trx: Executor, { steps, since }: Losses, rest: Loss): Promise<void> {
  const names = steps.map(({ name }) => name);
  // What a person has booked would be taken from the client's other money, and what was freed be held again.
  const ended = rest.lost === 0n ? names : await listUndecided(trx, rest.order, { names, since });
  const decided = steps.reduce((sum, { name, borne, isRest }) => {
    const isDecided = !ended.includes(name);
    if (!isRest) return isDecided ? sum + borne : sum;
    return isDecided || sum > borne ? borne : sum;
  }, 0n);
  const hold = async (within: Within) => {
    const known = decided < rest.lost ? decided : rest.lost;
    for (const name of names) {
      await returnShare(context, trx, rest.order, name);
      if (!ended.includes(name)) await returnFees(context, trx, name, { left: known, of: decided });
    }
    if (rest.lost > 0n) await bearLoss(context, trx, { ...rest, decided: known, within });
  };
  await releaseProceeds(context, trx, ended, { since, hold });
}

/** Names what stayed lost after the turn before. */
function nameRest(payment: Pick<CardPaymentRow, 'paymentId' | 'turns'>): string {
  return `${nameTurn(payment)}:rest`;
}

/** What was taken back of a payment. */
interface Losses {
  /** All that was taken back of a payment and not won, and what of it the operator bears. */
  lost: bigint;
  borne: bigint;
  /** Each loss with what of it the operator bore, and what stayed lost after each win: all that was borne then. */
  steps: readonly { name: string; isRest: boolean; borne: bigint }[];
  /** The place of the entry since which not all is won; without one, of the first by which anything was taken. */
  since: bigint | undefined;
}

async function sumLosses(trx: Executor, niceId: string, payment: CardPaymentRow): Promise<Losses> {
  const [taken, won] = [`card_taken_back:${payment.paymentId}`, `card_won:${payment.paymentId}`];
  const rows = await trx
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerKeys', 'ledgerKeys.entryId', 'ledgerEntries.entryId')
    .select(['place', 'idempotencyKey', 'givers', 'takers', 'amounts'])
    .where('reference', '=', niceId)
    .where(({ or, fn, val }) =>
      or([taken, won].map((start) => fn<boolean>('starts_with', ['idempotencyKey', val(start)]))),
    )
    .orderBy('place')
    .execute();
  const world = paths.worldCard(payment.acquirer);
  const lines = rows.flatMap(({ place, givers, takers, amounts }) =>
    amounts.map((amount, index) =>
      takers[index] === world ? { place, of: givers[index], amount } : { place, of: takers[index], amount: -amount },
    ),
  );
  const sum = (of: readonly { amount: bigint }[]) => of.reduce((total, { amount }) => total + amount, 0n);
  const whole = rows.findLast(({ place }) => sum(lines.filter((line) => line.place <= place)) === 0n);
  const borne = lines.filter(({ of }) => of === paths.chargebackLoss);
  const steps = rows.map(({ place, idempotencyKey: key }) => {
    const isRest = !key.startsWith(taken);
    const turn = { ...payment, turns: Number(key.slice(won.length + 1)) };
    const name = `payment:${isRest ? nameRest(turn) : key.slice('card_taken_back:'.length)}`;
    const own = borne.filter((line) => (isRest ? line.place <= place : line.place === place));
    return { name, isRest, borne: sum(own) };
  });
  return { lost: sum(lines), borne: sum(borne), steps, since: (whole ?? rows[0])?.place };
}
