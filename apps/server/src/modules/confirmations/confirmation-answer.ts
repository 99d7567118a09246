import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { listConfirmations } from './store.ts';

/** What an answer contains of a confirmation. */
export interface OpenConfirmation {
  confirmationId: string;
  resendAt: Date;
  codeFrom: Confirmation['codeFrom'];
}

/** A confirmation in the form of the wire, at a moment. */
export function toConfirmationAnswer(
  { confirmationId, resendAt, codeFrom }: OpenConfirmation,
  niceId: string,
  now: Date,
): Confirmation {
  return {
    uuid: confirmationId,
    niceId,
    expirationSec: Math.max(0, Math.ceil((resendAt.getTime() - now.getTime()) / 1000)),
    expirationTimeSec: Math.ceil(resendAt.getTime() / 1000),
    codeFrom,
  };
}

/** A parsed row of the database. */
export function toOpenConfirmation(row: {
  confirmationId: string;
  resendAt: Date;
  codeFrom: string;
}): OpenConfirmation {
  return { ...row, codeFrom: row.codeFrom === 'authenticator' ? 'authenticator' : 'email' };
}

/**
 * The confirmation that an order waits for, so that its owner can continue after a reload; `null` when it waits for
 * none.
 */
export async function findOpenConfirmation(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { orderId, niceId, status }: Pick<OrderRow, 'orderId' | 'niceId' | 'status'>,
): Promise<Confirmation | null> {
  if (status !== 'confirmation_pending') return null;
  const [newest] = await listConfirmations(db, orderId);
  return newest === undefined ? null : toConfirmationAnswer(toOpenConfirmation(newest), niceId, clock.now());
}
