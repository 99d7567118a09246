import type { Confirmation } from '@causeway/contract/shapes/confirmation';

/** What is told of a confirmation. */
export interface OpenConfirmation {
  confirmationId: string;
  resendAt: Date;
  codeFrom: Confirmation['codeFrom'];
}

/** A confirmation in the form of the wire, as it stands at a moment. */
export function tellConfirmation(
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

/** A row of the database, read. */
export function toOpenConfirmation(row: {
  confirmationId: string;
  resendAt: Date;
  codeFrom: string;
}): OpenConfirmation {
  return { ...row, codeFrom: row.codeFrom === 'authenticator' ? 'authenticator' : 'email' };
}
