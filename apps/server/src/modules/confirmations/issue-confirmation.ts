import type { AppContext } from '../../context.ts';
import { type Executor, requireRightClock } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { nameOfCard } from '../cards/rules.ts';
import { findCard } from '../cards/store.ts';
import { hashCode, makeCode } from '../clients/rules.ts';
import { queueOrderEmail } from '../order-lifecycle/change-status.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import { isFactorYoung } from '../owner-proof/sensitive-acts.ts';
import { requireAllKnown } from '../payout-holds/check-epoch.ts';
import { findFactors } from '../two-factor/store.ts';
import { confirmationRules } from './rules.ts';
import { findConfirmation, insertConfirmation, listConfirmations } from './store.ts';
import { type OpenConfirmation, toConfirmationAnswer, toOpenConfirmation } from './confirmation-answer.ts';
import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import { Refusal, type RefusalItem } from '../../errors.ts';

/**
 * Makes a code that approves an order and queues its e-mail, in the caller's transaction. Only its hash is stored, and
 * it is valid for this order and client alone. Codes sent before are no longer valid. A client with an authenticator
 * gets no e-mail: the code is the authenticator's; but for a day after a factor was added both are required.
 *
 * @throws Refusal TRY_LATER while something is held
 */
export async function issueConfirmation(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
): Promise<OpenConfirmation> {
  await requireAllKnown(context, trx);
  const { orderId, clientId } = order;
  const createdAt = context.clock.now();
  const confirmationId = newUuid(context);
  const code = makeCode(context.random);
  const { hasAuthenticator, factorAddedAt } = await findFactors(trx, clientId);
  if (factorAddedAt !== null) await requireRightClock(trx);
  const isGuarded = isFactorYoung(factorAddedAt, createdAt);
  const codeFrom = hasAuthenticator && !isGuarded ? 'authenticator' : 'email';
  const isFactorAsked = hasAuthenticator && isGuarded;
  const resendAt = new Date(createdAt.getTime() + confirmationRules.pauseMs);
  await insertConfirmation(trx, {
    confirmationId,
    orderId,
    clientId,
    codeHash: hashCode(context.config, confirmationId, code),
    codeFrom,
    isFactorAsked,
    createdAt,
    resendAt,
    expiresAt: new Date(createdAt.getTime() + confirmationRules.lifetimeMs),
  });
  if (codeFrom === 'email')
    await queueOrderEmail(context, trx, 'order-code', order, {
      code,
      to: await namePlace(trx, order),
      happening: confirmationId,
    });
  return { confirmationId, resendAt, codeFrom };
}

/** Where the payout goes, so that its owner does not approve what goes to another's. */
async function namePlace(trx: Executor, order: OrderRow): Promise<string> {
  const { clientId, payoutGroup, destinationAddress, destinationDetails } = order;
  const card = await findCard(trx, clientId, destinationDetails.payoutCardToken);
  if (card !== undefined) return nameOfCard(card);
  return payoutGroup === 'sepa' ? `···· ${destinationAddress.slice(-4)}` : destinationAddress;
}

interface ResentConfirmation {
  /** The new code's, or the one that is still valid when none was sent. */
  confirmation: Confirmation;
  refused: RefusalItem | undefined;
}

/**
 * C-33: sends another code under a new identifier. Too soon, or once too often, nothing is sent and the identifier
 * stays as it is.
 *
 * @throws Refusal NOT_FOUND for an identifier that is unknown or another client's
 */
export async function resendConfirmation(
  context: AppContext,
  input: { uuid: string; clientId: string },
): Promise<ResentConfirmation> {
  return context.db.transaction().execute(async (trx): Promise<ResentConfirmation> => {
    const known = await findConfirmation(trx, { confirmationId: input.uuid, clientId: input.clientId });
    if (known === undefined) throw new Refusal({ code: 'NOT_FOUND' });
    const order = await lockOrder(trx, known.orderId);
    const now = context.clock.now();
    const sent = await listConfirmations(trx, known.orderId);
    const newest = toConfirmationAnswer(toOpenConfirmation(sent[0] ?? known), order.niceId, now);
    if (order.status !== 'confirmation_pending')
      return { confirmation: newest, refused: { code: 'ORDER_STATUS_CHANGED' } };
    if (newest.expirationSec > 0)
      return {
        confirmation: newest,
        refused: { code: 'CODE_TOO_MANY', field: 'code', values: { wait: 'yes', seconds: newest.expirationSec } },
      };
    if (sent.length >= confirmationRules.codesMax)
      return { confirmation: newest, refused: { code: 'CODE_TOO_MANY', field: 'code', values: { wait: 'never' } } };
    const issued = await issueConfirmation(context, trx, order);
    return { confirmation: toConfirmationAnswer(issued, order.niceId, context.clock.now()), refused: undefined };
  });
}
