import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { CardVault } from '../../providers/acquirer/port.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { CardRow } from '../cards/store.ts';
import { lockOrder } from '../order-lifecycle/store.ts';
import { holdSession } from '../sessions/end-sessions.ts';
import { applyCardPayment } from './results/apply-card-payment.ts';
import { isOpenPayment } from './rules.ts';
import { chargesMax, decideCharge } from './charge/charge-rules.ts';
import { type CardPaymentRow, lockCardPayment } from './store.ts';
import { syncCardPayment } from './results/sync-card-payment.ts';
import { findLastCharge, insertCharge, endCharge } from './charge/charges.ts';

/** A card to be charged for a payment, as the client requested it. */
export interface ChargeRequest {
  card: CardRow;
  holderName: string;
  isCardKept: boolean;
  /** The card's bank asks its owner before it pays. */
  isOwnerAsked: boolean;
  /** The session of the owner; none of another payer with a link of a merchant. */
  sessionId?: string;
  /** The input that named the card, wire name. */
  field: string;
}

/** The acquirer's refusals of a token that cannot be charged. */
const cardRefusals: ReadonlySet<string> = new Set(['card_unknown', 'card_token_used', 'card_type_not_accepted']);

/**
 * Charges a card once for any number of calls: the intent is committed before the acquirer is called, and its key is
 * the intent's. How it ended is read from the payment afterwards.
 *
 * @throws Refusal CARD_INVALID, PAYMENT_UNAVAILABLE, TOO_MANY_REQUESTS, ORDER_STATUS_CHANGED, SESSION_OVER
 */
export async function chargeCard(context: AppContext, payment: CardPaymentRow, choice: ChargeRequest): Promise<void> {
  const { orderId, acquirer, acquirerPaymentId: id } = payment;
  const { vault } = context.providers.acquirers.find(acquirer);
  if (vault === undefined || id === null) throw new Refusal({ code: 'PAYMENT_METHOD_UNKNOWN', field: 'provider' });
  const charge = await intend(context, orderId, choice);
  if (charge === undefined) return;
  const { chargeId, isRepeat } = charge;
  try {
    await call(context, vault, { orderId, id, chargeId, isRepeat, choice });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind !== 'refused')
      throw new Refusal(
        { code: 'PAYMENT_UNAVAILABLE', values: { charge: error.kind === 'unknown' ? 'unknown' : 'none' } },
        { cause: error },
      );
    await endCharge(context, chargeId, 'refused');
    if (cardRefusals.has(error.code)) throw refuseToken(error, choice.field);
    await askAgain(context, orderId);
  }
}

/** @returns `undefined` when the result of this charge is known */
async function intend(
  context: AppContext,
  orderId: string,
  { card, sessionId }: ChargeRequest,
): Promise<{ chargeId: string; isRepeat: boolean } | undefined> {
  return context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    // The acquirer was asked since the caller was known.
    if (sessionId !== undefined) await holdSession(trx, sessionId, context.clock.now());
    const { paymentId, status, creditedAt } = await lockCardPayment(trx, orderId);
    // Paid meanwhile, by a call like this one.
    if (creditedAt !== null && status === 'approved') return undefined;
    if (!isBeforeMoney(order.status) || !isOpenPayment(status)) throw new Refusal({ code: 'ORDER_STATUS_CHANGED' });
    const last = await findLastCharge(trx, paymentId);
    const decision = decideCharge(last, card, context.clock.now());
    if (decision === 'answered') return undefined;
    if (decision === 'repeat' && last !== undefined) return { chargeId: last.chargeId, isRepeat: true };
    const chargeNumber = (last?.chargeNumber ?? 0) + 1;
    if (chargeNumber > chargesMax) throw new Refusal({ code: 'TOO_MANY_REQUESTS' }, { retryAfterSeconds: 3600 });
    return {
      chargeId: await insertCharge(context, trx, { paymentId, chargeNumber, cardId: card.cardId }),
      isRepeat: false,
    };
  });
}

async function call(
  context: AppContext,
  vault: CardVault,
  input: { orderId: string; id: string; chargeId: string; isRepeat: boolean; choice: ChargeRequest },
): Promise<void> {
  const { orderId, id, chargeId, isRepeat, choice } = input;
  const { card, holderName, isCardKept, isOwnerAsked } = choice;
  const cardToken = card.acquirerToken;
  const answered = await vault.charge({ key: chargeId, id, cardToken, holderName, isCardKept, isOwnerAsked });
  // A repeated call gets the answer that was given first; the payment may have moved on since.
  if (isRepeat) await syncCardPayment(context, orderId);
  else await applyCardPayment(context, orderId, answered);
  await endCharge(context, chargeId, 'done');
}

async function askAgain(context: AppContext, orderId: string): Promise<void> {
  try {
    await syncCardPayment(context, orderId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new Refusal({ code: 'PAYMENT_UNAVAILABLE', values: { charge: 'none' } }, { cause: error });
  }
}

function refuseToken(error: ProviderError, field: string): Refusal {
  const reason = error.code === 'card_type_not_accepted' ? 'type' : 'token';
  return new Refusal({ code: 'CARD_INVALID', field, values: { reason } }, { cause: error });
}
