import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import type { AppContext } from '../../context.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { lockOrder } from '../lifecycle/store.ts';
import { issueConfirmation } from './issue-confirmation.ts';
import { confirmationRules } from './rules.ts';
import { findConfirmation, listConfirmations } from './store.ts';
import { tellConfirmation, toOpenConfirmation } from './tell-confirmation.ts';

export interface ResentConfirmation {
  /** The new code's, or the one that still counts when none was sent. */
  confirmation: Confirmation;
  refused: RefusalItem | undefined;
}

/**
 * C-33: sends another code under a new identifier. Too soon, or once too often, nothing is sent and the identifier
 * stays as it is.
 *
 * @throws Refusal NOT_FOUND for an identifier of nobody or somebody else
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
    const newest = tellConfirmation(toOpenConfirmation(sent[0] ?? known), order.niceId, now);
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
    return { confirmation: tellConfirmation(issued, order.niceId, context.clock.now()), refused: undefined };
  });
}
