import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { hashCode } from '../clients/hash-code.ts';
import { makeCode } from '../clients/make-code.ts';
import { queueOrderLetter } from '../lifecycle/queue-order-letter.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { sensitiveActs } from '../owner-proof/sensitive-acts.ts';
import { findFactors } from '../two-factor/store.ts';
import { confirmationRules } from './rules.ts';
import { insertConfirmation } from './store.ts';
import type { OpenConfirmation } from './tell-confirmation.ts';

const guardMs = sensitiveActs['add an authenticator'].guardHours * 60 * 60_000;

/**
 * Makes a code that approves an order and queues its letter, in the caller's transaction. Only its hash is kept, and
 * it is good for this order and client alone. Codes sent before no longer count. A client with an authenticator gets no
 * letter: the code is the authenticator's; but for a day after a factor was added both are asked for.
 */
export async function issueConfirmation(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
): Promise<OpenConfirmation> {
  const { orderId, clientId } = order;
  const createdAt = context.clock.now();
  const confirmationId = newUuid(context);
  const code = makeCode(context.random);
  const { hasAuthenticator, factorAddedAt } = await findFactors(trx, clientId);
  const isGuarded = factorAddedAt !== null && createdAt.getTime() - factorAddedAt.getTime() < guardMs;
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
    await queueOrderLetter(context, trx, 'order-code', order, { code, happening: confirmationId });
  return { confirmationId, resendAt, codeFrom };
}
